// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "vtkNew.h"
#include "vtkTetrahedralizer.h"

#include <cstdint>
#include <string>

class RayCastSession;
class vtkUnstructuredGrid;
class vtkUnstructuredGridBase;

namespace inkray
{
struct TetMeshReport;
}

/// The input of a mapper that draws meshes: the grid, the tetrahedra of its cells, and what there is to say
/// of both and of the values that are drawn. Whatever casts the mesh takes it from here.
class MeshVolumeInput
{
public:
  /// Problems and notes are those of `session`.
  explicit MeshVolumeInput(RayCastSession& session)
    : Session(session)
  {
  }

  /// The grid to draw; null, with a problem or a note, where there is none. `isPiece`: others have the rest
  /// of the mesh, and nothing is said where this piece is empty.
  vtkUnstructuredGrid* Select(vtkUnstructuredGridBase* input, bool isPiece);
  /// Cut the cells into tetrahedra where they have changed. False, with a problem: there are none.
  bool Update(vtkUnstructuredGrid* grid, bool isPiece);

  vtkTetrahedralizer* GetTetrahedra() const { return this->Tetrahedralizer; }
  /// When the tetrahedra were cut.
  vtkMTimeType GetMeshMTime() const { return this->Tetrahedralizer->GetMeshMTime(); }
  /// The values of an array as the tetrahedra have them, see vtkTetrahedralizer::GetScalars. False, with a
  /// problem: they do not fit.
  bool GetValues(const RayCastArray& array, inkray::Field& values);

  /// Say what was found out about the mesh when it was sent.
  void NoteMesh(inkray::TetMeshReport report, bool isPiece);
  /// Say what there is to say of the values that are drawn: their `range`, and how many are not finite, whose
  /// cells are as `nonFinite` says. False, with a problem: there is none to draw.
  bool CheckValues(const RayCastArray& array, const double (&range)[2], std::int64_t numNonFinite,
    const std::string& nonFinite);
  /// Say so where all values of a volume are one.
  void NoteOneValue(const RayCastArray& array, const double (&range)[2]);

  ///@{
  /// Time that Update has taken since ForgetTimes.
  void ForgetTimes() { this->CutMilliseconds = 0; }
  double GetCutMilliseconds() const { return this->CutMilliseconds; }
  ///@}

private:
  RayCastSession& Session;
  vtkNew<vtkTetrahedralizer> Tetrahedralizer;
  double CutMilliseconds = 0;
};
