// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsovalueList.h"

#include "vtkObjectFactory.h"

#include <algorithm>

vtkStandardNewMacro(vtkIsovalueList);

namespace
{
constexpr double Opaque = 1.0;
constexpr std::array<double, 3> White = { 1, 1, 1 };
} // namespace

vtkIsovalueList::vtkIsovalueList() = default;
vtkIsovalueList::~vtkIsovalueList() = default;

template <class T>
void vtkIsovalueList::Resize(std::vector<T>& list, int number, const T& fill)
{
  const auto size = static_cast<std::size_t>(std::max(0, number));
  if (size != list.size())
  {
    list.resize(size, fill);
    this->Modified();
  }
}

template <class T>
void vtkIsovalueList::Assign(std::vector<T>& list, int i, const T& value, const T& fill)
{
  if (i < 0 || (static_cast<std::size_t>(i) < list.size() && list[i] == value))
  {
    return;
  }
  list.resize(std::max(list.size(), static_cast<std::size_t>(i) + 1), fill);
  list[i] = value;
  this->Modified();
}

void vtkIsovalueList::SetValue(int i, double value)
{
  this->Assign(this->Values, std::max(0, i), value, 0.0);
}

double vtkIsovalueList::GetValue(int i) const
{
  return this->Values.empty() ? 0.0 : this->Values[std::clamp(i, 0, this->GetNumberOfContours() - 1)];
}

void vtkIsovalueList::SetNumberOfContours(int number)
{
  this->Resize(this->Values, number, 0.0);
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
  this->Assign(this->Opacities, i, opacity >= 0 ? std::min(opacity, 1.0) : 0.0, Opaque);
}

double vtkIsovalueList::GetOpacity(int i) const
{
  return i >= 0 && i < this->GetNumberOfOpacities() ? this->Opacities[i] : Opaque;
}

void vtkIsovalueList::SetNumberOfOpacities(int number)
{
  this->Resize(this->Opacities, number, Opaque);
}

void vtkIsovalueList::SetColor(int i, double red, double green, double blue)
{
  this->Assign(this->Colors, i, { red, green, blue }, White);
}

void vtkIsovalueList::GetColor(int i, double color[3]) const
{
  const auto& found = i >= 0 && i < this->GetNumberOfColors() ? this->Colors[i] : White;
  std::copy(found.begin(), found.end(), color);
}

void vtkIsovalueList::SetNumberOfColors(int number)
{
  this->Resize(this->Colors, number, White);
}

void vtkIsovalueList::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  for (int i = 0; i < this->GetNumberOfContours(); ++i)
  {
    os << indent << "Isovalue " << i << ": " << this->GetValue(i) << ", opacity " << this->GetOpacity(i)
       << "\n";
  }
}
