// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastReport.h"

#include "vtkObjectFactory.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

vtkStandardNewMacro(vtkRayCastReport);

namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
const char* const Nothing = "nothing";
constexpr int MostRemarks = 8;

/// Text of a number: counts as integers, measurements with at least three digits, the data's values with six.
std::string TextOf(double value, const std::string& unit)
{
  std::ostringstream text;
  const double size = std::abs(value);
  if (unit.empty() || unit == "pixels")
  {
    text << std::fixed << std::setprecision(0);
  }
  else if (unit != "data" && unit != "world")
  {
    text << std::fixed << std::setprecision(size < 10 ? 3 : size < 100 ? 2 : 1);
  }
  text << value;
  return text.str();
}

bool BeginsWith(const std::string& name, const char* word)
{
  return name.rfind(word, 0) == 0;
}

/// The number of a row in the report of two mappers. If the row's name begins with "smallest" or "largest",
/// it is the smaller or larger of both numbers. Amounts add up. Sizes of images, values and places come from
/// one mapper.
double Combined(double one, double other, const std::string& name, const std::string& unit)
{
  if (BeginsWith(name, "smallest"))
    return std::min(one, other);
  if (BeginsWith(name, "largest"))
    return std::max(one, other);
  return unit == "pixels" || unit == "data" || unit == "world" ? one : one + other;
}
} // namespace

vtkRayCastReport::vtkRayCastReport() = default;
vtkRayCastReport::~vtkRayCastReport() = default;

void vtkRayCastReport::AddRow(const char* name, double value, const char* unit)
{
  this->Rows.push_back({ name, value, TextOf(value, unit), unit });
  this->Modified();
}

void vtkRayCastReport::AddRow(const char* name, const char* text)
{
  this->Rows.push_back({ name, NotANumber, text, "" });
  this->Modified();
}

void vtkRayCastReport::AddCount(const char* name, vtkIdType count)
{
  this->AddRow(name, static_cast<double>(count), "");
}

void vtkRayCastReport::AddBytes(const char* name, std::size_t bytes)
{
  this->AddRow(name, static_cast<double>(bytes) / 1048576.0, "MiB");
}

void vtkRayCastReport::AddRemark(const char* name, const char* text)
{
  const auto same = [&](const Row& row) { return row.IsRemark && row.Name == name && row.Text == text; };
  const auto isRemark = [](const Row& row) { return row.IsRemark; };
  if (std::none_of(this->Rows.begin(), this->Rows.end(), same) &&
    std::count_if(this->Rows.begin(), this->Rows.end(), isRemark) < MostRemarks)
  {
    this->Rows.push_back({ name, NotANumber, text, "", true });
    this->Modified();
  }
}

void vtkRayCastReport::AddDrawnBy(const char* name)
{
  this->AddRow("drawn by", name ? name : Nothing);
}

void vtkRayCastReport::AddReport(vtkRayCastReport* other)
{
  for (const Row& row : other->Rows)
  {
    const int here = this->Find(row.Name);
    if (row.IsRemark)
    {
      this->AddRemark(row.Name.c_str(), row.Text.c_str());
    }
    else if (here < 0)
    {
      this->Rows.push_back(row);
    }
    else if (this->Rows[here].Text.empty() || this->Rows[here].Text == Nothing)
    {
      this->Rows[here] = row;
    }
    else if (const double combined = Combined(this->Rows[here].Value, row.Value, row.Name, row.Unit);
             combined != this->Rows[here].Value && !std::isnan(combined))
    {
      this->Rows[here].Value = combined;
      this->Rows[here].Text = TextOf(this->Rows[here].Value, row.Unit);
    }
  }
  this->Modified();
}

void vtkRayCastReport::RemoveAllRows()
{
  this->Rows.clear();
  this->Modified();
}

const vtkRayCastReport::Row& vtkRayCastReport::At(int row) const
{
  static const Row none{ "", NotANumber, "", "" };
  return row >= 0 && row < this->GetNumberOfRows() ? this->Rows[row] : none;
}

int vtkRayCastReport::Find(const std::string& name) const
{
  const auto row = std::find_if(
    this->Rows.begin(), this->Rows.end(), [&name](const Row& other) { return other.Name == name; });
  return row == this->Rows.end() ? -1 : static_cast<int>(row - this->Rows.begin());
}

const char* vtkRayCastReport::GetName(int row) const
{
  return this->At(row).Name.c_str();
}

double vtkRayCastReport::GetValue(int row) const
{
  return this->At(row).Value;
}

const char* vtkRayCastReport::GetText(int row) const
{
  return this->At(row).Text.c_str();
}

const char* vtkRayCastReport::GetUnit(int row) const
{
  return this->At(row).Unit.c_str();
}

double vtkRayCastReport::GetValue(const char* name) const
{
  return this->GetValue(this->Find(name ? name : ""));
}

const char* vtkRayCastReport::GetText(const char* name) const
{
  return this->GetText(this->Find(name ? name : ""));
}

void vtkRayCastReport::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  for (const Row& row : this->Rows)
  {
    os << indent << row.Name << ": " << row.Text << (row.Unit.empty() ? "" : " ") << row.Unit << "\n";
  }
}
