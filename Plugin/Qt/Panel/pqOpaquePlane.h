// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqOpaquePlane_h
#define pqOpaquePlane_h

#include "pqPropertyWidgetDecorator.h"

/// Hides the translucent parts of ParaView's interactive plane: the plane while it is dragged, and the
/// outline with the intersection, which a check box shows again. For each layer of translucent polygons, the
/// rays of a volume are cast again. Arrow, center and edge remain, and the plane can still be dragged.
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
