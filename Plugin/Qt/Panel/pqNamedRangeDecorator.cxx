// SPDX-License-Identifier: BSD-3-Clause
#include "pqNamedRangeDecorator.h"

#include "pqCompat.h"
#include "pqCoreUtilities.h"
#include "pqPropertyWidget.h"
#include "vtkCommand.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMProperty.h"

#include <QLabel>

pqNamedRangeDecorator::pqNamedRangeDecorator(vtkPVXMLElement* config, pqPropertyWidget* widget)
  : Superclass(config, widget)
  , Heading(widget->findChild<QLabel*>("ScalarRangeLabel"))
{
  auto* const domain = widget->property()->FindDomain<vtkSMDoubleRangeDomain>();
  if (this->Heading && domain)
  {
    // Connect after ParaView's widget, whose text this slot replaces.
    pqCoreUtilities::connect(domain, vtkCommand::DomainModifiedEvent, this, SLOT(showRange()));
    this->showRange();
  }
}

pqNamedRangeDecorator::~pqNamedRangeDecorator() = default;

void pqNamedRangeDecorator::showRange()
{
  vtkSMProperty* const property = this->parentWidget()->property();
  auto* const domain = property->FindDomain<vtkSMDoubleRangeDomain>();
  const bool isKnown = domain->GetMinimumExists(0) && domain->GetMaximumExists(0);
  const QString range = isKnown
    ? QString(": [%1, %2]")
        .arg(pqCompat::Shown(domain->GetMinimum(0)), pqCompat::Shown(domain->GetMaximum(0)))
    : QString();
  this->Heading->setText(QString("<b>%1</b>%2").arg(QString(property->GetXMLLabel()), range));
}
