// SPDX-License-Identifier: BSD-3-Clause
#include "pqFrameReportWidget.h"

#include "pqReportRows.h"
#include "pqTimer.h"
#include "pqView.h"
#include "vtkSMPropertyGroup.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMStringVectorProperty.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QPushButton>
#include <QStyle>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace
{
constexpr int RefreshMilliseconds = 100;
enum Column
{
  NAME,
  VALUE,
  UNIT,
  NUMBER_OF_COLUMNS
};

/// Whether the last frame of a view was drawn during an interaction, so that a still will follow.
bool IsInteracting(pqView* view)
{
  auto* const proxy = vtkSMRenderViewProxy::SafeDownCast(view ? view->getProxy() : nullptr);
  return proxy && proxy->LastRenderWasInteractive();
}
} // namespace

pqFrameReportWidget::pqFrameReportWidget(
  vtkSMProxy* smproxy, vtkSMPropertyGroup* group, QWidget* parentObject)
  : Superclass(smproxy, parentObject)
  , Table(new QTableWidget(0, NUMBER_OF_COLUMNS, this))
  , Timer(new pqTimer(this))
{
  for (unsigned int i = 0; i < group->GetNumberOfProperties(); ++i)
  {
    auto* texts = vtkSMStringVectorProperty::SafeDownCast(group->GetProperty(i));
    if (texts && texts->GetNumberOfElementsPerCommand() == NUMBER_OF_COLUMNS)
    {
      this->Rows = texts;
      this->setToolTip(pqPropertyWidget::getTooltip(texts));
    }
  }

  // Nothing in the table should look editable.
  this->Table->setObjectName("Table");
  this->Table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  this->Table->setSelectionMode(QAbstractItemView::NoSelection);
  this->Table->setFocusPolicy(Qt::NoFocus);
  this->Table->setFrameShape(QFrame::NoFrame);
  this->Table->setShowGrid(false);
  this->Table->setWordWrap(true);
  QPalette palette = this->Table->palette();
  palette.setColor(QPalette::Base, palette.color(QPalette::Window));
  this->Table->setPalette(palette);
  this->Table->horizontalHeader()->hide();
  this->Table->horizontalHeader()->setMinimumSectionSize(1);
  this->Table->horizontalHeader()->setSectionResizeMode(NAME, QHeaderView::Fixed);
  this->Table->horizontalHeader()->setSectionResizeMode(VALUE, QHeaderView::Stretch);
  this->Table->horizontalHeader()->setSectionResizeMode(UNIT, QHeaderView::Fixed);
  this->Table->verticalHeader()->hide();
  this->Table->verticalHeader()->setMinimumSectionSize(1);

  // The table is as wide as the panel, and high enough for all rows.
  this->Table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  this->Table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  this->Table->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

  auto* copyButton = new QPushButton("Copy as Text", this);
  copyButton->setObjectName("Copy");
  copyButton->setToolTip("Copies the report to the clipboard, with tabs between name, value and unit.");
  this->connect(copyButton, SIGNAL(clicked()), SLOT(copy()));

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(this->Table);
  column->addWidget(copyButton);

  this->Timer->setSingleShot(true);
  this->Timer->setInterval(RefreshMilliseconds);
  this->connect(this->Timer, SIGNAL(timeout()), SLOT(refresh()));
  this->connect(this, SIGNAL(viewChanged(pqView*)), SLOT(follow(pqView*)));
}

pqFrameReportWidget::~pqFrameReportWidget() = default;

void pqFrameReportWidget::follow(pqView* view)
{
  if (this->Followed)
  {
    this->disconnect(this->Followed, SIGNAL(endRender()), this, SLOT(refreshSoon()));
  }
  this->Followed = view;
  if (view)
  {
    this->connect(view, SIGNAL(endRender()), SLOT(refreshSoon()));
  }
  this->refreshSoon();
}

void pqFrameReportWidget::refreshSoon()
{
  // Do not restart a running timer: frames may come faster than it ends.
  if (this->isVisible() && !this->Timer->isActive())
  {
    this->Timer->start();
  }
}

void pqFrameReportWidget::showEvent(QShowEvent* event)
{
  this->Superclass::showEvent(event);
  this->refresh();
}

void pqFrameReportWidget::resizeEvent(QResizeEvent* event)
{
  this->Superclass::resizeEvent(event);
  this->fit();
}

void pqFrameReportWidget::refresh()
{
  if (!this->Rows || !this->isVisible() || (this->Table->rowCount() > 0 && IsInteracting(this->Followed)))
  {
    return;
  }
  this->proxy()->UpdatePropertyInformation(this->Rows);
  const vtkSMPropertyHelper texts(this->Rows);
  this->Table->clearSpans();
  this->Table->setRowCount(0);
  struct Line
  {
    pqReportRows::Row Row;
    QString Value, Unit;
  };
  std::vector<Line> lines;
  bool onCpu = false;
  for (unsigned int i = 0; i + NUMBER_OF_COLUMNS <= texts.GetNumberOfElements(); i += NUMBER_OF_COLUMNS)
  {
    const QString value = texts.GetAsString(i + VALUE);
    const QString unit = texts.GetAsString(i + UNIT);
    const QString name = texts.GetAsString(i);
    onCpu = onCpu || (name == "device" && value.startsWith("CPU"));
    if (!value.isEmpty()) // rows without a value have nothing to report
    {
      lines.push_back({ pqReportRows::Find(name, unit), value, unit });
      if (name == "fallback reason" && !onCpu)
      {
        lines.back().Row.Label = "Why"; // why another mapper draws, or why nothing is drawn
      }
    }
  }
  std::stable_sort(lines.begin(), lines.end(),
    [](const Line& first, const Line& second) { return first.Row.Under < second.Row.Under; });
  for (std::size_t i = 0; i < lines.size(); ++i)
  {
    if (i == 0 || lines[i].Row.Under != lines[i - 1].Row.Under)
    {
      this->addHeading(pqReportRows::LabelOf(lines[i].Row.Under));
    }
    this->addRow(lines[i].Row.Label, lines[i].Value, lines[i].Unit, lines[i].Row.ToolTip);
  }
  this->fit();
}

