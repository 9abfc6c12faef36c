// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumeInput.h"
#include "RayCastHeld.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "VolumeCasterChoice.h"
#include "VolumeLookCaster.h"

#include <vector>

struct CellHistogram;
struct CellHistogramInput;
struct MeshVolumeArrays;
class RayCastSession;
class vtkTetRayCastSettings;

/// Gives a mapper's caster its mesh and its Look.
class MeshVolumeCaster : public VolumeLookCaster
{
public:
  /// Data come from `input`; problems and notes go to `session`.
  MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input);

  inkray::TetRayCaster* Get() const override { return this->Choice.Get(); }
  PiecesChoice& GetChoice() override { return this->Choice; }

  ///@{
  /// The first steps of a frame, in order. Prepare makes a caster, in pieces if the mesh is larger than the
  /// memory limit (vtkTetRayCastSettings::SetGPUMemory). The others send data to draw. A step returns false,
  /// and reports why, if values do not fit or cannot be drawn. `wholeBounds`: the bounds of the whole mesh if
  /// this mesh is one rank's part; otherwise vtkMath's uninitialized bounds.
  void Prepare(vtkTetRayCastSettings* settings);
  void UpdateMesh(bool isPiece, const double wholeBounds[6]);
  bool UpdateValues(const MeshVolumeArrays& frame);
  ///@}

  /// Count on a CUDA device, with the same result as CellHistogram::Add. Returns false and adds nothing if
  /// the caster is on the CPU, lacks the current mesh, array or threshold, or if the device fails.
  bool AddTo(CellHistogram& histogram, const CellHistogramInput& input, const double bounds[6]);

  /// Give up the caster, and all its data.
  void Release();
  /// Give it up because a device has failed for this mesh.
  void Fail();

  vtkMTimeType GetCellsTime() const override { return this->Mesh ? this->Mesh.Get() : 0; }
  const std::int64_t* GetCellOfTet() const override { return this->Input.GetTetrahedra()->GetTupleOfTet(); }
  /// Whether the caster has a mesh with this modification time.
  bool HasMesh(vtkMTimeType time) const { return this->Mesh && this->Mesh.Get() == time; }
  const inkray::TetMeshReport& GetMeshReport() const { return this->MeshReport; }

  ///@{
  /// Numbers of times that data were sent.
  vtkIdType GetMeshUpdates() const { return this->Mesh.GetNumberOfUpdates(); }
  vtkIdType GetScalarUpdates() const { return this->Scalars.GetNumberOfUpdates(); }
  ///@}

private:
  bool GetValues(const RayCastArray& array, inkray::Field& values) override
  {
    return this->Input.GetValues(array, values);
  }
  bool UpdateScalars(const MeshVolumeArrays& frame);
  bool UpdateGradientScalars(const MeshVolumeArrays& frame);
  /// For a part of a mesh, send the gradients stored in its grid.
  bool UpdateGradients(const MeshVolumeArrays& frame);
  bool UpdateThreshold(const MeshVolumeArrays& frame);
  /// Get three components of an array (for example red, green and blue) as a field that refers to `numbers`.
  bool GetTriples(const RayCastArray& array, std::vector<float>& numbers, inkray::Field& field);

  MeshVolumeInput& Input;
  VolumeCasterChoice<inkray::TetRayCaster, vtkMTimeType> Choice{ Session, "mesh" };

  double WholeBounds[6] = { 1, -1, 1, -1, 1, -1 };

  RayCastHeld<vtkMTimeType> Mesh; // the key of the caster's mesh; the following keys are of items of the Look
  RayCastHeld<RayCastKey> Scalars;
  RayCastHeld<RayCastKey> Gradients; // stored in the grid

  inkray::TetMeshReport MeshReport;
};
