// SPDX-License-Identifier: BSD-3-Clause
#include "ValueGuard.h"

#include "DisplayTypes.h"
#include "OtherWays.h"
#include "vtkNew.h"
#include "vtkPVXMLElement.h"
#include "vtkSMDomain.h"
#include "vtkSMDomainIterator.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMEnumerationDomain.h"
#include "vtkSMIntRangeDomain.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMStringListDomain.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <sstream>

namespace
{
bool Is(vtkSMDomain* domain, const char* className)
{
  return std::strcmp(domain->GetClassName(), className) == 0; // derived domains depend on data
}

template <class RangeDomain>
std::string DescribeRange(RangeDomain* range)
{
  int hasMinimum = 0, hasMaximum = 0;
  const auto minimum = range->GetMinimum(0, hasMinimum);
  const auto maximum = range->GetMaximum(0, hasMaximum);
  std::ostringstream text;
  if (hasMinimum && hasMaximum)
  {
    text << "from " << minimum << " to " << maximum;
  }
  else if (hasMinimum)
  {
    text << "at least " << minimum;
  }
  else if (hasMaximum)
  {
    text << "at most " << maximum;
  }
  return text.str();
}

/// Whether a value is in a range. A range with a single entry applies to all values of a list.
template <class RangeDomain>
bool IsInRange(RangeDomain* range, unsigned int index, double value)
{
  int hasMinimum = 0, hasMaximum = 0;
  const unsigned int entry = range->GetNumberOfEntries() == 1 ? 0 : index;
  const double minimum = range->GetMinimum(entry, hasMinimum);
  const double maximum = range->GetMaximum(entry, hasMaximum);
  return !std::isnan(value) && (!hasMinimum || value >= minimum) && (!hasMaximum || value <= maximum);
}

template <class TextOf>
std::string OneOf(unsigned int number, const TextOf& textOf)
{
  std::string text = "one of ";
  for (unsigned int i = 0; i < number; ++i)
  {
    text += (i > 0 ? ", " : "") + std::string(textOf(i));
  }
  return text;
}

std::string OneOf(vtkSMStringListDomain* list)
{
  return OneOf(list->GetNumberOfStrings(), [list](unsigned int i) { return list->GetString(i); });
}

/// The values that a domain allows, in words. Empty if the domain is of another kind or depends on data.
std::string Describe(vtkSMDomain* domain)
{
  if (Is(domain, "vtkSMDoubleRangeDomain"))
  {
    return DescribeRange(static_cast<vtkSMDoubleRangeDomain*>(domain));
  }
  if (Is(domain, "vtkSMIntRangeDomain"))
  {
    return DescribeRange(static_cast<vtkSMIntRangeDomain*>(domain));
  }
  if (Is(domain, "vtkSMStringListDomain"))
  {
    return OneOf(static_cast<vtkSMStringListDomain*>(domain));
  }
  if (!Is(domain, "vtkSMEnumerationDomain"))
  {
    return {};
  }
  auto* const list = static_cast<vtkSMEnumerationDomain*>(domain);
  return OneOf(list->GetNumberOfEntries(), [list](unsigned int i) { return list->GetEntryText(i); });
}

bool Allows(vtkSMDomain* domain, const vtkSMPropertyHelper& values, unsigned int index)
{
  if (Is(domain, "vtkSMDoubleRangeDomain"))
  {
    return IsInRange(static_cast<vtkSMDoubleRangeDomain*>(domain), index, values.GetAsDouble(index));
  }
  if (Is(domain, "vtkSMIntRangeDomain"))
  {
    return IsInRange(static_cast<vtkSMIntRangeDomain*>(domain), index, values.GetAsInt(index));
  }
  unsigned int at = 0;
  if (Is(domain, "vtkSMStringListDomain"))
  {
    return static_cast<vtkSMStringListDomain*>(domain)->IsInDomain(values.GetAsString(index), at) != 0;
  }
  return static_cast<vtkSMEnumerationDomain*>(domain)->IsInDomain(values.GetAsInt(index), at) != 0;
}

vtkSMDomain* FindCheckedDomain(vtkSMProperty* property)
{
  auto domains = vtkSmartPointer<vtkSMDomainIterator>::Take(property->NewDomainIterator());
  for (domains->Begin(); !domains->IsAtEnd(); domains->Next())
  {
    if (!Describe(domains->GetDomain()).empty())
    {
      return domains->GetDomain();
    }
  }
  return nullptr;
}

/// Ranges of numbers that the plug-in can draw, for properties shared with ParaView's
/// types, which accept anything.
struct SharedRange
{
  const char* Name;
  double Minimum, Maximum;
  const char* Words;
};
constexpr double AnyNumber = std::numeric_limits<double>::max();
constexpr double Farthest = 1e30; // views compute in single precision, which ends near 1e38
constexpr SharedRange SharedRanges[] = {
  { "Opacity", 0, 1, "from 0 to 1" },
  { "Ambient", 0, 1, "from 0 to 1" },
  { "Diffuse", 0, 1, "from 0 to 1" },
  { "Specular", 0, 1, "from 0 to 1" },
  { "SpecularPower", 0, AnyNumber, "a finite number, at least 0" },
  { "DiffuseColor", 0, 1, "from 0 to 1" },
  { "ScalarOpacityUnitDistance", 0, AnyNumber, "a finite number, at least 0" },
  { "Position", -Farthest, Farthest, "finite numbers within 1e30" }, // Translation from ParaView 5.13 on
  { "Translation", -Farthest, Farthest, "finite numbers within 1e30" },
  { "Scale", -Farthest, Farthest, "finite numbers within 1e30" },
  { "Orientation", -AnyNumber, AnyNumber, "finite numbers" },
  { "Origin", -Farthest, Farthest, "finite numbers within 1e30" },
};

const SharedRange* FindShared(const std::string& name)
{
  const auto* const found = std::find_if(std::begin(SharedRanges), std::end(SharedRanges),
    [&name](const SharedRange& shared) { return name == shared.Name; });
  return found == std::end(SharedRanges) ? nullptr : found;
}

/// Find the first value of a property outside its range. Returns whether there is one, and its index.
bool FindOutside(vtkSMProperty* property, const SharedRange& range, unsigned int& index)
{
  const vtkSMPropertyHelper values(property);
  for (index = 0; index < values.GetNumberOfElements(); ++index)
  {
    const double value = values.GetAsDouble(index);
    if (!(value >= range.Minimum && value <= range.Maximum))
    {
      return true;
    }
  }
  return false;
}

/// Properties of ParaView's types that depend on the place and size of a single data set.
const char* const OfOneDataSet[] = { "UseCropping", "CroppingOrigin", "CroppingScale",
  "ScalarOpacityUnitDistance" };

/// Whether a property belongs to the plug-in's own proxies. Their names have the prefix of a type, except
/// SliceOpacity. Properties without are ParaView's.
bool IsOurs(const std::string& name)
{
  const auto& types = DisplayTypes::GetAll();
  return name == "SliceOpacity" || std::any_of(types.begin(), types.end(), [&name](const DisplayType& type) {
    return name.rfind(type.Prefix, 0) == 0;
  });
}
} // namespace

