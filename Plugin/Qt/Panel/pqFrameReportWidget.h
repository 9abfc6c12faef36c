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

/// A read-only table with a representation's report about its last still: label, value and unit, under
/// headings. A button copies it as text. While visible, it is updated after frames of the view, at most ten
/// times a second. Frames of an interaction, which have fewer rays, are skipped. Used for property groups
/// with panel_widget="frame_report": it shows the property of the group that has three texts for each row.
class pqFrameReportWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(int misfits READ misfits)
  typedef pqPropertyWidget Superclass;

public:
  pqFrameReportWidget(vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent = nullptr);
  ~pqFrameReportWidget() override;

  /// The number of rows whose number is cut off, or that are higher than a line without need. For tests.
  int misfits() const;

protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private Q_SLOTS:
  void follow(pqView* view); ///< the active view has changed
  void refreshSoon();
  void refresh();
  void copy() const;

private:
  Q_DISABLE_COPY(pqFrameReportWidget)

  void addHeading(const QString& label);
  void addRow(const QString& label, const QString& value, const QString& unit, const QString& toolTip);
  int margin() const;                         ///< around a text, in pixels
  int widthFor(int row, int column) const;    ///< width of a text in one line
  bool isSentence(int row, int column) const; ///< whether a text spans several columns
  void fit();
  void fitHeight();

  vtkSMProperty* Rows = nullptr;
  QPointer<pqView> Followed;
  QTableWidget* const Table;
  pqTimer* const Timer;
};

#endif
