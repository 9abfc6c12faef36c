// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqFrameReportWidget_h
#define pqFrameReportWidget_h

#include "pqPropertyWidget.h"

#include <QPointer>

class pqTimer;
class pqView;
class vtkSMPropertyGroup;
class QTableWidget;
class vtkSMProperty;

/// A table of what a representation reports about its last still: label, value and unit, under headings, for
/// reading only, with a button that copies it as text. It follows the frames of the view while it can be
/// seen, a few times a second at most; frames of an interaction are left out, which have fewer rays. Used for
/// property groups with panel_widget="frame_report"; of their properties, it shows the one that has three
/// texts for each row.
class pqFrameReportWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(int misfits READ misfits)
  typedef pqPropertyWidget Superclass;

public:
  pqFrameReportWidget(vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent = nullptr);
  ~pqFrameReportWidget() override;

  /// How many rows with a number show it cut off, or are higher than a line without need.
  int misfits() const;

protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private Q_SLOTS:
  void follow(pqView* view); ///< another view is the active one
  void refreshSoon();
  void refresh();
  void copy() const;

private:
  Q_DISABLE_COPY(pqFrameReportWidget)

  void addHeading(const QString& label);
  void addRow(const QString& label, const QString& value, const QString& unit, const QString& toolTip);
  int margin() const;                         ///< around a text, in pixels
  int widthFor(int row, int column) const;    ///< that a text needs in one line
  bool isSentence(int row, int column) const; ///< which goes over several columns
  void fit();
  void fitHeight();

  vtkSMProperty* Rows = nullptr;
  QPointer<pqView> Followed;
  QTableWidget* const Table;
  pqTimer* const Timer;
};

#endif
