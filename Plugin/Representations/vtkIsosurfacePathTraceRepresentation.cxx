// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfacePathTraceRepresentation.h"

#include "MapperProgress.h"
#include "PropOrder.h"
#include "vtkDataSet.h"
#include "vtkIsosurfacePathTraceMapper.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkObjectFactory.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPathTraceRefinement.h"
#include "vtkPathTraceSettings.h"
#include "vtkRayCastReport.h"
#include "vtkWeakPointer.h"

vtkStandardNewMacro(vtkIsosurfacePathTraceRepresentation);

namespace
{
/// Access to a protected member: ParaView tells only subclasses of its view whether a frame is a screenshot.
struct Screenshots : vtkPVRenderView
{
  static bool IsTakenOf(vtkPVRenderView* view) { return (view->*&Screenshots::GetInCaptureScreenshot)(); }
};
} // namespace

vtkIsosurfacePathTraceRepresentation::vtkIsosurfacePathTraceRepresentation()
{
  this->SetPathTraceSettings(this->Tracer->GetSettings());
  MapperProgress::HandOn(this->Tracer, this);
}

vtkIsosurfacePathTraceRepresentation::~vtkIsosurfacePathTraceRepresentation() = default;

void vtkIsosurfacePathTraceRepresentation::SetPathTraceSettings(vtkPathTraceSettings* settings)
{
  this->SetSettings(settings);
  this->Tracer->SetSettings(settings);
}

void vtkIsosurfacePathTraceRepresentation::SetRefine(bool refine)
{
  this->Refine = refine;
}

void vtkIsosurfacePathTraceRepresentation::SetRefinement(vtkPathTraceRefinement* refinement)
{
  refinement->SetRepresentation(this);
  refinement->SetSource([self = vtkWeakPointer<vtkIsosurfacePathTraceRepresentation>(this)] {
    return self && self->IsDrawn() && self->IsShown() ? self->Tracer->GetNumberOfMissingSamples() : 0;
  });
}

bool vtkIsosurfacePathTraceRepresentation::IsOpaque()
{
  return !this->Tracer->GetSettings()->GetIncludeVolume() && this->Superclass::IsOpaque();
}

void vtkIsosurfacePathTraceRepresentation::UpdateMapperParameters()
{
  this->Superclass::UpdateMapperParameters();
  this->HideMappers();
  this->NoteUnusedBlockStyles("path tracing");

  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  this->Tracer->SetRefine(this->Refine && view && !Screenshots::IsTakenOf(view));
  const std::vector<vtkSmartPointer<vtkDataSet>> pieces = this->GetPieces();
  const bool isDrawn = this->IsDrawn() && !pieces.empty();
  this->Tracer->RemoveAllDataSets();
  if (isDrawn)
  {
    this->Tracer->SetScalarMode(this->GetMapper()->GetScalarMode());
    this->Tracer->SelectScalarArray(this->GetMapper()->GetArrayName());
    this->Tracer->SetInputData(pieces.front());
    for (std::size_t i = 1; i < pieces.size(); ++i)
    {
      this->Tracer->AddDataSet(pieces[i]);
    }
  }
  this->Actor->SetMapper(isDrawn ? this->Tracer.GetPointer() : nullptr);
  this->Actor->SetVisibility(this->IsShown() && (isDrawn || this->Actor->GetEnableLOD()));
  if (isDrawn && view)
  {
    this->Tracer->GetSettings()->GetIncludeSurfaces()
      ? PropOrder::MoveBeforeSurfaces(view->GetRenderer(), this->Actor)
      : PropOrder::MoveBehindSurfaces(view->GetRenderer(), this->Actor);
  }
}

void vtkIsosurfacePathTraceRepresentation::AddMapperReports(vtkRayCastReport* report)
{
  if (this->IsDrawn())
  {
    report->AddReport(this->Tracer->GetReport());
  }
}

void vtkIsosurfacePathTraceRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Refine: " << this->Refine << "\n";
  os << indent << "Tracer:\n";
  this->Tracer->PrintSelf(os, indent.GetNextIndent());
}
