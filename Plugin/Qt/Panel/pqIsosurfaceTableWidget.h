// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqIsosurfaceTableWidget_h
#define pqIsosurfaceTableWidget_h

#include "pqDragStep.h"
#include "pqPropertyWidget.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkWeakPointer.h"

#include <QPointer>
#include <QVariantList>

#include <vector>

class pqDoubleRangeWidget;
class pqExpandableTableView;
class pqHistogramBars;
class pqIsosurfaceTableModel;
class pqSeriesGeneratorDialog;
class QLabel;
class QToolButton;

/// The table of isosurfaces, with value, opacity, color and visibility for each. Buttons add one isosurface
/// or a range of them, or remove them. A slider below the histogram changes the value of the selected row.
/// The surface follows while the slider is dragged, and a drag is one step of undo. Used for properties with
/// panel_widget="isosurface_table", whose rows are those of vtkIsovalueList. The hint RangeOf names a
/// property whose domain is the range of the data.
class pqIsosurfaceTableWidget : public pqPropertyWidget
{
  Q_OBJECT
  typedef pqPropertyWidget Superclass;
  Q_PROPERTY(QVariantList numbers READ numbers WRITE setNumbers NOTIFY numbersChanged)
  Q_PROPERTY(int misfits READ misfits) ///< number of cells whose color's name is cut off, for tests

public:
  pqIsosurfaceTableWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqIsosurfaceTableWidget() override;

  QVariantList numbers() const;
  void setNumbers(const QVariantList& numbers);
  int misfits() const;

Q_SIGNALS:
  void numbersChanged();

private Q_SLOTS:
  void add();
  void addRange();
  void remove();
  void resetTable(); ///< resets to one surface in the middle of the range
  void sortBy(int column);
  void chooseColor(const QModelIndex& cell);
  void dropColor(); ///< removes the own colors of selected rows
  void slide(double value);
  void showSelected(); ///< called after changes of the table or of its selection
  void showRange();

private:
  Q_DISABLE_COPY(pqIsosurfaceTableWidget)

  QToolButton* makeButton(const char* name, const char* icon, const char* tip);
  void makeTable();
  void makeSlider(vtkSMProperty* rangeOf);
  bool getRange(double range[2]) const;
  QColor shownColor(int row) const; ///< the surface's fixed color, or the color of the data at its value
  int selectedRow() const;          ///< the first row if none is selected; -1: the table is empty
  std::vector<int> selectedRows() const;

  pqIsosurfaceTableModel* const Model;
  pqExpandableTableView* const Table;
  QLabel* const Range;
  pqDoubleRangeWidget* const Slider;
  pqHistogramBars* const Bars; ///< above the slider
  vtkWeakPointer<vtkSMDoubleRangeDomain> RangeDomain;
  QPointer<pqSeriesGeneratorDialog> Generator;
  pqDragStep Step; ///< the step of undo while the slider is dragged
};

#endif
