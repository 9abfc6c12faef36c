// SPDX-License-Identifier: BSD-3-Clause
#include "pqPanelHelp.h"

#include "OtherWays.h"
#include "pqPropertiesPanel.h"
#include "pqPropertyWidget.h"
#include "pqProxyWidget.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMProxy.h"
#include "vtkSmartPointer.h"

#ifdef INKRAY_WITH_HELP
#include "pqHelpReaction.h"
#endif

#include <QApplication>
#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>

#include <algorithm>
#include <string>

namespace
{
vtkPVXMLElement* findHint(vtkSMProxy* proxy)
{
  return proxy && proxy->GetHints() ? proxy->GetHints()->FindNestedElementByName("HelpPage") : nullptr;
}

/// Find the proxy with the help page for the panel of `proxy`: itself or, for a display, the subproxy of the
/// chosen type. Null if that has no page.
vtkSMProxy* findWithPage(vtkSMProxy* proxy)
{
  if (!proxy || findHint(proxy))
  {
    return proxy;
  }
  if (!proxy->GetProperty("Representation"))
  {
    return nullptr;
  }
  const std::string type = vtkSMPropertyHelper(proxy, "Representation").GetAsString();
  auto properties = vtkSmartPointer<vtkSMPropertyIterator>::Take(proxy->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    vtkSMProxy* const part = properties->GetProperty()->GetParent();
    vtkPVXMLElement* const hint = findHint(part);
    if (hint && type == hint->GetAttributeOrEmpty("type"))
    {
      return part;
    }
  }
  return nullptr;
}

/// Copy tool tips of controls to their labels. Labels are in the first column, controls in the second.
void copyToolTips(QGridLayout* grid)
{
  for (int row = 0; row < grid->rowCount(); ++row)
  {
    QLayoutItem* const first = grid->itemAtPosition(row, 0);
    QLayoutItem* const second = grid->itemAtPosition(row, 1);
    auto* label = first ? qobject_cast<QLabel*>(first->widget()) : nullptr;
    auto* control = second ? qobject_cast<pqPropertyWidget*>(second->widget()) : nullptr;
    if (label && control && label->toolTip().isEmpty())
    {
      label->setToolTip(control->toolTip());
      label->setObjectName(control->objectName() + "Label");
    }
  }
}

/// Make fields that are too narrow show the first digits of a number, because the last digits look like
/// another number. While a field is not edited, ParaView draws a field without a parent in its place.
void showFirstDigits()
{
  for (QWidget* widget : QApplication::topLevelWidgets())
  {
    auto* const field = qobject_cast<QLineEdit*>(widget);
    if (field && field->isHidden() && field->objectName().isEmpty())
    {
      field->setObjectName("ShownDigits");
      QObject::connect(field, &QLineEdit::textChanged, field, [field] { field->home(false); });
      field->home(false);
    }
  }
}

/// Make controls narrower. ParaView's lists are as wide as their longest entry, and the buttons under
/// "Coloring" are wider than the initial panel. Otherwise the panel would scroll sideways.
void makeNarrow(QWidget* panel)
{
  constexpr int leastList = 100, leastSlider = 40, leastButton = 28, spacing = 2; // pixels
  for (QComboBox* list : panel->findChildren<QComboBox*>())
  {
    const int own = list->minimumWidth();
    const bool isArray = list->objectName() == "Variables"; // ParaView sets its minimum width
    if ((own == 0 && list->minimumSizeHint().width() > leastList) || (own > leastList && isArray))
    {
      list->setMinimumWidth(leastList);
    }
  }
  for (QSlider* slider : panel->findChildren<QSlider*>())
  {
    if (slider->minimumWidth() == 0)
    {
      slider->setMinimumWidth(leastSlider);
      auto* const row = qobject_cast<QHBoxLayout*>(slider->parentWidget()->layout());
      auto* const field =
        slider->parentWidget()->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
      if (row && field)
      {
        row->setStretchFactor(slider, 3); // by default, the field takes most of the room
        row->setStretchFactor(field, 2);
      }
    }
  }
  for (QLabel* range : panel->findChildren<QLabel*>("ScalarRangeLabel")) // above a list of numbers
  {
    range->setWordWrap(true);
  }
  QWidget* const outline = panel->findChild<QWidget*>("showOutlineAndIntersectionEdges");
  if (outline && outline->minimumWidth() == 0)
  {
    outline->setMinimumWidth(leastList);
  }
  auto* const edit = panel->findChild<QPushButton*>("EditColorMap");
  if (edit && edit->minimumWidth() == 0)
  {
    edit->setIcon(QIcon()); // there is only room for the text
    edit->setMinimumWidth(leastButton);
    for (QHBoxLayout* row : edit->parentWidget()->findChildren<QHBoxLayout*>())
    {
      if (row->indexOf(edit) >= 0)
      {
        row->setSpacing(spacing);
      }
    }
  }
}
} // namespace

