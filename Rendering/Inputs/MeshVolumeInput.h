// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "vtkNew.h"
#include "vtkTetrahedralizer.h"

class RayCastSession;
class vtkUnstructuredGrid;
class vtkUnstructuredGridBase;

namespace inkray
{
struct TetMeshReport;
}

/// The input of a mapper that draws meshes: the grid, the tetrahedra of its cells, and messages about them.
/// Casters of the mesh take their data from here.
class MeshVolumeInput
{
public:
  /// Problems and notes go to `session`.
  explicit MeshVolumeInput(RayCastSession& session)
    : Session(session)
  {
  }

  /// Select the grid to draw; null, with a problem or a note, if there is none. `isPiece`: other ranks have
  /// the rest of the mesh, so an empty grid is not reported.
  vtkUnstructuredGrid* Select(vtkUnstructuredGridBase* input, bool isPiece);
  /// Cut changed cells into tetrahedra. Returns false, and reports why, if there are no tetrahedra.
  bool Update(vtkUnstructuredGrid* grid, bool isPiece);

  vtkTetrahedralizer* GetTetrahedra() const { return this->Tetrahedralizer; }
  /// The time at which the tetrahedra were cut.
  vtkMTimeType GetMeshMTime() const { return this->Tetrahedralizer->GetMeshMTime(); }
  /// Get the values of an array for the tetrahedra, see vtkTetrahedralizer::GetScalars. Returns false, and
  /// reports it, if they do not fit.
  bool GetValues(const RayCastArray& array, inkray::Field& values);
  /// Pass these values to `send` unless they are held. If they do not fit, report it, forget the held values
  /// and return false.
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

  /// Note findings of the caster that took the mesh.
  void NoteMesh(inkray::TetMeshReport report, bool isPiece);

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
