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

/// The table of isosurfaces: a row for each, with its value, opacity, colour and visibility, buttons to add
/// one, a range of them, or to remove them, and a slider for the value of the row that is chosen, below the
/// histogram of the values. The surface follows while the slider is dragged; a drag is one step to undo. Used
/// for properties with panel_widget="isosurface_table", whose rows are those of vtkIsovalueList. The hint
/// RangeOf names a property with a domain that gives the range of the data.
class pqIsosurfaceTableWidget : public pqPropertyWidget
{
  Q_OBJECT
  typedef pqPropertyWidget Superclass;
  Q_PROPERTY(QVariantList numbers READ numbers WRITE setNumbers NOTIFY numbersChanged)
  Q_PROPERTY(int misfits READ misfits) ///< cells with colors whose words are cut, for tests of a narrow panel

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
  void resetTable(); ///< to one surface in the middle of the range
  void sortBy(int column);
  void chooseColor(const QModelIndex& cell);
  void dropColor(); ///< of the selected rows
  void slide(double value);
  void sliderPressed();
  void sliderReleased();
  void showSelected(); ///< the table or the selection in it has changed
  void showRange();

private:
  Q_DISABLE_COPY(pqIsosurfaceTableWidget)

  QToolButton* makeButton(const char* name, const char* icon, const char* tip);
  void makeTable();
  void makeSlider(vtkSMProperty* rangeOf);
  bool getRange(double range[2]) const;
  QColor shownColor(int row) const; ///< its own, or that of the data at its value
  int selectedRow() const;          ///< the first if none is; -1 when the table is empty
  std::vector<int> selectedRows() const;

  pqIsosurfaceTableModel* const Model;
  pqExpandableTableView* const Table;
  QLabel* const Range;
  pqDoubleRangeWidget* const Slider;
  pqHistogramBars* const Bars; ///< above the slider
  vtkWeakPointer<vtkSMDoubleRangeDomain> RangeDomain;
  QPointer<pqSeriesGeneratorDialog> Generator;
  pqDragStep Step; ///< while the slider is dragged
};

#endif
