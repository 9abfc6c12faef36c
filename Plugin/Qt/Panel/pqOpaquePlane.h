// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqOpaquePlane_h
#define pqOpaquePlane_h

#include "pqPropertyWidgetDecorator.h"

/// Leaves out what ParaView's interactive plane draws translucently: the plane while it is dragged, and the
/// outline with the plane's intersection, which a check box brings back. The rays of a volume are cast again
/// for each layer of translucent polygons. Arrow, center and edge stay, and the plane can be dragged.
class pqOpaquePlane : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  typedef pqPropertyWidgetDecorator Superclass;

public:
  pqOpaquePlane(vtkPVXMLElement* config, pqPropertyWidget* widget);
  ~pqOpaquePlane() override;

private:
  Q_DISABLE_COPY(pqOpaquePlane)
};

#endif
