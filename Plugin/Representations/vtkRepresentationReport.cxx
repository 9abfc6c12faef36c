// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRepresentationReport.h"

#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"
#include "vtkStringArray.h"

vtkStandardNewMacro(vtkRepresentationReport);

vtkRepresentationReport::vtkRepresentationReport() = default;
vtkRepresentationReport::~vtkRepresentationReport() = default;

void vtkRepresentationReport::SetSource(const std::function<vtkSmartPointer<vtkRayCastReport>()>& source)
{
  this->Source = source;
}

vtkSmartPointer<vtkRayCastReport> vtkRepresentationReport::Combine(
  const std::string& fallbackReason, const std::vector<vtkRayCastReport*>& reports)
{
  auto combined = vtkSmartPointer<vtkRayCastReport>::New();
  if (!fallbackReason.empty())
  {
    combined->AddRow("fallback reason", fallbackReason.c_str());
  }
  for (vtkRayCastReport* report : reports)
  {
    combined->AddReport(report);
  }
  return combined;
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

vtkStringArray* vtkRepresentationReport::GetRows()
{
  const vtkRayCastReport* report = this->Update();
  this->Rows->SetNumberOfComponents(3);
  this->Rows->SetNumberOfTuples(report->GetNumberOfRows());
  for (int row = 0; row < report->GetNumberOfRows(); ++row)
  {
    this->Rows->SetValue(3 * row, report->GetName(row));
    this->Rows->SetValue(3 * row + 1, report->GetText(row));
    this->Rows->SetValue(3 * row + 2, report->GetUnit(row));
  }
  return this->Rows;
}

void vtkRepresentationReport::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  this->Update()->PrintSelf(os, indent.GetNextIndent());
}
