// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqReportRows_h
#define pqReportRows_h

#include <QString>

/// The rows of reports (GetReport() of the mappers) as the panel shows them. Scripts know a row by its name.
/// The panel shows a label and a tool tip under a heading.
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

/// Find the row of this name. `unit`: the unit of its value. A name that is not in the list is used as the
/// label, under the heading that fits its unit.
Row Find(const QString& name, const QString& unit);

} // namespace pqReportRows

#endif
