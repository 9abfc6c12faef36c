// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMIsosurfaceRepresentationProxy.h"

#include "vtkIsovalueList.h"
#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMDomain.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMDoubleVectorProperty.h"
#include "vtkSMEnumerationDomain.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"

#include <algorithm>
#include <cstring>
#include <utility>

vtkStandardNewMacro(vtkSMIsosurfaceRepresentationProxy);

namespace
{

const char* const Table = "Isosurfaces";
const char* const Values = "Isovalues";
const char* const Opacities = "IsosurfaceOpacities";
const char* const StockValues = "IsosurfaceValues";
const char* const ArrayName = "IsosurfaceArray";
const char* const Component = "IsosurfaceComponent";

const char* const VolumeArrayName = "ColorArrayName";
const char* const VolumePrefix = "RayCast"; // the prefix of the names in Volume (Ray Cast)

constexpr std::array<double, 7> NewRow = { 0, 1, 1, 0, 1, 1, 1 };

template <class T>
T* DomainOf(vtkSMProperty* property)
{
  T* const domain = property ? property->FindDomain<T>() : nullptr;
  if (domain)
  {
    domain->Update(nullptr); // now, because ParaView may update it later
  }
  return domain;
}

} // namespace

vtkSMIsosurfaceRepresentationProxy::vtkSMIsosurfaceRepresentationProxy() = default;
vtkSMIsosurfaceRepresentationProxy::~vtkSMIsosurfaceRepresentationProxy() = default;

std::string vtkSMIsosurfaceRepresentationProxy::NameOf(const char* name)
{
  const bool ofVolume = this->GetProperty((VolumePrefix + std::string(Table)).c_str()) != nullptr;
  return !ofVolume ? name : name == ArrayName ? VolumeArrayName : VolumePrefix + std::string(name);
}

vtkSMProperty* vtkSMIsosurfaceRepresentationProxy::Find(const char* name)
{
  return this->GetProperty(this->NameOf(name).c_str());
}

void vtkSMIsosurfaceRepresentationProxy::SetPropertyModifiedFlag(const char* name, int flag)
{
  for (const char* known : { Table, Values, Opacities, StockValues, ArrayName, Component })
  {
    if (flag && this->NameOf(known) == name)
    {
      this->Changed.insert(known);
    }
  }
  this->Superclass::SetPropertyModifiedFlag(name, flag);
}

void vtkSMIsosurfaceRepresentationProxy::UpdateVTKObjects()
{
  if (!this->Changed.empty() && this->Find(Table))
  {
    this->Agree();
  }
  this->Superclass::UpdateVTKObjects();
}

void vtkSMIsosurfaceRepresentationProxy::Agree()
{
  const std::set<std::string> changed = std::exchange(this->Changed, {});
  const auto has = [&changed](const char* name) { return changed.count(name) > 0; };
  // Ignore a property that is set to its current value: states first set all properties to their defaults.
  const auto differs = [this, &has](const char* name, const std::vector<double>& numbers) {
    return has(name) && this->NumbersOf(name) != numbers;
  };
  const bool isLoading = this->GetSessionProxyManager()->GetInLoadXMLState();
  bool chosen = false; // whether the user or a script has set the isovalues
  if (differs(Table, Flat(this->Rows)))
  {
    chosen = this->TakeTable();
  }
  else
  {
    const std::vector<double> opacities = this->OpacityColumn();
    if (differs(Values, this->Column(0)))
    {
      chosen = this->TakeValues(Values);
    }
    else if (differs(StockValues, {}) && this->IsShown() && !isLoading) // states have our own
    {
      chosen = this->TakeValues(StockValues);
    }
    if (differs(Opacities, opacities))
    {
      this->TakeOpacities();
    }
  }

  vtkSMPropertyHelper array(this, this->NameOf(ArrayName).c_str(), true);
  const std::string name =
    array.GetNumberOfElements() < 5 ? "" : array.GetAsString(3) + std::string(" ") + array.GetAsString(4);
  const bool arrayIsOther = std::exchange(this->Array, name) != name;
  if ((arrayIsOther || has(Component)) && !isLoading)
  {
    this->TakeArray(arrayIsOther && !has(Component), !chosen);
  }
  this->Publish();
  this->Changed.clear(); // Publish has set some
}

bool vtkSMIsosurfaceRepresentationProxy::TakeTable()
{
  const std::vector<double> numbers = this->NumbersOf(Table);
  if (numbers.size() % NewRow.size() != 0)
  {
    return this->TakeValues(Table);
  }
  if (this->Refuse(numbers))
  {
    return false;
  }
  this->Rows.resize(numbers.size() / NewRow.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    this->Rows[i / NewRow.size()][i % NewRow.size()] = numbers[i];
  }
  this->OpacitiesToCome.clear();
  return true;
}

bool vtkSMIsosurfaceRepresentationProxy::TakeValues(const char* property)
{
  const std::vector<double> values = this->NumbersOf(property);
  const std::size_t before = this->Rows.size();
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> from(values.size(), none);
  std::vector<bool> taken(before, false);
  const auto take = [&](std::size_t i, std::size_t row) {
    if (from[i] == none && row < before && !taken[row])
    {
      from[i] = row;
      taken[row] = true;
    }
  };
  // First match values that stay in place, then values that have moved. A changed
  // value takes the row at its place.
  for (std::size_t i = 0; i < std::min(values.size(), before); ++i)
  {
    if (this->Rows[i][0] == values[i])
    {
      take(i, i);
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    for (std::size_t row = 0; row < before && from[i] == none; ++row)
    {
      if (this->Rows[row][0] == values[i])
      {
        take(i, row);
      }
    }
  }
  std::vector<Row> rows(values.size(), NewRow);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    take(i, i);
    if (from[i] != none)
    {
      rows[i] = this->Rows[from[i]];
    }
    else if (i >= before && i - before < this->OpacitiesToCome.size())
    {
      rows[i][1] = this->OpacitiesToCome[i - before];
    }
    rows[i][0] = values[i];
  }
  if (this->Refuse(Flat(rows)))
  {
    return false;
  }
  const std::size_t more = values.size() > before ? values.size() - before : 0;
  this->OpacitiesToCome.erase(this->OpacitiesToCome.begin(),
    this->OpacitiesToCome.begin() + std::min(more, this->OpacitiesToCome.size()));
  this->Rows = rows;
  return true;
}

