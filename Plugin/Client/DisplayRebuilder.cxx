// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayRebuilder.h"

#include "DisplayWatcher.h"
#include "vtkNew.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMProxyListDomain.h"
#include "vtkSMProxyProperty.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

#include <algorithm>

namespace
{
/// The proxies of a group, as a copy, because the group may change during a loop.
std::vector<vtkSMProxy*> GetGroup(vtkSMSessionProxyManager* session, const char* group)
{
  std::vector<vtkSMProxy*> proxies;
  auto registered = vtkSmartPointer<vtkSMProxyIterator>::Take(vtkSMProxyIterator::New());
  registered->SetSessionProxyManager(session);
  for (registered->Begin(group); !registered->IsAtEnd(); registered->Next())
  {
    proxies.push_back(registered->GetProxy());
  }
  return proxies;
}

/// Whether only views use a display. An animation of the display, for example, would lose its track.
bool IsUsedByViewsAlone(vtkSMProxy* display)
{
  for (unsigned int i = 0; i < display->GetNumberOfConsumers(); ++i)
  {
    vtkSMProxy* user = display->GetConsumerProxy(i);
    if (user && !vtkSMViewProxy::SafeDownCast(user->GetTrueParentProxy()))
    {
      return false;
    }
  }
  return true;
}

/// Copy a property whose values are proxies that belong to the display, such as the grid of axes.
void CopyOwnProxy(vtkSMProperty* to, vtkSMProperty* from)
{
  vtkSMProxy* original = vtkSMPropertyHelper(from).GetAsProxy();
  auto* own = to->FindDomain<vtkSMProxyListDomain>();
  vtkSMProxy* copy = original ? own->FindProxy(original->GetXMLGroup(), original->GetXMLName()) : nullptr;
  if (copy)
  {
    copy->Copy(original);
    copy->UpdateVTKObjects();
    vtkSMPropertyHelper(to).Set(copy);
  }
}

void CopyProperties(vtkSMProxy* to, vtkSMProxy* from)
{
  auto properties = vtkSmartPointer<vtkSMPropertyIterator>::Take(from->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    vtkSMProperty* original = properties->GetProperty();
    vtkSMProperty* copy = to->GetProperty(properties->GetKey());
    if (!copy || original->GetInformationOnly())
    {
      continue;
    }
    if (copy->FindDomain<vtkSMProxyListDomain>())
    {
      CopyOwnProxy(copy, original);
    }
    else
    {
      copy->Copy(original);
    }
  }
  to->UpdateVTKObjects();
}
} // namespace

std::vector<vtkSMProxy*> DisplayRebuilder::Find(vtkSMSessionProxyManager* session)
{
  std::vector<vtkSMProxy*> late;
  for (vtkSMProxy* display : GetGroup(session, "representations"))
  {
    if (display->GetProperty("Representation") && !DisplayWatcher::HasTypes(display) &&
      DisplayWatcher::HasTypes(session->GetPrototypeProxy(display->GetXMLGroup(), display->GetXMLName())))
    {
      late.push_back(display);
    }
  }
  return late;
}

bool DisplayRebuilder::Renew(vtkSMProxy* display)
{
  if (!IsUsedByViewsAlone(display))
  {
    return false;
  }
  vtkSMSessionProxyManager* session = display->GetSessionProxyManager();
  auto fresh =
    vtkSmartPointer<vtkSMProxy>::Take(session->NewProxy(display->GetXMLGroup(), display->GetXMLName()));
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->PreInitializeProxy(fresh);
  fresh->GetProperty("Input")->Copy(display->GetProperty("Input"));
  controller->PostInitializeProxy(fresh);
  CopyProperties(fresh, display);
  // Call the superclass, because this class's function would rescale the color map.
  controller->vtkSMParaViewPipelineController::RegisterRepresentationProxy(fresh);

  for (vtkSMProxy* view : GetGroup(session, "views"))
  {
    vtkSMPropertyHelper shown(view, "Representations", true);
    std::vector<vtkSMProxy*> displays;
    for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
    {
      displays.push_back(shown.GetAsProxy(i));
    }
    if (std::find(displays.begin(), displays.end(), display) != displays.end())
    {
      std::replace(displays.begin(), displays.end(), display, fresh.Get());
      shown.Set(displays.data(), static_cast<unsigned int>(displays.size()));
      view->UpdateVTKObjects();
    }
  }
  controller->UnRegisterProxy(display);
  return true;
}
