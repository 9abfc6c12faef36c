// SPDX-License-Identifier: BSD-3-Clause
#include "TetRayCastParts.h"

#include "vtkRayCastReport.h"

void TetRayCastParts::ForgetFrame()
{
  this->VolumeParts::ForgetFrame();
  this->Input.ForgetTimes();
}

void TetRayCastParts::AddRows(vtkRayCastReport* report)
{
  report->AddRow("adjacency", this->Input.GetCutMilliseconds() + this->Caster.GetSetUpMilliseconds(), "ms");
  this->AddCastRows(report);
  report->AddBytes("mesh memory", this->Memory.resident);
  report->AddBytes("set-up memory", this->Memory.setupPeak);
  report->AddCount("tetrahedra", this->Caster.GetMeshReport().numTets);
  report->AddCount("boundary faces", this->Caster.GetMeshReport().numBoundaryFaces);
  this->AddRayRows(report);
  report->AddCount("list entries", this->Statistics.listEntries);
  report->AddCount("failed rays", this->Statistics.failedRays);
  report->AddCount("recast rays", this->Statistics.recastRays);
  this->AddPieceRows(report);
  report->AddCount("mesh uploads", this->Caster.GetMeshUpdates());
  report->AddCount("scalar uploads", this->Caster.GetScalarUpdates());
  report->AddCount("transfer function uploads", this->Caster.GetTransferFunctionUpdates());
  report->AddCount("color array uploads", this->Caster.GetSurfaceColorUpdates());
  report->AddCount("color table uploads", this->Caster.GetSurfaceColorTableUpdates());
  report->AddCount("isosurface uploads", this->Surfaces.GetNumberOfUpdates());
}