void ValueGuard::Watch(vtkSMProxy* proxy)
{
  vtkNew<ValueGuard> command;
  if (!HasTypes(proxy) || !command->LookAfter(proxy, {}))
  {
    return;
  }
  vtkSMPVRepresentationProxy* const display = command->Display;
  if (vtkSMProperty* distance = display->GetProperty("ScalarOpacityUnitDistance"))
  {
    distance->SetPanelVisibilityDefaultForRepresentation(VolumeType);
  }
  command->Hear({ "Representation" }, { vtkCommand::UpdateEvent });
  auto properties = vtkSmartPointer<vtkSMPropertyIterator>::Take(display->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    const std::string name = properties->GetKey();
    vtkSMProperty* const property = properties->GetProperty();
    const SharedRange* const shared = FindShared(name);
    if (!property->GetInformationOnly() && !property->GetRepeatable() &&
      (shared || (IsOurs(name) && FindCheckedDomain(property))))
    {
      command->Accepted[property] = ValuesOf(property);
      if (shared)
      {
        command->Shared.insert({ property, shared->Name });
      }
      property->AddObserver(vtkCommand::ModifiedEvent, command);
    }
  }
  for (const char* name : OfOneDataSet) // of ParaView's own types; the plug-in's XML has the attribute
  {
    if (vtkSMProperty* property = display->GetProperty(name))
    {
      property->SetNoCustomDefault(1);
    }
  }
  // A state file registers a display after its values have been set and sent.
  bool isAnyOther = command->CheckType(display->GetProperty("Representation"));
  for (const auto& accepted : command->Accepted)
  {
    isAnyOther = command->Rename(accepted.first) || isAnyOther;
  }
  isAnyOther = command->Reset() || isAnyOther;
  if (isAnyOther && display->GetObjectsCreated())
  {
    display->UpdateVTKObjects();
  }
}

void ValueGuard::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (event == vtkCommand::UpdateEvent)
  {
    this->Update();
    return;
  }
  auto* property = vtkSMProperty::SafeDownCast(caller);
  if (!property || !this->Display || this->IsBusy)
  {
    return;
  }
  if (property == this->Display->GetProperty("Representation"))
  {
    this->CheckType(property);
    this->Reset();
    return;
  }
  this->Rename(property);
  unsigned int index = 0;
  const std::string allowed = this->FindAllowed(property, index);
  if (!allowed.empty())
  {
    this->Refuse(property, index, allowed);
  }
}

ValueGuard::Values ValueGuard::ValuesOf(vtkSMProperty* property)
{
  const vtkSMPropertyHelper helper(property);
  Values values;
  for (unsigned int i = 0; i < helper.GetNumberOfElements(); ++i)
  {
    values.push_back(helper.GetAsVariant(i));
  }
  return values;
}

