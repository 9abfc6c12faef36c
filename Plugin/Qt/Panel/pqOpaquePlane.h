// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqOpaquePlane_h
#define pqOpaquePlane_h

#include "pqPropertyWidgetDecorator.h"

/// Leaves out what ParaView's interactive plane draws translucently: the plane while it is dragged, and its
/// intersection with the outline, which its check box shows. Rays have to be cast through a volume once more
/// for each layer of translucent polygons. Arrow, center and edge stay, and the plane is dragged as before.
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
