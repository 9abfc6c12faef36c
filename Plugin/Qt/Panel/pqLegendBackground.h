// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLegendBackground_h
#define pqLegendBackground_h

#include "pqPropertyWidgetDecorator.h"

#include <QList>

#include "vtkWeakPointer.h"

class vtkSMProxy;

/// Adds a background to the legends of the active view when the user turns on a sky behind the surfaces in
/// the panel. ParaView chooses the color of a legend's text by the view's background, so white text is
/// unreadable on a bright sky. The background is dark behind bright text and bright behind dark text. Turning
/// off the sky removes these backgrounds. Scripts and state files are not affected. The property that shows
/// the sky creates the decorator by this hint in the XML:
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

  bool IsChosen = false;                     // the user's change of the sky is not applied yet
  QList<vtkWeakPointer<vtkSMProxy>> Legends; // the legends that got a background last
};

#endif
