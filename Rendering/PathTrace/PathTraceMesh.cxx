// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceMesh.h"

#include "DrawnValues.h"
#include "HeldRanges.h"
#include "PathTraceContent.h"
#include "RayCastSession.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "ShownRange.h"
#include "vtkMatrix4x4.h"
#include "vtkPoints.h"
#include "vtkSMPTools.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <algorithm>

namespace
{

/// The points of a mesh, transformed by a matrix; `at(i, xyz)` gives point i.
template <class PointAt>
std::vector<double> Move(std::int64_t numPoints, vtkMatrix4x4* matrix, const PointAt& at)
{
  std::vector<double> moved(3 * static_cast<std::size_t>(numPoints));
  const double* const m = matrix->GetData();
  vtkSMPTools::For(0, numPoints, [&](vtkIdType begin, vtkIdType end) {
    for (vtkIdType i = begin; i < end; ++i)
    {
      double p[3];
      at(i, p);
      for (int row = 0; row < 3; ++row)
      {
        moved[3 * i + row] =
          m[4 * row] * p[0] + m[4 * row + 1] * p[1] + m[4 * row + 2] * p[2] + m[4 * row + 3];
      }
    }
  });
  return moved;
}

std::vector<double> MoveToWorld(
  const inkray::TetMeshInput& mesh, vtkMatrix4x4* toWorld, vtkUnstructuredGrid* grid)
{
  const auto of = [&](const auto* points) {
    return Move(mesh.numPoints, toWorld,
      [points](vtkIdType i, double(&xyz)[3]) { std::copy_n(points + 3 * i, 3, xyz); });
  };
  if (mesh.pointMemory != inkray::MemorySpace::Host)
  {
    grid->GetPoint(0); // copies the points to the host before several threads ask for them
    return Move(mesh.numPoints, toWorld, [grid](vtkIdType i, double(&xyz)[3]) { grid->GetPoint(i, xyz); });
  }
  return mesh.pointType == inkray::ValueType::Float64 ? of(static_cast<const double*>(mesh.points))
                                                      : of(static_cast<const float*>(mesh.points));
}

} // namespace

PathTraceMesh::PathTraceMesh(RayCastSession& session)
  : Session(session)
{
}

bool PathTraceMesh::Prepare(PathTraceItem& piece, bool hasSurfaces, bool isPiece)
{
  if (!this->Input.Update(piece.Grid, isPiece))
  {
    return false;
  }
  if (!hasSurfaces)
  {
    return true;
  }
  const RayCastArray scalars = piece.Scalars;
  const bool isMedium = piece.Medium.Array && !piece.HasVolumeOfItsOwn();
  vtkTetrahedralizer* const tetrahedra = this->Input.GetTetrahedra();
  if (!this->Averages.Replace(piece.Scalars, tetrahedra, this->Session, isPiece ? piece.Grid : nullptr))
  {
    return false;
  }
  if (piece.Scalars.Array != scalars.Array)
  {
    MeshPointAverages::Note(scalars, isMedium, this->Session);
    piece.Medium = isMedium ? piece.Scalars : piece.Medium;
    if (piece.Colors.Array && RayCastKey(piece.Colors) == RayCastKey(scalars))
    {
      piece.Colors = piece.Scalars; // each surface keeps the color of its isovalue
    }
  }
  return true;
}

void PathTraceMesh::Add(const PathTraceItem& piece, vtkMatrix4x4* toWorld, inkray::PathTracer& tracer)
{
  const double start = RayCastSession::Now();
  inkray::TetMeshInput mesh = this->Input.GetTetrahedra()->GetMesh();
  std::vector<double> moved;
  if (!toWorld->IsIdentity())
  {
    moved = MoveToWorld(mesh, toWorld, piece.Grid);
    mesh.points = moved.data();
    mesh.pointType = inkray::ValueType::Float64;
    mesh.pointMemory = inkray::MemorySpace::Host;
  }
  this->IsMirrored = toWorld->Determinant() < 0;
  const inkray::WorkObserver observer = this->Session.Observe("Finding neighbors of tetrahedra", 0.7);
  this->Number = tracer.addMesh(mesh, observer);
  this->NumTets = tracer.meshReport(this->Number).numTets;
  if (piece.HasVolumeOfItsOwn())
  {
    this->SecondNumber = tracer.addMesh(mesh, observer);
  }
  this->AddMilliseconds += RayCastSession::Now() - start;
}

template <class Take>
bool PathTraceMesh::Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Take& take)
{
  const double start = RayCastSession::Now();
  return this->Input.Send(held, array, [&](const inkray::Field& values) {
    take(values);
    this->UploadMilliseconds += RayCastSession::Now() - start; // including the time to find the values
  });
}

