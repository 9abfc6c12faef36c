// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRepresentationTypes.h"

#include "RepresentationTypesXML.h"
#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPVPlugin.h"
#include "vtkPVPluginTracker.h"
#include "vtkPVServerManagerPluginInterface.h"
#include "vtkPVSession.h"
#include "vtkPVSessionBase.h"
#include "vtkPVXMLElement.h"
#include "vtkPVXMLParser.h"
#include "vtkProcessModule.h"
#include "vtkSIProxyDefinitionManager.h"
#include "vtkSessionIterator.h"
#include "vtkSmartPointer.h"

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkRepresentationTypes);

namespace
{
/// A plug-in without definitions. ParaView caches definitions merged with their base definitions, and clears
/// that cache only when a plug-in is loaded. Registering this plug-in is the only public way to clear it.
class NothingNew
  : public vtkPVPlugin
  , public vtkPVServerManagerPluginInterface
{
public:
  const char* GetPluginName() override { return "InKRayTypes"; }
  const char* GetPluginVersionString() override { return "1.0"; }
  bool GetRequiredOnServer() override { return false; }
  bool GetRequiredOnClient() override { return false; }
  const char* GetRequiredPlugins() override { return ""; }
  const char* GetDescription() override { return ""; }
  const char* GetEULA() override { return nullptr; }
  void GetXMLs(std::vector<std::string>&) override {}
  vtkClientServerInterpreterInitializer::InterpreterInitializationCallback GetInitializeInterpreterCallback()
    override
  {
    return nullptr;
  }
};

/// Remove the nested elements for which `isUnwanted` holds.
template <class Predicate>
void Remove(vtkPVXMLElement* from, const Predicate& isUnwanted)
{
  std::vector<vtkPVXMLElement*> unwanted;
  for (unsigned int i = 0; i < from->GetNumberOfNestedElements(); ++i)
  {
    if (isUnwanted(from->GetNestedElement(i)))
    {
      unwanted.push_back(from->GetNestedElement(i));
    }
  }
  for (vtkPVXMLElement* element : unwanted)
  {
    from->RemoveNestedElement(element);
  }
}

/// Add the names of all properties that a definition has or exposes.
void AddNames(vtkPVXMLElement* definition, std::set<std::string>& names)
{
  for (const char* attribute : { "name", "exposed_name" })
  {
    names.insert(definition->GetAttributeOrEmpty(attribute));
  }
  for (unsigned int i = 0; i < definition->GetNumberOfNestedElements(); ++i)
  {
    AddNames(definition->GetNestedElement(i), names);
  }
}

/// Extend ParaView's definitions by those of `RepresentationTypesXML`. Left out are extensions of definitions
/// that this version of ParaView lacks, and properties in groups that its representations lack. All
/// extensions are loaded at once, because ParaView rebuilds its menus, readers and writers after each load.
void Extend(vtkSIProxyDefinitionManager* definitions)
{
  vtkNew<vtkPVXMLElement> all;
  all->SetName("ServerManagerConfiguration");
  std::map<std::string, std::set<std::string>>
    added; // names that earlier extensions add, by the extended definition
  for (const char* xml : RepresentationTypesXML)
  {
    vtkNew<vtkPVXMLParser> parser;
    if (!parser->Parse(xml))
    {
      continue;
    }
    vtkPVXMLElement* const root = parser->GetRootElement();
    for (unsigned int i = 0; i < root->GetNumberOfNestedElements(); ++i)
    {
      vtkPVXMLElement* const group = root->GetNestedElement(i);
      const char* const name = group->GetAttributeOrEmpty("name");
      Remove(group, [&](vtkPVXMLElement* extension) {
        return !definitions->HasDefinition(name, extension->GetAttributeOrEmpty("name"));
      });
      for (unsigned int k = 0; k < group->GetNumberOfNestedElements(); ++k)
      {
        vtkPVXMLElement* const extension = group->GetNestedElement(k);
        const char* const extended = extension->GetAttributeOrEmpty("name");
        std::set<std::string>& earlier = added[std::string(name) + '/' + extended];
        std::set<std::string> names = earlier;
        AddNames(definitions->GetCollapsedProxyDefinition(name, extended, nullptr, false), names);
        vtkPVXMLElement* const ours = extension->FindNestedElementByName("SubProxy");
        if (ours)
        {
          AddNames(ours, names);
        }
        for (unsigned int g = 0; g < extension->GetNumberOfNestedElements(); ++g)
        {
          if (std::strcmp(extension->GetNestedElement(g)->GetName(), "PropertyGroup") == 0)
          {
            Remove(extension->GetNestedElement(g), [&](vtkPVXMLElement* property) {
              return std::strcmp(property->GetName(), "Property") == 0 &&
                names.count(property->GetAttributeOrEmpty("name")) == 0;
            });
          }
        }
        AddNames(extension, earlier);
      }
      all->AddNestedElement(group);
    }
  }
  definitions->LoadConfigurationXML(all);
}

/// Replace ParaView's classes of functions by subclasses that know the histograms of the plug-in's volumes.
/// Existing functions keep their class.
void GiveHistograms(vtkSIProxyDefinitionManager* definitions)
{
  constexpr const char* Functions[][3] = {
    { "lookup_tables", "PVLookupTable", "RayCastTransferFunctionProxy" },
    { "transfer_2d_functions", "TransferFunction2D", "RayCastTransferFunction2DProxy" },
  };
  for (const auto& [group, name, kind] : Functions)
  {
    if (vtkPVXMLElement* definition = definitions->GetProxyDefinition(group, name, false))
    {
      definition->SetName(kind); // the name of an element is the proxy class on clients
    }
  }
}
} // namespace

bool vtkRepresentationTypes::AreOffered(vtkSIProxyDefinitionManager* definitions)
{
  vtkPVXMLElement* grids =
    definitions->GetProxyDefinition("representations", "UnstructuredGridRepresentation", false);
  for (unsigned int i = 0; grids && i < grids->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* element = grids->GetNestedElement(i);
    if (std::strcmp(element->GetName(), "RepresentationType") == 0 &&
      std::strcmp(element->GetAttributeOrEmpty("subproxy"), "TetRayCastRepresentation") == 0)
    {
      return true;
    }
  }
  return false;
}

void vtkRepresentationTypes::Offer()
{
  vtkProcessModule* process = vtkProcessModule::GetProcessModule();
  auto sessions = vtkSmartPointer<vtkSessionIterator>::Take(process->NewSessionIterator());
  for (sessions->InitTraversal(); !sessions->IsDoneWithTraversal(); sessions->GoToNextItem())
  {
    auto* session = vtkPVSessionBase::SafeDownCast(sessions->GetCurrentSession());
    vtkSIProxyDefinitionManager* definitions =
      session && (session->GetProcessRoles() & vtkPVSession::SERVERS) != 0
      ? session->GetProxyDefinitionManager()
      : nullptr;
    if (definitions && !vtkRepresentationTypes::AreOffered(definitions))
    {
      Extend(definitions);
      GiveHistograms(definitions);
    }
  }
  NothingNew plugin;
  vtkPVPluginTracker::GetInstance()->InvokeEvent(
    vtkCommand::RegisterEvent, static_cast<vtkPVPlugin*>(&plugin));
}
