// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqGlassBounces_h
#define pqGlassBounces_h

#include "pqPropertyWidgetDecorator.h"

/// Has the panel raise the bounces of path tracing where somebody chooses glass as the material: with fewer,
/// light does not find its way out of it, and it is black. Scripts and state files keep what they set.
class pqGlassBounces : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  typedef pqPropertyWidgetDecorator Superclass;

public:
  pqGlassBounces(vtkPVXMLElement* config, pqPropertyWidget* widget);
  ~pqGlassBounces() override;

private Q_SLOTS:
  void choose();

private:
  Q_DISABLE_COPY(pqGlassBounces)
};

#endif
