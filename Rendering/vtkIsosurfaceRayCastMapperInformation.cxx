// SPDX-License-Identifier: BSD-3-Clause
// What vtkIsosurfaceRayCastMapper reports about its last frame.
#include "vtkIsosurfaceRayCastMapper.h"

#include "vtkIsosurfaceRayCastMapperInternals.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkRayCastReport.h"

#include <algorithm>

void vtkIsosurfaceRayCastMapper::SetSettings(vtkIsosurfaceRayCastSettings* settings)
{
  if (!settings || settings != this->Internal->Settings)
  {
    this->Internal->Settings = settings;
    if (!settings)
    {
      this->Internal->Settings = vtkSmartPointer<vtkIsosurfaceRayCastSettings>::New();
    }
    this->Modified();
  }
}

vtkIsosurfaceRayCastSettings* vtkIsosurfaceRayCastMapper::GetSettings()
{
  return this->Internal->Settings;
}

vtkMTimeType vtkIsosurfaceRayCastMapper::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Internal->Settings->GetMTime());
}

vtkRayCastReport* vtkIsosurfaceRayCastMapper::GetReport()
{
  Internals& internal = *this->Internal;
  const inkray::IsosurfaceStatistics& statistics = internal.TakeStatistics();
  vtkRayCastReport* report = internal.Rows;
  report->RemoveAllRows();
  report->AddRow("device", this->GetDeviceName());
  report->AddRow("fallback reason", this->GetFallbackReason());
  report->AddRow("pipeline",
    statistics.pipeline == inkray::IsosurfacePipeline::MultiKernel ? "multi-kernel"
      : statistics.pipeline == inkray::IsosurfacePipeline::KdJump  ? "Kd-Jump"
                                                                   : "single kernel");
  const char* const timings[6] = { "bricks", "upload", "rebuild", "cast", "present", "frame" };
  for (int i = 0; i < 6; ++i)
  {
    report->AddRow(timings[i], internal.Timings[i], "ms");
  }
  report->AddRow("volume memory", internal.Memory[0], "MiB");
  report->AddRow("brick memory", internal.Memory[1], "MiB");
  report->AddRow("frame memory", internal.Memory[2], "MiB");
  const auto count = [report](const char* name, std::int64_t number) {
    report->AddRow(name, static_cast<double>(number));
  };
  count("rays", statistics.rays);
  count("hits", statistics.hits);
  count("rounds", statistics.rounds);
  count("queue items", statistics.queueItems);
  count("kept items", statistics.keptItems);
  const std::int64_t* leaves = internal.Report.leaves;
  count("leaves", leaves[0] * leaves[1] * leaves[2]);
  count("active leaves", statistics.activeLeaves);
  count("volume uploads", internal.VolumeUploads);
  count("color array uploads", internal.ColorArrayUploads);
  count("isosurface uploads", internal.IsosurfaceUploads);
  count("color table uploads", internal.ColorTableUploads);
  report->AddRow("smallest value", internal.ScalarRange[0], "data");
  report->AddRow("largest value", internal.ScalarRange[1], "data");
  report->AddRow("image width", internal.ImageSize[0], "pixels");
  report->AddRow("image height", internal.ImageSize[1], "pixels");
  return report;
}

const char* vtkIsosurfaceRayCastMapper::GetDeviceName()
{
  return this->Internal->Device.Name.c_str();
}

const char* vtkIsosurfaceRayCastMapper::GetFallbackReason()
{
  return this->Internal->Device.FallbackReason.c_str();
}

double vtkIsosurfaceRayCastMapper::GetProbedIsovalue()
{
  return this->Internal->ProbedIsovalue;
}

int vtkIsosurfaceRayCastMapper::GetProbedIsosurface()
{
  return this->Internal->ProbedIsosurface;
}

double* vtkIsosurfaceRayCastMapper::GetProbedPosition()
{
  return this->Internal->ProbedPosition;
}

double vtkIsosurfaceRayCastMapper::GetProbedValue()
{
  return this->Internal->ProbedValue;
}

double vtkIsosurfaceRayCastMapper::GetProbedColorValue()
{
  return this->Internal->ProbedColorValue;
}

void vtkIsosurfaceRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Settings:\n";
  this->Internal->Settings->PrintSelf(os, indent.GetNextIndent());
  os << indent << "Report:\n";
  this->GetReport()->PrintSelf(os, indent.GetNextIndent());
}
