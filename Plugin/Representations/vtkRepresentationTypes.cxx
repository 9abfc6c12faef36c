// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRepresentationTypes.h"

#include "RepresentationTypesXML.h"
#include "vtkCommand.h"
#include "vtkObjectFactory.h"
#include "vtkPVPlugin.h"
#include "vtkPVPluginTracker.h"
#include "vtkPVServerManagerPluginInterface.h"
#include "vtkPVSession.h"
#include "vtkPVSessionBase.h"
#include "vtkPVXMLElement.h"
#include "vtkProcessModule.h"
#include "vtkSIProxyDefinitionManager.h"
#include "vtkSessionIterator.h"
#include "vtkSmartPointer.h"

#include <cstring>

vtkStandardNewMacro(vtkRepresentationTypes);

namespace
{
/// A plug-in without definitions. ParaView keeps definitions with those that they derive from merged into
/// them, and makes them anew when a plug-in is loaded; it has no other public call for that.
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
      for (const char* xml : RepresentationTypesXML)
      {
        definitions->LoadConfigurationXMLFromString(xml);
      }
    }
  }
  NothingNew plugin;
  vtkPVPluginTracker::GetInstance()->InvokeEvent(
    vtkCommand::RegisterEvent, static_cast<vtkPVPlugin*>(&plugin));
}
