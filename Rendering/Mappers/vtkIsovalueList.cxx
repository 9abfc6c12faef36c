// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsovalueList.h"

#include "vtkObjectFactory.h"

#include <algorithm>
#include <cmath>
#include <sstream>

vtkStandardNewMacro(vtkIsovalueList);

vtkIsovalueList::vtkIsovalueList() = default;
vtkIsovalueList::~vtkIsovalueList() = default;

vtkIsovalueList::Row* vtkIsovalueList::Find(int i)
{
  if (!this->Has(i))
  {
    vtkErrorMacro("There is no isosurface with the index " << i << ", because the list has "
                                                           << this->GetNumberOfContours()
                                                           << " isosurfaces: set its isovalue first.");
    return nullptr;
  }
  return &this->Rows[i];
}

template <class T>
void vtkIsovalueList::Assign(T& entry, const T& value)
{
  if (entry != value)
  {
    entry = value;
    this->Modified();
  }
}

void vtkIsovalueList::SetValue(int i, double value)
{
  i = std::max(0, i);
  if (!this->Has(i))
  {
    this->SetNumberOfContours(i + 1);
  }
  this->Assign(this->Rows[i].Value, value);
}

double vtkIsovalueList::GetValue(int i) const
{
  return this->Rows.empty() ? 0.0 : this->Rows[std::clamp(i, 0, this->GetNumberOfContours() - 1)].Value;
}

void vtkIsovalueList::SetNumberOfContours(int number)
{
  const auto size = static_cast<std::size_t>(std::max(0, number));
  if (size != this->Rows.size())
  {
    this->Rows.resize(size);
    this->Modified();
  }
}

void vtkIsovalueList::GenerateValues(int number, double rangeStart, double rangeEnd)
{
  this->SetNumberOfContours(number);
  for (int i = 0; i < number; ++i)
  {
    this->SetValue(i, number == 1 ? rangeStart : rangeStart + (rangeEnd - rangeStart) * i / (number - 1));
  }
}

void vtkIsovalueList::SetOpacity(int i, double opacity)
{
  if (Row* row = this->Find(i))
  {
    this->Assign(row->Opacity, opacity >= 0 ? std::min(opacity, 1.0) : 0.0);
  }
}

double vtkIsovalueList::GetOpacity(int i) const
{
  return this->Has(i) ? this->Rows[i].Opacity : Row().Opacity;
}

void vtkIsovalueList::SetColor(int i, double red, double green, double blue)
{
  if (Row* row = this->Find(i))
  {
    this->Assign(row->Color, { red, green, blue });
    this->Assign(row->OwnColor, true);
  }
}

void vtkIsovalueList::GetColor(int i, double color[3]) const
{
  const std::array<double, 3> found = this->GetOwnColor(i) ? this->Rows[i].Color : Row().Color;
  std::copy(found.begin(), found.end(), color);
}

void vtkIsovalueList::SetOwnColor(int i, bool own)
{
  if (Row* row = this->Find(i))
  {
    this->Assign(row->OwnColor, own);
  }
}

bool vtkIsovalueList::GetOwnColor(int i) const
{
  return this->Has(i) && this->Rows[i].OwnColor;
}

void vtkIsovalueList::SetVisibility(int i, bool visible)
{
  if (Row* row = this->Find(i))
  {
    this->Assign(row->Visible, visible);
  }
}

bool vtkIsovalueList::GetVisibility(int i) const
{
  return !this->Has(i) || this->Rows[i].Visible;
}

void vtkIsovalueList::SetRow(
  int i, double value, double opacity, double visible, double ownColor, double red, double green, double blue)
{
  i = std::max(0, i);
  this->SetValue(i, value);
  this->SetOpacity(i, opacity);
  this->SetVisibility(i, visible != 0);
  this->Assign(this->Rows[i].Color, { red, green, blue });
  this->SetOwnColor(i, ownColor != 0);
}

void vtkIsovalueList::GetRow(int i, double row[7]) const
{
  const Row found = this->Has(i) ? this->Rows[i] : Row();
  row[0] = found.Value;
  row[1] = found.Opacity;
  row[2] = found.Visible ? 1 : 0;
  row[3] = found.OwnColor ? 1 : 0;
  std::copy(found.Color.begin(), found.Color.end(), row + 4);
}

std::string vtkIsovalueList::FindProblem(const std::vector<double>& rows)
{
  std::ostringstream problem;
  if (rows.size() % NUMBERS_PER_ROW != 0)
  {
    problem
      << "The table of isosurfaces needs " << NUMBERS_PER_ROW
      << " numbers a row (value, opacity, 1 if visible, 1 if with a color of its own, red, green, blue), "
      << "but " << rows.size() << " is no multiple of " << NUMBERS_PER_ROW << ".";
    return problem.str();
  }
  static const char* const names[NUMBERS_PER_ROW] = { "value", "opacity", "visibility",
    "own color (yes or no)", "red", "green", "blue" };
  for (std::size_t i = 0; i < rows.size(); ++i)
  {
    const std::size_t column = i % NUMBERS_PER_ROW;
    const double number = rows[i];
    const char* const allowed = column == 0 ? (std::isfinite(number) ? nullptr : "a finite number")
      : column == 2 || column == 3          ? (number == 0 || number == 1 ? nullptr : "0 or 1")
      : number >= 0 && number <= 1          ? nullptr
                                            : "within 0 to 1";
    if (allowed)
    {
      if (column == 0)
      {
        problem << "An isovalue";
      }
      else
      {
        problem << "The " << names[column] << " of the isosurface at " << rows[i - column];
      }
      problem << " is " << number << ", but has to be " << allowed << ".";
      return problem.str();
    }
  }
  return {};
}

bool vtkIsovalueList::HasSurface(const std::vector<double>& isovalues, const double range[2])
{
  return std::any_of(isovalues.begin(), isovalues.end(),
    [range](double value) { return value > range[0] && value <= range[1]; });
}

std::string vtkIsovalueList::WhyNoSurface(
  const std::vector<double>& isovalues, const double range[2], const std::string& of)
{
  std::ostringstream why;
  const auto isNone = [&isovalues](
                        auto isOne) { return std::none_of(isovalues.begin(), isovalues.end(), isOne); };
  if (isNone([range](double value) { return value >= range[0] && value <= range[1]; }))
  {
    why << "There is no isosurface: the values" << of << " are within [" << range[0] << ", " << range[1]
        << "], but no isovalue is; choose an isovalue in this range.";
  }
  else if (range[0] == range[1])
  {
    why << "There is no isosurface: all values" << of << " are " << range[0] << ".";
  }
  else if (!HasSurface(isovalues, range))
  {
    why << "There is no isosurface: " << range[0] << " is the least of the values" << of
        << ", and a surface needs values below its isovalue. Choose a greater isovalue, up to " << range[1]
        << ".";
  }
  else if (isNone([range](double value) { return value > range[0] && value < range[1]; }))
  {
    why << "The isovalue " << range[1] << " is the greatest of the values" << of
        << ": its surface is invisible where only single points have this value. Choose a smaller isovalue.";
  }
  return why.str();
}

void vtkIsovalueList::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  for (int i = 0; i < this->GetNumberOfContours(); ++i)
  {
    const Row& row = this->Rows[i];
    os << indent << "Isovalue " << i << ": " << row.Value << ", opacity " << row.Opacity;
    if (row.OwnColor)
    {
      os << ", color " << row.Color[0] << " " << row.Color[1] << " " << row.Color[2];
    }
    os << (row.Visible ? "\n" : ", hidden\n");
  }
}
