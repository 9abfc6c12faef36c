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

/// Additions to ParaView's panel of properties, for types of representation and filters with a page of help
/// of their own, which their XML marks with the hint HelpPage:
///  - Beside "Display", a button "?" opens the page of the type that is chosen. The panel's own "?" knows
///  sources and filters only.
///  - Below it, a text says what draws the volume of data for which Volume (Ray Cast) is not offered.
///  - The labels of controls have the tool tips of the controls.
///  - The properties fit into the width that the panel has at first. Of longer numbers, the first digits
///  show.
class pqPanelHelp : public QObject
{
  Q_OBJECT

public:
  /// Belongs to the panel.
  explicit pqPanelHelp(pqPropertiesPanel* panel);
  ~pqPanelHelp() override;

  bool eventFilter(QObject* watched, QEvent* event) override;

private Q_SLOTS:
  void showPage() const;

private:
  Q_DISABLE_COPY(pqPanelHelp)

  void addButton(QWidget* beside);
  void showOtherWays();        ///< for the display that the panel shows
  void update(QWidget* frame); ///< the controls in a frame of the panel have changed

  QWidget* const Properties;
  QWidget* const Display;
  QPointer<QPushButton> Button;     ///< belongs to the panel
  QPointer<QLabel> Other;           ///< belongs to the frame of the display
  vtkWeakPointer<vtkSMProxy> Shown; ///< whose page the button opens
};

#endif
