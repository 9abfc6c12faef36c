// SPDX-License-Identifier: BSD-3-Clause
#include "ClientSessions.h"

#include "CroppingBounds.h"
#include "DeviceList.h"
#include "DisplayColoring.h"
#include "FirstLook.h"
#include "GradientFit.h"
#include "LateDefaults.h"
#include "OpacityPresets.h"
#include "SurfaceColoring.h"
#include "Transfer2DSwitch.h"
#include "UnusedListWarning.h"
#include "ValueGuard.h"
#include "VisibleSelections.h"
#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkObject.h"
#include "vtkObjectFactory.h"
#include "vtkProcessModule.h"
#include "vtkRepresentationTypes.h"
#include "vtkSIProxyDefinitionManager.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyDefinitionManager.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMProxyManager.h"
#include "vtkSMSession.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSessionIterator.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace
{
template <class Function>
void ForEachSession(const Function& function)
{
  auto sessions =
    vtkSmartPointer<vtkSessionIterator>::Take(vtkProcessModule::GetProcessModule()->NewSessionIterator());
  for (sessions->InitTraversal(); !sessions->IsDoneWithTraversal(); sessions->GoToNextItem())
  {
    function(sessions->GetCurrentSession());
  }
}

class Watcher : public vtkObject
{
public:
  static Watcher* New();
  vtkTypeMacro(Watcher, vtkObject);

  /// Watch a session that has been created. `id` points to its number.
  void OnSession(vtkObject*, unsigned long, void* id)
  {
    this->Add(vtkProcessModule::GetProcessModule()->GetSession(*static_cast<vtkIdType*>(id)));
  }

  void Add(vtkSession* session)
  {
    vtkSMSessionProxyManager* proxies = GetProxies(session);
    if (!proxies)
    {
      return;
    }
    // If the plug-in is loaded again, the session is watched already.
    this->Watched.erase(
      std::remove(this->Watched.begin(), this->Watched.end(), nullptr), this->Watched.end());
    if (std::find(this->Watched.begin(), this->Watched.end(), proxies) != this->Watched.end())
    {
      this->Offer(proxies);
      return;
    }
    this->Watched.emplace_back(proxies);
    proxies->GetProxyDefinitionManager()->AddObserver(
      vtkSIProxyDefinitionManager::ProxyDefinitionsUpdated, this, &Watcher::OnDefinitions);
    proxies->AddObserver(vtkCommand::RegisterEvent, this, &Watcher::OnRegistered);
    this->Offer(proxies);
    auto known = vtkSmartPointer<vtkSMProxyIterator>::Take(vtkSMProxyIterator::New());
    known->SetSessionProxyManager(proxies);
    for (known->Begin("representations"); !known->IsAtEnd(); known->Next())
    {
      WatchDisplay(known->GetProxy());
    }
  }

  void SetOnOffered(std::function<void(vtkSMSessionProxyManager*)> function)
  {
    this->OnOffered = std::move(function);
    ForEachSession([this](vtkSession* session) {
      vtkSMSessionProxyManager* proxies = GetProxies(session);
      if (proxies && this->OnOffered &&
        vtkRepresentationTypes::AreOffered(proxies->GetSession()->GetProxyDefinitionManager()))
      {
        this->OnOffered(proxies);
      }
    });
  }

private:
  /// The proxies of a session. Null in all processes of pvbatch but the first, which controls the others,
  /// unless all run the script (symmetric mode).
  static vtkSMSessionProxyManager* GetProxies(vtkSession* any)
  {
    vtkProcessModule* process = vtkProcessModule::GetProcessModule();
    auto* session = vtkSMSession::SafeDownCast(any);
    return session && (process->GetPartitionId() == 0 || process->GetSymmetricMPIMode())
      ? session->GetSessionProxyManager()
      : nullptr;
  }

  static void WatchDisplay(vtkSMProxy* display)
  {
    DeviceList::Fill(display);
    ValueGuard::Watch(display);
    CroppingBounds::Watch(display);
    VisibleSelections::Watch(display);
    LateDefaults::Watch(display);
    DisplayColoring::Watch(display);
    FirstLook::Watch(display);
    GradientFit::Watch(display);
    OpacityPresets::Watch(display);
    SurfaceColoring::Watch(display);
    Transfer2DSwitch::Watch(display);
    UnusedListWarning::Watch(display);
  }

  void OnRegistered(vtkObject*, unsigned long, void* data)
  {
    const auto* information = static_cast<vtkSMProxyManager::RegisteredProxyInformation*>(data);
    if (information->Proxy && std::strcmp(information->GroupName, "representations") == 0)
    {
      WatchDisplay(information->Proxy);
    }
  }

  void OnDefinitions(vtkObject* caller, unsigned long, void*)
  {
    this->Offer(vtkSMProxyDefinitionManager::SafeDownCast(caller)->GetSessionProxyManager());
  }

  void Offer(vtkSMSessionProxyManager* proxies)
  {
    vtkSIProxyDefinitionManager* definitions = proxies->GetSession()->GetProxyDefinitionManager();
    // Offer the types only if the server has the plug-in and all of its definitions, which arrive one by one.
    if (this->Offering || vtkRepresentationTypes::AreOffered(definitions) ||
      !definitions->HasDefinition("misc", "RepresentationTypes") ||
      !definitions->HasDefinition("representations", "TetRayCastRepresentation") ||
      !definitions->HasDefinition("representations", "IsosurfaceRayCastRepresentation"))
    {
      return;
    }
    this->Offering = true;
    auto types = vtkSmartPointer<vtkSMProxy>::Take(proxies->NewProxy("misc", "RepresentationTypes"));
    types->UpdateVTKObjects();
    proxies->GetProxyDefinitionManager()->SynchronizeDefinitions();
    this->Offering = false;
    if (this->OnOffered)
    {
      this->OnOffered(proxies);
    }
  }

  std::vector<vtkWeakPointer<vtkSMSessionProxyManager>> Watched;
  bool Offering = false;
  std::function<void(vtkSMSessionProxyManager*)> OnOffered;
};
vtkStandardNewMacro(Watcher);

Watcher* TheWatcher()
{
  static const vtkNew<Watcher> watcher; // static: observers do not keep it alive
  return watcher;
}
} // namespace

void ClientSessions::Watch()
{
  Watcher* const watcher = TheWatcher();
  static const bool once = [watcher] {
    VisibleSelections::Start();
    vtkProcessModule::GetProcessModule()->AddObserver(
      vtkCommand::ConnectionCreatedEvent, watcher, &Watcher::OnSession);
    return true;
  }();
  static_cast<void>(once);
  ForEachSession([watcher](vtkSession* session) { watcher->Add(session); });
}

void ClientSessions::SetOnOffered(std::function<void(vtkSMSessionProxyManager*)> function)
{
  TheWatcher()->SetOnOffered(std::move(function));
}