pqPanelHelp::pqPanelHelp(pqPropertiesPanel* panel)
  : QObject(panel)
  , Properties(panel->findChild<QWidget*>("PropertiesFrame"))
  , Display(panel->findChild<QWidget*>("DisplayFrame"))
{
#ifdef INKRAY_WITH_HELP
  this->addButton(panel->findChild<QWidget*>("DisplayCopy"));
#endif
  for (QWidget* frame : { this->Properties, this->Display })
  {
    if (frame)
    {
      frame->installEventFilter(this);
      this->update(frame);
    }
  }
}

pqPanelHelp::~pqPanelHelp()
{
  delete this->Button;
}

void pqPanelHelp::addButton(QWidget* beside)
{
  QWidget* const line = beside ? beside->parentWidget() : nullptr;
  auto* const layout = line ? qobject_cast<QBoxLayout*>(line->layout()) : nullptr;
  if (layout)
  {
    this->Button = new QPushButton(QIcon(":/pqWidgets/Icons/pqHelp.svg"), QString(), line);
    this->Button->setObjectName("DisplayHelp");
    this->Button->setMaximumSize(beside->maximumSize());
    this->Button->hide();
    this->connect(this->Button, SIGNAL(clicked()), SLOT(showPage()));
    layout->insertWidget(layout->indexOf(beside), this->Button);
  }
}

bool pqPanelHelp::eventFilter(QObject* watched, QEvent* event)
{
  // Controls have been added, removed or moved.
  if (event->type() == QEvent::LayoutRequest)
  {
    this->update(static_cast<QWidget*>(watched));
  }
  else if (event->type() == QEvent::Resize && watched == this->Display)
  {
    this->showOtherWays();
  }
  return QObject::eventFilter(watched, event);
}

void pqPanelHelp::update(QWidget* frame)
{
  vtkSMProxy* shown = nullptr;
  for (pqProxyWidget* panel : frame->findChildren<pqProxyWidget*>())
  {
    vtkSMProxy* const found = findWithPage(panel->proxy());
    auto* const grid = qobject_cast<QGridLayout*>(panel->layout());
    if (found && grid)
    {
      copyToolTips(grid);
      if (frame == this->Display)
      {
        makeNarrow(panel);
        showFirstDigits();
      }
      shown = found;
    }
  }
  if (frame == this->Display)
  {
    this->showOtherWays();
  }
  if (this->Button && frame == this->Display)
  {
    this->Shown = shown;
    this->Button->setVisible(shown != nullptr);
    vtkPVXMLElement* const hint = findHint(shown);
    this->Button->setToolTip(
      hint ? QString("Opens the help about %1.").arg(hint->GetAttributeOrEmpty("type")) : QString());
  }
}

void pqPanelHelp::showOtherWays()
{
  std::string ways;
  for (pqProxyWidget* panel : this->Display->findChildren<pqProxyWidget*>())
  {
    // The frame may also hold panels of single controls and the hidden panel of an earlier display.
    vtkSMProxy* const display = panel->proxy();
    if (display && display->GetProperty("Representation") && !panel->isHidden())
    {
      ways = OtherWays::Find(display);
    }
  }
  const QString text = QString::fromStdString(ways).trimmed();
  auto* const layout = qobject_cast<QBoxLayout*>(this->Display->layout());
  if (!this->Other && layout && !text.isEmpty())
  {
    this->Other = new QLabel(this->Display);
    this->Other->setObjectName("OtherWays");
    this->Other->setWordWrap(true);
    layout->insertWidget(0, this->Other);
  }
  if (this->Other && this->Other->text() != text)
  {
    this->Other->setText(text);
    this->Other->setVisible(!text.isEmpty());
  }
  // If controls of ParaView are wider than the panel, it scrolls. Wrap the text at the visible width.
  const QWidget* const contents = this->Display->parentWidget();
  const QWidget* const seen = contents ? contents->parentWidget() : nullptr;
  if (this->Other && seen)
  {
    this->Other->setContentsMargins(0, 0, std::max(0, contents->width() - seen->width()), 0);
  }
}

void pqPanelHelp::showPage() const
{
#ifdef INKRAY_WITH_HELP
  if (this->Shown)
  {
    pqHelpReaction::showProxyHelp(this->Shown->GetXMLGroup(), this->Shown->GetXMLName());
  }
#endif
}
