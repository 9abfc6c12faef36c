// SPDX-License-Identifier: BSD-3-Clause
#include "pqIsovalueListWidget.h"

#include "pqCoreUtilities.h"
#include "pqDoubleRangeWidget.h"
#include "pqScalarValueListPropertyWidget.h"
#include "pqWidgetRangeDomain.h"
#include "vtkCommand.h"
#include "vtkSMProperty.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QGridLayout>
#include <QItemSelectionModel>
#include <QSignalBlocker>

pqIsovalueListWidget::pqIsovalueListWidget(
  vtkSMProxy* smproxy, vtkSMProperty* smproperty, QWidget* parentObject)
  : Superclass(smproperty, smproxy, parentObject)
  , List(this->findChild<pqScalarValueListPropertyWidget*>("ScalarValueList"))
  , Table(this->findChild<QAbstractItemView*>("Table"))
{
  auto* grid = this->List ? qobject_cast<QGridLayout*>(this->List->layout()) : nullptr;
  if (!grid || !this->Table)
  {
    return; // the property is not a list of numbers; the superclass has made what fits
  }
  this->Slider = new pqDoubleRangeWidget(this);
  this->Slider->setObjectName("IsovalueSlider");
  this->Slider->setToolTip("The selected isovalue, or the first; the surface follows while you drag.");
  this->Slider->setUseGlobalPrecisionAndNotation(true);
  this->Slider->setResolution(1000);
  new pqWidgetRangeDomain(this->Slider, "minimum", "maximum", smproperty, 0);
  grid->addWidget(this->Slider, grid->rowCount(), 0, 1, grid->columnCount());

  this->connect(this->Slider, SIGNAL(valueChanged(double)), SLOT(slide(double)));
  this->connect(this->List, SIGNAL(scalarsChanged()), SLOT(showSelected()));
  this->connect(this->Table->selectionModel(),
    SIGNAL(selectionChanged(const QItemSelection&, const QItemSelection&)), SLOT(showSelected()));
  // The list emits no signal when a script or an animation changes the property.
  for (unsigned long event : { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent,
         vtkCommand::DomainModifiedEvent })
  {
    pqCoreUtilities::connect(smproperty, event, this, SLOT(showSelected()), Qt::QueuedConnection);
  }
  this->showSelected();
}

pqIsovalueListWidget::~pqIsovalueListWidget() = default;

int pqIsovalueListWidget::selectedRow() const
{
  const int number = this->List->scalars().size();
  const QModelIndexList selected = this->Table->selectionModel()->selectedIndexes();
  const int row = selected.empty() ? 0 : selected.first().row();
  return row < number ? row : number - 1;
}

void pqIsovalueListWidget::slide(double value)
{
  QVariantList values = this->List->scalars();
  const int row = this->selectedRow();
  if (row < 0)
  {
    values.push_back(value);
  }
  else if (values[row].toDouble() == value)
  {
    return;
  }
  else
  {
    values[row] = value;
  }
  // The list tells the property, which is applied at once.
  this->List->setScalars(values);
  Q_EMIT this->List->scalarsChanged();
}

void pqIsovalueListWidget::showSelected()
{
  const int row = this->selectedRow();
  this->Slider->setEnabled(this->Slider->minimum() < this->Slider->maximum());
  if (row >= 0)
  {
    const QSignalBlocker blocker(this->Slider);
    this->Slider->setValue(this->List->scalars()[row].toDouble());
  }
}
