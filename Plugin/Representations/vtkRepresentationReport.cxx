// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRepresentationReport.h"

#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"

#include <algorithm>
#include <exception>

vtkStandardNewMacro(vtkRepresentationReport);

vtkRepresentationReport::vtkRepresentationReport() = default;
vtkRepresentationReport::~vtkRepresentationReport() = default;

vtkSmartPointer<vtkRayCastReport> vtkRepresentationReport::Make(
  const char* drawnBy, const std::string& fallbackReason)
{
  auto report = vtkSmartPointer<vtkRayCastReport>::New();
  report->AddDrawnBy(drawnBy);
  report->AddRow("device", "");
  report->AddRow("fallback reason", fallbackReason.c_str());
  return report;
}

vtkRayCastReport* vtkRepresentationReport::Update()
{
  this->Report = this->Source ? this->Source() : nullptr;
  if (!this->Report)
  {
    this->Report = vtkSmartPointer<vtkRayCastReport>::New();
  }
  return this->Report;
}

const char* vtkRepresentationReport::GetDeviceName()
{
  return this->Update()->GetText("device");
}

const char* vtkRepresentationReport::GetFallbackReason()
{
  return this->Update()->GetText("fallback reason");
}

void vtkRepresentationReport::SetHistogramBins(int ofValues, int ofGradients)
{
  this->HistogramBins[0] = std::clamp(ofValues, 1, 1 << 12);
  this->HistogramBins[1] = std::clamp(ofGradients, 1, 1 << 12);
}

void vtkRepresentationReport::FindHistogram()
{
  this->LastHistogram = {};
  try
  {
    if (this->HistogramSource)
    {
      this->LastHistogram = this->HistogramSource(this->HistogramBins[0], this->HistogramBins[1]);
    }
  }
  catch (const std::exception& error)
  {
    vtkWarningMacro("The histogram of the values cannot be made: " << error.what());
  }
  this->HistogramVolumes->SetNumberOfValues(static_cast<vtkIdType>(this->LastHistogram.Volumes.size()));
  std::copy(this->LastHistogram.Volumes.begin(), this->LastHistogram.Volumes.end(),
    this->HistogramVolumes->GetPointer(0));
}

vtkStringArray* vtkRepresentationReport::GetRows()
{
  return this->RowsOf(this->Update());
}

void vtkRepresentationReport::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  this->Update()->PrintSelf(os, indent.GetNextIndent());
}
