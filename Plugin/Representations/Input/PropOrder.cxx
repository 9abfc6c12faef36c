// SPDX-License-Identifier: BSD-3-Clause
#include "PropOrder.h"

#include "vtkActor.h"
#include "vtkProp.h"
#include "vtkPropCollection.h"
#include "vtkRenderer.h"
#include "vtkSkybox.h"
#include "vtkSmartPointer.h"

namespace
{

struct Places
{
  int Picture = -1;                        ///< -1: not in the view
  int FirstSurface = -1, LastSurface = -1; ///< -1: no surface
};

Places PlacesIn(vtkPropCollection* props, vtkProp* picture)
{
  Places places;
  for (int i = 0; i < props->GetNumberOfItems(); ++i)
  {
    vtkObject* const prop = props->GetItemAsObject(i);
    if (prop == picture)
    {
      places.Picture = i;
    }
    else if (vtkSkybox::SafeDownCast(prop))
    {
      places.FirstSurface = -1; // the skybox is a background, and so are the actors before it
    }
    else if (vtkActor::SafeDownCast(prop))
    {
      places.FirstSurface = places.FirstSurface < 0 ? i : places.FirstSurface;
      places.LastSurface = i;
    }
  }
  return places;
}

/// Put the picture behind the prop that has this place after the picture is removed. -1: put it first.
void MoveBehind(vtkPropCollection* props, vtkProp* picture, int place)
{
  const vtkSmartPointer<vtkProp> held = picture;
  props->RemoveItem(picture);
  props->InsertItem(place, picture);
}

} // namespace

void PropOrder::MoveBehindSurfaces(vtkRenderer* renderer, vtkProp* picture)
{
  vtkPropCollection* const props = renderer->GetViewProps();
  const Places places = PlacesIn(props, picture);
  if (places.Picture >= 0 && places.Picture < places.LastSurface)
  {
    MoveBehind(props, picture, places.LastSurface - 1);
  }
}

void PropOrder::MoveBeforeSurfaces(vtkRenderer* renderer, vtkProp* picture)
{
  vtkPropCollection* const props = renderer->GetViewProps();
  const Places places = PlacesIn(props, picture);
  if (places.FirstSurface >= 0 && places.Picture > places.FirstSurface)
  {
    MoveBehind(props, picture, places.FirstSurface - 1);
  }
}
