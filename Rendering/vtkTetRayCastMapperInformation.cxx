// SPDX-License-Identifier: BSD-3-Clause
// What vtkTetRayCastMapper reports about its last frame.
#include "vtkTetRayCastMapper.h"

#include "vtkRayCastReport.h"
#include "vtkTetRayCastMapperInternals.h"
#include "vtkTetRayCastSettings.h"

#include <algorithm>

void vtkTetRayCastMapper::SetSettings(vtkTetRayCastSettings* settings)
{
  if (!settings || settings != this->Internal->Settings)
  {
    this->Internal->Settings = settings;
    if (!settings)
    {
      this->Internal->Settings = vtkSmartPointer<vtkTetRayCastSettings>::New();
    }
    this->Modified();
  }
}

vtkTetRayCastSettings* vtkTetRayCastMapper::GetSettings()
{
  return this->Internal->Settings;
}

vtkMTimeType vtkTetRayCastMapper::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Internal->Settings->GetMTime());
}

vtkRayCastReport* vtkTetRayCastMapper::GetReport()
{
  const Internals& internal = *this->Internal;
  vtkRayCastReport* report = internal.Rows;
  report->RemoveAllRows();
  report->AddRow("device", this->GetDeviceName());
  report->AddRow("fallback reason", this->GetFallbackReason());
  const char* const timings[6] = { "topology", "upload", "lists", "cast", "present", "frame" };
  for (int i = 0; i < 6; ++i)
  {
    report->AddRow(timings[i], internal.Timings[i], "ms");
  }
  report->AddRow("mesh memory", internal.Memory[0], "MiB");
  report->AddRow("frame memory", internal.Memory[1], "MiB");
  report->AddRow("set-up memory", internal.Memory[2], "MiB");
  const auto count = [report](const char* name, std::int64_t number) {
    report->AddRow(name, static_cast<double>(number));
  };
  count("tetrahedra", internal.Report.numTets);
  count("boundary faces", internal.Report.numBoundaryFaces);
  count("list entries", internal.Statistics.listEntries);
  count("failed rays", internal.Statistics.failedRays);
  count("mesh uploads", internal.MeshUploads);
  count("scalar uploads", internal.ScalarUploads);
  count("transfer function uploads", internal.TransferFunctionUploads);
  report->AddRow("image width", internal.ImageSize[0], "pixels");
  report->AddRow("image height", internal.ImageSize[1], "pixels");
  return report;
}

const char* vtkTetRayCastMapper::GetDeviceName()
{
  return this->Internal->Device.Name.c_str();
}

const char* vtkTetRayCastMapper::GetFallbackReason()
{
  return this->Internal->Device.FallbackReason.c_str();
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Settings:\n";
  this->Internal->Settings->PrintSelf(os, indent.GetNextIndent());
  os << indent << "Report:\n";
  this->GetReport()->PrintSelf(os, indent.GetNextIndent());
}
