// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLegendBackground_h
#define pqLegendBackground_h

#include "pqPropertyWidgetDecorator.h"

#include <QList>

#include "vtkWeakPointer.h"

class vtkSMProxy;

/// Has the panel give the legends of the active view a background where somebody switches on a sky behind the
/// surfaces: ParaView chooses the color of their text by that of the view, and white text vanishes on a
/// bright sky. The background is dark where the text is bright, and bright where it is dark. Switching the
/// sky off takes it back. Scripts and state files keep what they set. In XML, of the property that shows the
/// sky:
///
/// `<PropertyWidgetDecorator type="legend_background" />`
class pqLegendBackground : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  typedef pqPropertyWidgetDecorator Superclass;

public:
  pqLegendBackground(vtkPVXMLElement* config, pqPropertyWidget* widget);
  ~pqLegendBackground() override;

private Q_SLOTS:
  void choose();
  void apply();

private:
  Q_DISABLE_COPY(pqLegendBackground)

  bool IsChosen = false;                     // by the user, and not applied yet
  QList<vtkWeakPointer<vtkSMProxy>> Legends; // that have their background from here
};

#endif
