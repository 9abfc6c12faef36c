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

/// The input of a mapper that draws meshes: the grid, the tetrahedra of its cells, and the messages about
/// both and about the values drawn. Casters of the mesh take their data from here.
class MeshVolumeInput
{
public:
  /// Problems and notes go to `session`.
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
  /// The time at which the tetrahedra were cut.
  vtkMTimeType GetMeshMTime() const { return this->Tetrahedralizer->GetMeshMTime(); }
  /// The values of an array as the tetrahedra have them, see vtkTetrahedralizer::GetScalars. False, with a
  /// problem: they do not fit.
  bool GetValues(const RayCastArray& array, inkray::Field& values);
  /// Hand these values to `send` unless they are held. False, with a problem, and nothing is held: they do
  /// not fit.
  template <class Sender>
  bool Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Sender& send)
  {
    const RayCastKey key(array);
    inkray::Field values;
    if (!(held && held.Get() == key) && !this->GetValues(array, values))
    {
      held.Forget();
      return false;
    }
    held.Update(key, [&] { send(values); });
    return true;
  }

  /// Note the findings of the caster that took the mesh.
  void NoteMesh(inkray::TetMeshReport report, bool isPiece);
  /// Note the findings about the values drawn: their `range`, and the number of values that are not finite,
  /// whose cells are drawn as `nonFinite` tells. False, with a problem: there is no finite value.
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