std::string ValueGuard::FindAllowed(vtkSMProperty* property, unsigned int& index) const
{
  const auto shared = this->Shared.find(property);
  if (shared != this->Shared.end())
  {
    const SharedRange& range = *FindShared(shared->second);
    return this->IsOfOurType() && FindOutside(property, range, index) ? range.Words : "";
  }
  vtkSMDomain* const domain = FindCheckedDomain(property);
  const vtkSMPropertyHelper values(property);
  for (index = 0; index < values.GetNumberOfElements(); ++index)
  {
    if (!Allows(domain, values, index))
    {
      return Describe(domain);
    }
  }
  return {};
}

bool ValueGuard::CheckType(vtkSMProperty* representation)
{
  auto* const offered = representation->FindDomain<vtkSMStringListDomain>();
  unsigned int at = 0;
  vtkSMPropertyHelper helper(representation);
  const std::string type = helper.GetAsString();
  if (type.empty() || !offered || offered->GetNumberOfStrings() == 0 || offered->IsInDomain(type.c_str(), at))
  {
    this->Type = type;
    return false;
  }
  const char* const why = this->IsOfOurType()
    ? " does not draw data of this kind"
    : " is not known here: it needs a plug-in that is not loaded, or a component that this build of InKRay "
      "leaves out";
  const bool isNew = this->Type.empty(); // the value comes from a state file
  this->IsBusy = true;
  isNew ? representation->ResetToDefault() : helper.Set(this->Type.c_str());
  this->IsBusy = false;
  this->Type = helper.GetAsString();
  vtkErrorWithObjectMacro(this->Display, << "Representation " << type << why << "; the display "
                                         << (isNew ? "becomes " : "stays ") << this->Type << ". Choose "
                                         << OneOf(offered) << "." << OtherWays::Find(this->Display, type));
  return true;
}

bool ValueGuard::Rename(vtkSMProperty* property)
{
  vtkPVXMLElement* const hints = property->GetHints();
  for (unsigned int i = 0; hints && i < hints->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* const former = hints->GetNestedElement(i);
    vtkSMPropertyHelper value(property);
    if (!std::strcmp(former->GetName(), "FormerName") &&
      !std::strcmp(former->GetAttributeOrDefault("text", ""), value.GetAsString()))
    {
      this->IsBusy = true;
      value.Set(former->GetAttributeOrDefault("now", ""));
      this->IsBusy = false;
      return true;
    }
  }
  return false;
}

bool ValueGuard::Reset()
{
  bool isAnyReset = false;
  for (auto& [property, accepted] : this->Accepted)
  {
    unsigned int index = 0;
    const std::string allowed = this->FindAllowed(property, index);
    if (!allowed.empty())
    {
      const std::string found = vtkSMPropertyHelper(property).GetAsVariant(index).ToString();
      this->IsBusy = true;
      property->ResetToDefault();
      this->IsBusy = false;
      accepted = ValuesOf(property);
      isAnyReset = true;
      unsigned int still = 0;
      if (!this->FindAllowed(property, still).empty())
      {
        continue; // the data have no better value, and a message says so
      }
      vtkErrorWithObjectMacro(this->Display,
        << property->GetXMLLabel() << " has to be " << allowed << ". " << found << " is replaced by "
        << (index < accepted.size() ? accepted[index].ToString() : "nothing") << ", its default.");
    }
  }
  return isAnyReset;
}

void ValueGuard::Refuse(vtkSMProperty* property, unsigned int index, const std::string& allowed)
{
  const Values& accepted = this->Accepted[property];
  vtkSMPropertyHelper helper(property);
  const std::string refused = helper.GetAsVariant(index).ToString();
  this->IsBusy = true;
  helper.SetNumberOfElements(static_cast<unsigned int>(accepted.size()));
  for (unsigned int i = 0; i < accepted.size(); ++i)
  {
    accepted[i].IsString() ? helper.Set(i, accepted[i].ToString().c_str())
                           : helper.Set(i, accepted[i].ToDouble());
  }
  this->IsBusy = false;
  // Report each property only once: scripts set the elements of a list one by one.
  if (this->Refused.insert(property).second)
  {
    vtkErrorWithObjectMacro(this->Display,
      << property->GetXMLLabel() << " has to be " << allowed << ". " << refused << " is refused; it stays "
      << (index < accepted.size() ? accepted[index].ToString() : "as it was") << ".");
  }
}

void ValueGuard::Update()
{
  for (auto& accepted : this->Accepted)
  {
    accepted.second = ValuesOf(accepted.first);
  }
  // Notify widgets of the panel, which ignore changes while they set the value themselves.
  for (vtkSMProperty* property : this->Refused)
  {
    property->ClearUncheckedElements();
    property->InvokeEvent(vtkCommand::UncheckedPropertyModifiedEvent);
  }
  this->Refused.clear();
}
