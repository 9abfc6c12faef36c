// SPDX-License-Identifier: BSD-3-Clause
#include "pqOpaquePlane.h"

#include "pqPropertyWidget.h"

#include <QCheckBox>

pqOpaquePlane::pqOpaquePlane(vtkPVXMLElement* config, pqPropertyWidget* widget)
  : Superclass(config, widget)
{
  QObject::disconnect(widget, SIGNAL(startInteraction()), widget, SLOT(showPlane()));
  if (auto* const box = widget->findChild<QCheckBox*>("showOutlineAndIntersectionEdges"))
  {
    box->setChecked(false);
  }
}

pqOpaquePlane::~pqOpaquePlane() = default;