bool PathTraceMesh::SendValues(HeldValues& held, const RayCastArray& array, const IsosurfaceSet* surfaces,
  bool isMedium, int number, inkray::PathTracer& tracer)
{
  const inkray::FiniteRange range = HeldRanges::Find(array,
    isMedium ? RayCastBridge::FindShownRange(this->Session.GetVolume()->GetProperty())
             : inkray::FiniteRange(),
    surfaces ? surfaces->Surfaces : std::vector<inkray::Isosurface>());
  if (range.low != held.Range.low || range.high != held.Range.high)
  {
    held.Key.Forget();
    held.Range = range;
  }
  return this->Send(held.Key, array, [&](const inkray::Field& field) {
    tracer.setMeshHeldRange(number, range.low, range.high);
    tracer.setMeshValues(number, field);
  });
}

bool PathTraceMesh::UpdateArrays(
  const PathTraceItem& piece, const IsosurfaceSet& surfaces, inkray::PathTracer& tracer)
{
  const bool hasTwo = this->SecondNumber >= 0;
  if (!this->SendValues(
        this->Values, piece.Scalars, &surfaces, piece.Medium.Array && !hasTwo, this->Number, tracer))
  {
    return false;
  }
  this->MediumNumber = !piece.Medium.Array ? -1 : this->SecondNumber >= 0 ? this->SecondNumber : this->Number;
  if (hasTwo &&
    !this->SendValues(this->MediumValues, piece.Medium, nullptr, true, this->SecondNumber, tracer))
  {
    return false;
  }
  if (piece.Colors.Array)
  {
    return this->Send(this->Colors, piece.Colors,
      [&](const inkray::Field& values) { tracer.setMeshColorValues(this->Number, values); });
  }
  if (this->Colors)
  {
    tracer.setMeshColorValues(this->Number, {});
    this->Colors.Forget();
  }
  return true;
}

void PathTraceMesh::SetSurfaces(
  const std::vector<inkray::PathSurface>& surfaces, inkray::PathTracer& tracer) const
{
  if (this->Number >= 0)
  {
    tracer.setMeshIsosurfaces(this->Number, surfaces);
  }
}

void PathTraceMesh::SetColorTable(const inkray::ColorTable& table, inkray::PathTracer& tracer) const
{
  if (this->Number >= 0)
  {
    tracer.setMeshColorTable(this->Number, table);
  }
}

void PathTraceMesh::SetTransferFunction(
  const inkray::TransferFunction* function, inkray::PathTracer& tracer) const
{
  for (const int number : { this->Number, this->SecondNumber })
  {
    if (number >= 0)
    {
      function&& number == this->MediumNumber ? tracer.setMeshTransferFunction(number, *function)
                                              : tracer.removeMeshTransferFunction(number);
    }
  }
}

void PathTraceMesh::Note(const PathTraceItem& piece, bool hasSurfaces, bool isPiece,
  const inkray::PathTracer& tracer, double (&range)[2])
{
  inkray::TetMeshReport report = tracer.meshReport(this->Number);
  if (this->IsMirrored)
  {
    report.inverted = std::max<std::int64_t>(0, report.numTets - report.zeroVolume - report.inverted);
  }
  this->Input.NoteMesh(report, isPiece);
  const auto note = [&](int number, const RayCastArray& array, const char* missing) {
    const inkray::MeshValueReport values = tracer.meshValueReport(number);
    if (values.range[0] <= values.range[1])
    {
      DrawnValues::Check(this->Session, array, values.range, values.numNonFinite, "are left out.");
    }
    else if (!isPiece)
    {
      this->Session.Report(true,
        "No value of the array " + array.GetQuotedName() + " is a finite number, so there is " + missing);
    }
    return values;
  };
  const inkray::MeshValueReport values =
    note(this->Number, piece.Scalars, hasSurfaces ? "no isosurface of it." : "no volume of it.");
  if (values.range[0] <= values.range[1])
  {
    range[0] = std::min(range[0], values.range[0]);
    range[1] = std::max(range[1], values.range[1]);
  }
  if (this->SecondNumber >= 0)
  {
    note(this->SecondNumber, piece.Medium, "no volume of it.");
  }
}

void PathTraceMesh::Forget()
{
  this->Number = this->SecondNumber = this->MediumNumber = -1;
  this->NumTets = 0;
  this->Values.Key.Forget();
  this->MediumValues.Key.Forget();
  this->Colors.Forget();
}

void PathTraceMesh::ForgetTimes()
{
  this->Input.ForgetTimes();
  this->AddMilliseconds = this->UploadMilliseconds = 0;
}
