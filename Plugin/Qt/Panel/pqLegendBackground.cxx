// SPDX-License-Identifier: BSD-3-Clause
#include "pqLegendBackground.h"

#include "pqActiveObjects.h"
#include "pqCoreUtilities.h"
#include "pqPropertyWidget.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMTrace.h"

#include <cstring>

namespace
{
constexpr double Cover = 0.6; // the opacity of a legend's background

/// The visible legends of a view.
QList<vtkSMProxy*> FindLegends(vtkSMProxy* view)
{
  QList<vtkSMProxy*> legends;
  vtkSMPropertyHelper shown(view, "Representations");
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* const one = shown.GetAsProxy(i);
    if (one && std::strcmp(one->GetXMLName(), "ScalarBarWidgetRepresentation") == 0 &&
      one->GetProperty("DrawBackground") && vtkSMPropertyHelper(one, "Visibility").GetAsInt() != 0)
    {
      legends.append(one);
    }
  }
  return legends;
}

void SetBackground(vtkSMProxy* legend, bool isOn)
{
  SM_SCOPED_TRACE(PropertiesModified).arg("proxy", legend);
  vtkSMPropertyHelper(legend, "DrawBackground").Set(isOn ? 1 : 0);
  if (isOn)
  {
    double text[3] = { 1, 1, 1 };
    vtkSMPropertyHelper(legend, "LabelColor").Get(text, 3);
    const double shade = text[0] + text[1] + text[2] > 1.5 ? 0 : 1;
    const double color[4] = { shade, shade, shade, Cover };
    vtkSMPropertyHelper(legend, "BackgroundColor").Set(color, 4);
  }
  legend->UpdateVTKObjects();
}
} // namespace

pqLegendBackground::pqLegendBackground(vtkPVXMLElement* config, pqPropertyWidget* widget)
  : Superclass(config, widget)
{
  this->connect(widget, SIGNAL(changeAvailable()), SLOT(choose())); // before the user's choice is applied
  pqCoreUtilities::connect(widget->property(), vtkCommand::ModifiedEvent, this, SLOT(apply()));
}

pqLegendBackground::~pqLegendBackground() = default;

void pqLegendBackground::choose()
{
  this->IsChosen = true;
}

// Called while the user's choice is applied, so that backgrounds belong to its undo step and trace entry.
void pqLegendBackground::apply()
{
  if (!this->IsChosen)
  {
    return;
  }
  this->IsChosen = false;
  const bool isShown = vtkSMPropertyHelper(this->parentWidget()->property()).GetAsInt() != 0;
  pqView* const view = pqActiveObjects::instance().activeView();
  if (!isShown)
  {
    for (const vtkWeakPointer<vtkSMProxy>& legend : this->Legends)
    {
      if (legend)
      {
        SetBackground(legend, false);
      }
    }
  }
  else if (view)
  {
    // The list is kept when the sky is switched off: undo then restores the sky and the backgrounds.
    this->Legends.clear();
    for (vtkSMProxy* legend : FindLegends(view->getProxy()))
    {
      if (vtkSMPropertyHelper(legend, "DrawBackground").GetAsInt() == 0)
      {
        SetBackground(legend, true);
        this->Legends.append(legend);
      }
    }
  }
}
