// SPDX-License-Identifier: BSD-3-Clause
#include "pqRangeFieldsDecorator.h"

#include "pqPropertyWidget.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>

pqRangeFieldsDecorator::pqRangeFieldsDecorator(vtkPVXMLElement* config, pqPropertyWidget* widget)
  : Superclass(config, widget)
{
  // Later versions of ParaView may have other widgets or the right order.
  auto* const row = widget->findChild<QHBoxLayout*>("horizontalLayout");
  auto* const dash = widget->findChild<QLabel*>("label_2");
  auto* const end = widget->findChild<QLineEdit*>("rangeMax");
  if (row && dash && end && row->indexOf(end) >= 0 && row->indexOf(end) < row->indexOf(dash))
  {
    row->removeWidget(dash);
    row->insertWidget(row->indexOf(end), dash);
  }
  // Hide the word "Range" to make room for numbers.
  auto* const word = widget->findChild<QLabel*>("label_1");
  if (word && row && row->indexOf(word) >= 0)
  {
    word->hide();
  }
  for (const char* name : { "rangeMin", "rangeMax" })
  {
    if (auto* const field = widget->findChild<QLineEdit*>(name))
    {
      const auto showFirst = [field] {
        if (!field->hasFocus())
        {
          field->home(false);
        }
      };
      this->connect(field, &QLineEdit::textChanged, field, showFirst);
      showFirst();
    }
  }
}

pqRangeFieldsDecorator::~pqRangeFieldsDecorator() = default;
