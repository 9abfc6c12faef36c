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
  int Picture = -1;                        ///< -1: it is not in the view
  int FirstSurface = -1, LastSurface = -1; ///< -1: there is none
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
      places.FirstSurface = -1; // it is a background: what comes before it counts as one, too
    }
    else if (vtkActor::SafeDownCast(prop))
    {
      places.FirstSurface = places.FirstSurface < 0 ? i : places.FirstSurface;
      places.LastSurface = i;
    }
  }
  return places;
}

/// Behind the prop that has this place once the picture is taken out; -1: before all.
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