void vtkSMIsosurfaceRepresentationProxy::TakeOpacities()
{
  const std::vector<double> opacities = this->NumbersOf(Opacities);
  std::vector<Row> rows(std::max(this->Rows.size(), opacities.size()), NewRow);
  std::copy(this->Rows.begin(), this->Rows.end(), rows.begin());
  for (std::size_t i = 0; i < rows.size(); ++i)
  {
    rows[i][1] = i < opacities.size() ? opacities[i] : 1.0;
  }
  if (!this->Refuse(Flat(rows)))
  {
    this->OpacitiesToCome.clear();
    for (std::size_t i = this->Rows.size(); i < opacities.size(); ++i)
    {
      this->OpacitiesToCome.push_back(opacities[i]);
    }
    rows.resize(this->Rows.size());
    this->Rows = rows;
  }
}

void vtkSMIsosurfaceRepresentationProxy::TakeArray(bool byMagnitude, bool spread)
{
  auto* const components = DomainOf<vtkSMEnumerationDomain>(this->Find(Component));
  if (byMagnitude && components && components->GetNumberOfEntries() > 1)
  {
    const int magnitude = components->GetEntryValue(components->GetNumberOfEntries() - 1);
    vtkSMPropertyHelper(this, Component).Set(magnitude);
  }

  auto* const domain = DomainOf<vtkSMDoubleRangeDomain>(this->Find(Values));
  if (!spread || !domain || !domain->GetMinimumExists(0) || !domain->GetMaximumExists(0))
  {
    return;
  }
  const double low = domain->GetMinimum(0), high = domain->GetMaximum(0);
  const auto isWithin = [low, high](const Row& row) { return row[0] > low && row[0] < high; };
  if (low <= high && std::none_of(this->Rows.begin(), this->Rows.end(), isWithin))
  {
    const auto parts = static_cast<double>(this->Rows.size() + 1);
    for (std::size_t i = 0; i < this->Rows.size(); ++i)
    {
      const double share = static_cast<double>(i + 1) / parts;
      this->Rows[i][0] = (1 - share) * low + share * high;
    }
  }
}

void vtkSMIsosurfaceRepresentationProxy::Publish()
{
  this->SetNumbers(Table, Flat(this->Rows));
  this->SetNumbers(Values, this->Column(0));
  this->SetNumbers(Opacities, this->OpacityColumn());
}

std::vector<double> vtkSMIsosurfaceRepresentationProxy::Column(std::size_t number) const
{
  std::vector<double> column;
  for (const Row& row : this->Rows)
  {
    column.push_back(row[number]);
  }
  return column;
}

std::vector<double> vtkSMIsosurfaceRepresentationProxy::OpacityColumn() const
{
  std::vector<double> opacities = this->Column(1);
  opacities.insert(opacities.end(), this->OpacitiesToCome.begin(), this->OpacitiesToCome.end());
  while (!opacities.empty() && opacities.back() == 1)
  {
    opacities.pop_back();
  }
  return opacities;
}

bool vtkSMIsosurfaceRepresentationProxy::Refuse(const std::vector<double>& rows)
{
  const std::string problem = vtkIsovalueList::FindProblem(rows);
  if (!problem.empty())
  {
    vtkErrorMacro(<< problem << " The isosurfaces stay as they were.");
  }
  return !problem.empty();
}

std::vector<double> vtkSMIsosurfaceRepresentationProxy::Flat(const std::vector<Row>& rows)
{
  std::vector<double> numbers;
  for (const Row& row : rows)
  {
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  return numbers;
}

bool vtkSMIsosurfaceRepresentationProxy::IsShown()
{
  vtkPVXMLElement* const type =
    this->GetHints() ? this->GetHints()->FindNestedElementByName("RepresentationType") : nullptr;
  const char* const text = type ? type->GetAttribute("text") : nullptr;
  const char* const shown =
    vtkSMPropertyHelper(this->GetTrueParentProxy(), "Representation", true).GetAsString();
  return text && shown && !std::strcmp(text, shown);
}

std::vector<double> vtkSMIsosurfaceRepresentationProxy::NumbersOf(const char* name)
{
  auto* const property = vtkSMDoubleVectorProperty::SafeDownCast(this->Find(name));
  const unsigned int number = property ? property->GetNumberOfElements() : 0;
  return number > 0 ? std::vector<double>(property->GetElements(), property->GetElements() + number)
                    : std::vector<double>();
}

void vtkSMIsosurfaceRepresentationProxy::SetNumbers(const char* name, const std::vector<double>& numbers)
{
  if (auto* property = vtkSMDoubleVectorProperty::SafeDownCast(this->Find(name)))
  {
    numbers.empty()
      ? property->SetNumberOfElements(0)
      : static_cast<void>(property->SetElements(numbers.data(), static_cast<unsigned int>(numbers.size())));
  }
}
