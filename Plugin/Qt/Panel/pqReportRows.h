// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqReportRows_h
#define pqReportRows_h

#include <QString>

/// The rows of the reports (GetReport() of the mappers) as the panel shows them. Scripts know a row by its
/// name; here it has a heading that it stands under, a label and a tool tip.
namespace pqReportRows
{

enum Heading
{
  PICTURE,
  DATA,
  TIMES,
  MEMORY,
  NUMBER_OF_HEADINGS
};

struct Row
{
  Heading Under;
  QString Label;
  QString ToolTip;
};

QString LabelOf(Heading heading);

/// The row of this name, with the unit that its value has. A name that is not in the list stands under the
/// heading that fits its unit, by its own words.
Row Find(const QString& name, const QString& unit);

} // namespace pqReportRows

#endif