void pqFrameReportWidget::addHeading(const QString& label)
{
  const int row = this->Table->rowCount();
  this->Table->insertRow(row);
  for (int column = 0; column < NUMBER_OF_COLUMNS; ++column)
  {
    this->Table->setItem(row, column, new QTableWidgetItem(column == NAME ? label : QString()));
  }
  QFont bold = this->Table->font();
  bold.setBold(true);
  this->Table->item(row, NAME)->setFont(bold);
  this->Table->setSpan(row, NAME, 1, NUMBER_OF_COLUMNS);
}

void pqFrameReportWidget::addRow(
  const QString& label, const QString& value, const QString& unit, const QString& toolTip)
{
  const int row = this->Table->rowCount();
  this->Table->insertRow(row);
  this->Table->setItem(row, NAME, new QTableWidgetItem(label));
  this->Table->setItem(row, VALUE, new QTableWidgetItem(value));
  this->Table->setItem(row, UNIT, new QTableWidgetItem(unit));
  bool isNumber = false;
  value.toDouble(&isNumber);
  for (int column = 0; column < NUMBER_OF_COLUMNS; ++column)
  {
    const bool toTheRight = isNumber && column == VALUE;
    QTableWidgetItem* const item = this->Table->item(row, column);
    item->setTextAlignment(Qt::AlignTop | (toTheRight ? Qt::AlignRight : Qt::AlignLeft));
    item->setToolTip(toolTip);
  }
  if (!isNumber)
  {
    this->Table->setSpan(row, VALUE, 1, NUMBER_OF_COLUMNS - VALUE); // sentences need more room
  }
}

int pqFrameReportWidget::margin() const
{
  return 2 * (this->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this->Table) + 1);
}

int pqFrameReportWidget::widthFor(int row, int column) const
{
  const QString text = this->Table->item(row, column)->text();
  return this->Table->fontMetrics().horizontalAdvance(text) + 1 + 2 * this->margin();
}

bool pqFrameReportWidget::isSentence(int row, int column) const
{
  return this->Table->columnSpan(row, column) > 1;
}

void pqFrameReportWidget::fit()
{
  // If numbers would be cut off, break names into lines.
  int name = 0, value = 0, unit = 0;
  for (int row = 0; row < this->Table->rowCount(); ++row)
  {
    name = this->isSentence(row, NAME) ? name : std::max(name, this->widthFor(row, NAME));
    value = this->isSentence(row, VALUE) ? value : std::max(value, this->widthFor(row, VALUE));
    unit = std::max(unit, this->widthFor(row, UNIT));
  }
  const int room = this->Table->viewport()->width() - value - unit;
  this->Table->setColumnWidth(NAME, std::max(1, std::min(name, room)));
  this->Table->setColumnWidth(UNIT, std::max(1, unit));
  this->fitHeight();
}

int pqFrameReportWidget::misfits() const
{
  const int line = this->Table->fontMetrics().height() + this->margin();
  int number = 0;
  for (int row = 0; row < this->Table->rowCount(); ++row)
  {
    const bool isBroken = this->widthFor(row, NAME) > this->Table->columnWidth(NAME);
    const bool isNumber = !this->isSentence(row, NAME) && !this->isSentence(row, VALUE);
    const bool isCut = this->widthFor(row, VALUE) > this->Table->columnWidth(VALUE);
    number += isNumber && (isCut || (!isBroken && this->Table->rowHeight(row) > line)) ? 1 : 0;
  }
  return number;
}

void pqFrameReportWidget::fitHeight()
{
  // Compute heights here, because the table would measure a sentence by its first column only.
  const int margin = this->margin();
  for (int row = 0; row < this->Table->rowCount(); ++row)
  {
    int height = 0;
    for (int column = 0; column < NUMBER_OF_COLUMNS; ++column)
    {
      int width = this->Table->columnWidth(column);
      for (int joined = 1; joined < this->Table->columnSpan(row, column); ++joined)
      {
        width += this->Table->columnWidth(column + joined);
      }
      // A sentence is set slightly narrower than its cells. Units are not broken.
      const QRect room(0, 0, column == UNIT ? QWIDGETSIZE_MAX : width - 2 * margin, QWIDGETSIZE_MAX);
      const QString text = this->Table->item(row, column)->text();
      height =
        std::max(height, this->Table->fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height());
    }
    this->Table->setRowHeight(row, height + margin);
  }
  this->Table->setFixedHeight(this->Table->verticalHeader()->length());
}

void pqFrameReportWidget::copy() const
{
  QString text;
  for (int row = 0; row < this->Table->rowCount(); ++row)
  {
    QStringList line;
    for (int column = 0; column < NUMBER_OF_COLUMNS; ++column)
    {
      line << this->Table->item(row, column)->text();
    }
    text += line.join('\t').trimmed() + "\n";
  }
  QApplication::clipboard()->setText(text);
}
