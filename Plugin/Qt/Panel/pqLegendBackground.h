// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLegendBackground_h
#define pqLegendBackground_h

#include "pqPropertyWidgetDecorator.h"

#include <QList>

#include "vtkWeakPointer.h"

class vtkSMProxy;

/// Gives the legends of the active view a background when a user switches on a sky behind the surfaces in the
/// panel. ParaView chooses the color of a legend's text by the view's background, and white text vanishes on
/// a bright sky. The legend's background is dark behind bright text, and bright behind dark text. Switching
/// the sky off removes these backgrounds again. Scripts and state files keep what they set. This hint of the
/// property that shows the sky, in the XML, makes the decorator:
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

  bool IsChosen = false;                     // the user has switched the sky, which is not applied yet
  QList<vtkWeakPointer<vtkSMProxy>> Legends; // that got a background when the sky was last switched on
};

#endif
