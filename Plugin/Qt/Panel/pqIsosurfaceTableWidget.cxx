// SPDX-License-Identifier: BSD-3-Clause
#include "pqIsosurfaceTableWidget.h"

#include "pqCompat.h"
#include "pqCoreUtilities.h"
#include "pqDoubleRangeWidget.h"
#include "pqExpandableTableView.h"
#include "pqHighlightableToolButton.h"
#include "pqHistogramBars.h"
#include "pqIsosurfaceTableModel.h"
#include "pqScaleByButton.h"
#include "pqSeriesGeneratorDialog.h"
#include "pqShownHistogram.h"
#include "pqWidgetRangeDomain.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkScalarsToColors.h"

#include <QAction>
#include <QColorDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace
{
constexpr int FewestRows = 3, MostRows = 10; // rows that the table has room for
} // namespace

pqIsosurfaceTableWidget::pqIsosurfaceTableWidget(
  vtkSMProxy* smproxy, vtkSMProperty* smproperty, QWidget* parentObject)
  : Superclass(smproxy, parentObject)
  , Model(new pqIsosurfaceTableModel(this))
  , Table(new pqExpandableTableView(this))
  , Range(new QLabel(this))
  , Slider(new pqDoubleRangeWidget(this))
  , Bars(new pqHistogramBars(this->Slider->findChild<QSlider*>(), this))
{
  this->setShowLabel(false);
  vtkPVXMLElement* const hints = smproperty->GetHints();
  vtkPVXMLElement* const hint = hints ? hints->FindNestedElementByName("RangeOf") : nullptr;
  vtkSMProperty* const rangeOf = hint ? smproxy->GetProperty(hint->GetAttribute("property")) : nullptr;
  this->RangeDomain = rangeOf ? rangeOf->FindDomain<vtkSMDoubleRangeDomain>() : nullptr;
  this->makeTable();
  this->makeSlider(rangeOf);
  this->Bars->setObjectName("Histogram");
  this->Bars->setToolTip(
    "The histogram of the visible data: how much of the volume has each value. A sample stands for more than "
    "a million tetrahedra.");
  const bool inVolume = smproperty == smproxy->GetProperty("RayCastIsosurfaces");
  new pqShownHistogram(smproxy, inVolume, this->Bars, this);

  auto* const buttons = new QHBoxLayout; // below the table, which gets the full width of a narrow panel
  buttons->setSpacing(0);
  const auto add = [&](const char* name, const char* icon, const char* tip, const char* slot) {
    QToolButton* const button = this->makeButton(name, icon, tip);
    this->connect(button, SIGNAL(clicked()), slot);
    buttons->addWidget(button);
    return button;
  };
  add("Add", ":/QtWidgets/Icons/pqPlus.svg",
    "Adds a row below the selected one, with the value in the middle of the largest gap.", SLOT(add()));
  QToolButton* const removal =
    add("Remove", ":/QtWidgets/Icons/pqMinus.svg", "Removes the selected isosurfaces.", SLOT(remove()));
  add("AddRange", ":/pqWidgets/Icons/pqRulerScale16.png",
    "Adds several isosurfaces, evenly spaced over a range.", SLOT(addRange()));
  QToolButton* const all =
    this->makeButton("RemoveAll", ":/QtWidgets/Icons/pqDelete.svg", "Removes all isosurfaces.");
  this->connect(all, &QToolButton::clicked, this->Model, &pqIsosurfaceTableModel::clear);
  buttons->addWidget(all);
  auto* const scale = new pqScaleByButton(this);
  scale->setObjectName("ScaleBy");
  scale->setAutoRaise(true);
  scale->setToolTip("Multiplies all isovalues by a factor.");
  this->connect(scale, &pqScaleByButton::scale, this->Model, &pqIsosurfaceTableModel::scale);
  buttons->addWidget(scale);
  auto* const reset = new pqHighlightableToolButton(this);
  reset->setObjectName("Reset");
  reset->setIcon(QIcon(":/pqWidgets/Icons/pqReset.svg"));
  reset->setToolTip("Resets to one isosurface, in the middle of the range of the data.");
  this->connect(reset, SIGNAL(clicked()), SLOT(resetTable()));
  buttons->addWidget(reset);
  buttons->addStretch();

  auto* const grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(2);
  grid->addWidget(this->Range, 0, 0);
  grid->addWidget(this->Table, 1, 0);
  grid->addLayout(buttons, 2, 0);
  grid->addWidget(this->Bars, 3, 0);
  grid->addWidget(this->Slider, 4, 0);

  removal->setEnabled(false);
  this->connect(this->Table->selectionModel(), &QItemSelectionModel::selectionChanged, [this, removal] {
    removal->setEnabled(this->Table->selectionModel()->hasSelection());
    this->showSelected();
  });
  if (rangeOf)
  {
    pqCoreUtilities::connect(rangeOf, vtkCommand::DomainModifiedEvent, this, SLOT(showRange()));
    pqCoreUtilities::connect(rangeOf, vtkCommand::DomainModifiedEvent, reset, SLOT(highlight()));
    this->connect(reset, &QToolButton::clicked, reset, &pqHighlightableToolButton::clear);
  }
  this->showRange();

  this->addPropertyLink(this, "numbers", SIGNAL(numbersChanged()), smproperty);
  this->connect(this->Model, SIGNAL(edited()), SIGNAL(numbersChanged()));
  this->connect(this->Model, SIGNAL(edited()), SLOT(showSelected()));
  this->connect(this->Model, SIGNAL(edited()), SLOT(showRange()));
  this->showSelected();
}

