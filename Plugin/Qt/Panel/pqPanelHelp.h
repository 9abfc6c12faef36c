// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqPanelHelp_h
#define pqPanelHelp_h

#include "vtkWeakPointer.h"

#include <QObject>
#include <QPointer>

class pqPropertiesPanel;
class QLabel;
class QPushButton;
class QWidget;
class vtkSMProxy;

/// Additions to ParaView's properties panel, for types of representation and filters with a help page, which
/// their XML marks with the hint HelpPage:
/// - Beside "Display", a button "?" opens the page of the chosen type. The panel's own "?" only
///   knows sources and filters.
/// - Below it, a text says what draws the volume of data for which Volume (Ray Cast) is not offered.
/// - Labels have the tool tips of their controls.
/// - The properties fit into the initial width of the panel. Long numbers show their first digits.
class pqPanelHelp : public QObject
{
  Q_OBJECT

public:
  /// `panel` becomes the parent.
  explicit pqPanelHelp(pqPropertiesPanel* panel);
  ~pqPanelHelp() override;

  bool eventFilter(QObject* watched, QEvent* event) override;

private Q_SLOTS:
  void showPage() const;

private:
  Q_DISABLE_COPY(pqPanelHelp)

  void addButton(QWidget* beside);
  void showOtherWays();        ///< for the display that the panel shows
  void update(QWidget* frame); ///< after the controls in a frame of the panel have changed

  QWidget* const Properties;
  QWidget* const Display;
  QPointer<QPushButton> Button;     ///< the panel is its parent
  QPointer<QLabel> Other;           ///< the frame of the display is its parent
  vtkWeakPointer<vtkSMProxy> Shown; ///< the proxy whose page the button opens
};

#endif
