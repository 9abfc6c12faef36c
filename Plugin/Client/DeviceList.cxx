// SPDX-License-Identifier: BSD-3-Clause
#include "DeviceList.h"

#include "vtkCudaDevicesInformation.h"
#include "vtkNew.h"
#include "vtkPVSession.h"
#include "vtkRayCastSettings.h"
#include "vtkSMEnumerationDomain.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMSession.h"

#include <string>

void DeviceList::Fill(vtkSMProxy* display)
{
  vtkNew<vtkCudaDevicesInformation> devices;
  bool asked = false;
  for (const char* const name : { "RayCastDevice", "IsosurfaceDevice" })
  {
    vtkSMProperty* const property = display->GetProperty(name);
    auto* const choices = property ? property->FindDomain<vtkSMEnumerationDomain>() : nullptr;
    if (!choices)
    {
      continue;
    }
    if (!asked)
    {
      display->GetSession()->GatherInformation(vtkPVSession::RENDER_SERVER_ROOT, devices, 0);
      asked = true;
    }
    unsigned int at = 0;
    if (std::string(name) == "RayCastDevice" && devices->GetNames().size() > 1 &&
      !choices->IsInDomain(vtkRayCastSettings::DEVICE_ALL_CUDA, at))
    {
      choices->AddEntry("All GPUs", vtkRayCastSettings::DEVICE_ALL_CUDA);
    }
    int value = vtkRayCastSettings::DEVICE_CUDA_0;
    for (const std::string& gpu : devices->GetNames())
    {
      const std::string text =
        "GPU " + std::to_string(value - vtkRayCastSettings::DEVICE_CUDA_0) + ": " + gpu;
      if (!choices->IsInDomain(value, at)) // a state file may have added it
      {
        choices->AddEntry(text.c_str(), value);
      }
      ++value;
    }
  }
}