pqIsosurfaceTableWidget::~pqIsosurfaceTableWidget() = default;

QToolButton* pqIsosurfaceTableWidget::makeButton(const char* name, const char* icon, const char* tip)
{
  auto* const button = new QToolButton(this);
  button->setObjectName(name);
  button->setIcon(QIcon(icon));
  button->setToolTip(tip);
  return button;
}

void pqIsosurfaceTableWidget::makeTable()
{
  this->Range->setObjectName("Range");
  this->Range->setWordWrap(true); // numbers with many digits wrap in a narrow panel
  this->Range->setToolTip("The smallest and the largest value of the isosurface array.");

  this->Table->setObjectName("Table");
  this->Table->setModel(this->Model);
  this->Table->setToolTip(
    "One row for each isosurface. Double-click a value, an opacity or a color to change it.");
  this->Table->setSelectionBehavior(QAbstractItemView::SelectRows);
  this->Table->setAlternatingRowColors(true);
  this->Table->setMinimumRowCount(FewestRows);
  this->Table->setMaximumRowCountBeforeScrolling(MostRows);
  this->Table->setPadding(0);
  this->Table->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  this->Table->verticalHeader()->hide();
  QHeaderView* const header = this->Table->horizontalHeader();
  header->setObjectName("Header");
  header->setSectionsClickable(true);
  header->setHighlightSections(false);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(pqIsosurfaceTableModel::VALUE, QHeaderView::Stretch);
  // The header resizes its sections by itself when entries change, but not when rows are inserted.
  header->connect(this->Model, SIGNAL(rowsInserted(const QModelIndex&, int, int)), SLOT(resizeSections()));
  this->connect(header, SIGNAL(sectionClicked(int)), SLOT(sortBy(int)));
  this->connect(
    this->Table, SIGNAL(doubleClicked(const QModelIndex&)), SLOT(chooseColor(const QModelIndex&)));
  this->connect(this->Table, SIGNAL(editPastLastRow()), SLOT(add()));

  auto* const drop = new QAction("By Data", this->Table);
  drop->setObjectName("ByData");
  drop->setToolTip("Colors the surface by the data again.");
  this->connect(drop, SIGNAL(triggered()), SLOT(dropColor()));
  this->Table->addAction(drop);
  this->Table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void pqIsosurfaceTableWidget::makeSlider(vtkSMProperty* rangeOf)
{
  this->Slider->setObjectName("IsovalueSlider");
  this->Slider->setToolTip(
    "The value of the selected isosurface, or of the first. The surface follows while you drag.");
  this->Slider->setUseGlobalPrecisionAndNotation(true);
  this->Slider->setResolution(1000);
  if (rangeOf)
  {
    new pqWidgetRangeDomain(this->Slider, "minimum", "maximum", rangeOf, 0);
  }
  this->connect(this->Slider, SIGNAL(valueChanged(double)), SLOT(slide(double)));
  if (auto* handle = this->Slider->findChild<QSlider*>())
  {
    this->Step.follow(handle, "Isovalue", this);
  }
}

QVariantList pqIsosurfaceTableWidget::numbers() const
{
  return this->Model->numbers();
}

void pqIsosurfaceTableWidget::setNumbers(const QVariantList& numbers)
{
  this->Model->setNumbers(numbers);
  this->showRange();
}

int pqIsosurfaceTableWidget::misfits() const
{
  int number = 0;
  for (int row = 0; row < this->Model->rowCount(); ++row)
  {
    const QModelIndex cell = this->Model->index(row, pqIsosurfaceTableModel::COLOR);
    number += this->Table->sizeHintForIndex(cell).width() > this->Table->columnWidth(cell.column()) ? 1 : 0;
  }
  return number;
}

bool pqIsosurfaceTableWidget::getRange(double range[2]) const
{
  vtkSMDoubleRangeDomain* const domain = this->RangeDomain;
  if (!domain || !domain->GetMinimumExists(0) || !domain->GetMaximumExists(0))
  {
    return false;
  }
  range[0] = domain->GetMinimum(0);
  range[1] = domain->GetMaximum(0);
  return true;
}

std::vector<int> pqIsosurfaceTableWidget::selectedRows() const
{
  std::vector<int> rows;
  for (const QModelIndex& index : this->Table->selectionModel()->selectedIndexes())
  {
    rows.push_back(index.row());
  }
  return rows;
}

int pqIsosurfaceTableWidget::selectedRow() const
{
  const std::vector<int> selected = this->selectedRows();
  const int row = selected.empty() ? 0 : *std::min_element(selected.begin(), selected.end());
  return std::min(row, this->Model->rowCount() - 1);
}

void pqIsosurfaceTableWidget::add()
{
  const QModelIndex current = this->Table->currentIndex();
  const int after = current.isValid() ? current.row() : this->Model->rowCount() - 1;
  double range[2] = { 0, 0 };
  this->getRange(range);
  this->Model->insert(after + 1, { this->Model->newValue(range[0], range[1]) });
  const QModelIndex added = this->Model->index(after + 1, pqIsosurfaceTableModel::VALUE);
  this->Table->setCurrentIndex(added);
  this->Table->edit(added);
}

void pqIsosurfaceTableWidget::addRange()
{
  double range[2] = { 0, 10 };
  this->getRange(range);
  if (!this->Generator)
  {
    this->Generator = new pqSeriesGeneratorDialog(range[0], range[1], this);
  }
  else
  {
    this->Generator->setDataRange(range[0], range[1]);
  }
  if (this->Generator->exec() == QDialog::Accepted)
  {
    const QVector<double> series = this->Generator->series();
    this->Model->insert(this->Model->rowCount(), { series.begin(), series.end() });
  }
}

void pqIsosurfaceTableWidget::remove()
{
  const std::vector<int> rows = this->selectedRows();
  if (!rows.empty())
  {
    this->Model->remove(rows);
    const int next = std::min(*std::min_element(rows.begin(), rows.end()), this->Model->rowCount() - 1);
    this->Table->setCurrentIndex(this->Model->index(next, pqIsosurfaceTableModel::VALUE));
  }
}

void pqIsosurfaceTableWidget::resetTable()
{
  double range[2];
  if (this->getRange(range))
  {
    this->Model->setNumbers({ 0.5 * (range[0] + range[1]), 1.0, 1.0, 0.0, 1.0, 1.0, 1.0 });
    Q_EMIT this->Model->edited();
  }
}

void pqIsosurfaceTableWidget::sortBy(int column)
{
  // A second click on the column reverses the order.
  QHeaderView* const header = this->Table->horizontalHeader();
  const QVariantList before = this->numbers();
  this->Model->sort(column, Qt::AscendingOrder);
  if (before == this->numbers())
  {
    this->Model->sort(column, Qt::DescendingOrder);
  }
  header->setSortIndicatorShown(false); // an indicator would be wrong after the next change of a value
}

void pqIsosurfaceTableWidget::chooseColor(const QModelIndex& cell)
{
  if (cell.isValid() && cell.column() == pqIsosurfaceTableModel::COLOR)
  {
    const QPersistentModelIndex kept(cell);
    const QColor color = QColorDialog::getColor(
      this->shownColor(cell.row()), this, "Color of the Isosurface", QColorDialog::DontUseNativeDialog);
    if (color.isValid() && kept.isValid())
    {
      this->Model->setColor(kept.row(), color);
    }
  }
}

QColor pqIsosurfaceTableWidget::shownColor(int row) const
{
  QColor own = this->Model->color(row);
  if (own.isValid())
  {
    return own;
  }
  // Surfaces in a volume may be colored by a separate array.
  vtkSMProxy* const display = this->proxy();
  const bool inVolume = display->GetProperty("RayCastIsosurfaceLookupTable") &&
    this->property() == display->GetProperty("RayCastIsosurfaces") &&
    vtkSMPropertyHelper(display, "RayCastIsosurfaceLookupTable").GetAsProxy();
  const vtkSMPropertyHelper array(display, "ColorArrayName", true);
  const bool isSolid = array.GetNumberOfElements() < 5 || !array.GetAsString(4)[0];
  double color[3] = { 1, 1, 1 };
  if (isSolid && !inVolume)
  {
    vtkSMPropertyHelper(display, "DiffuseColor", true).Get(color, 3);
  }
  else
  {
    vtkSMProxy* const map =
      vtkSMPropertyHelper(display, inVolume ? "RayCastIsosurfaceLookupTable" : "LookupTable", true)
        .GetAsProxy();
    auto* const function = vtkScalarsToColors::SafeDownCast(map ? map->GetClientSideObject() : nullptr);
    if (function)
    {
      function->GetColor(this->Model->value(row), color);
    }
  }
  return QColor::fromRgbF(color[0], color[1], color[2]);
}

void pqIsosurfaceTableWidget::dropColor()
{
  for (int row : this->selectedRows())
  {
    this->Model->setColor(row, QColor());
  }
}

void pqIsosurfaceTableWidget::slide(double value)
{
  const int row = this->selectedRow();
  if (row < 0)
  {
    this->Model->insert(0, { value });
  }
  else
  {
    this->Model->setValue(row, value);
  }
}

void pqIsosurfaceTableWidget::showSelected()
{
  const int row = this->selectedRow();
  this->Slider->setEnabled(this->Slider->minimum() < this->Slider->maximum());
  if (row >= 0)
  {
    const QSignalBlocker blocker(this->Slider);
    this->Slider->setValue(this->Model->value(row));
  }
}

void pqIsosurfaceTableWidget::showRange()
{
  double range[2];
  QString text("Value Range: unknown");
  if (this->getRange(range))
  {
    text = QString("Value Range: [%1, %2]").arg(pqCompat::Shown(range[0]), pqCompat::Shown(range[1]));
    QStringList outside;
    for (int row = 0; row < this->Model->rowCount(); ++row)
    {
      const double value = this->Model->value(row);
      if (value < range[0] || value > range[1])
      {
        outside << pqCompat::Shown(value);
      }
    }
    if (!outside.isEmpty())
    {
      text += QString("\nOutside of it, without a surface: %1").arg(outside.join(", "));
    }
  }
  this->Range->setText(text);
  this->showSelected();
  std::vector<double> values;
  for (int row = 0; row < this->Model->rowCount(); ++row)
  {
    values.push_back(this->Model->value(row));
  }
  this->Bars->setMarks(values);
}
