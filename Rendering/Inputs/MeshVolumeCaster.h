// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshCasterChoice.h"
#include "RayCastHeld.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <string>
#include <vector>

struct CellHistogram;
struct CellHistogramInput;
struct MeshVolumeFrame;
class MeshVolumeInput;
class RayCastSession;

/// The mesh and the Look of the caster of a mapper of meshes, with the keys of their sources: only changed
/// data are sent. The key of an item that is absent from the Look has no meaning.
class MeshVolumeCaster
{
public:
  /// Data come from `input` and go to the caster of `choice`; problems and notes go to `session`.
  MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input, MeshCasterChoice& choice);

  /// Null before MeshCasterChoice::Prepare, and after Release.
  inkray::TetRayCaster* Get() const { return this->Choice.Get(); }

  ///@{
  /// The steps of a frame, in order, after a caster was prepared: each sends data to draw. A step returns
  /// false, and reports why, if values do not fit or cannot be drawn. UpdateFunctions is needed for slices,
  /// and for a volume without a 2-D function. `wholeBounds`: the bounds of the whole mesh if this mesh is one
  /// rank's part; otherwise vtkMath's uninitialized bounds.
  void UpdateMesh(bool isPiece, const double wholeBounds[6]);
  bool UpdateValues(const MeshVolumeFrame& frame);
  void UpdateFunctions(const MeshVolumeFrame& frame);
  void GiveLight(const std::vector<inkray::SurfaceLight>& lights, const inkray::SurfaceMaterial& material);
  ///@}

  ///@{
  /// Change items of the Look's style and send them to the caster. The second Give sends what make() returns,
  /// unless the caster holds an item with an equal key.
  inkray::MeshStyle& GetStyle() { return this->Look.style; }
  template <class T>
  void Give(inkray::Revised<T>& item, const T& value)
  {
    this->Look.giveTo(*this->Get(), item, value);
  }
  template <class T, class Key, class Make>
  void Give(inkray::Revised<T>& item, RayCastHeld<Key>& held, const Key& key, const Make& make)
  {
    if (!item.isSet())
    {
      held.Forget();
    }
    held.Update(key, [&] { this->Give(item, T(make())); });
  }
  ///@}

  /// Count on a CUDA device what CellHistogram::Add counts. Returns false and adds nothing if the caster is
  /// on the CPU, lacks the current mesh, array or threshold, or if the device fails.
  bool AddTo(CellHistogram& histogram, const CellHistogramInput& input, const double bounds[6]);

  /// Copy the held ranges of the caster's values to a frame, so that the frame does not send the values
  /// again.
  void KeepRanges(MeshVolumeFrame& frame) const;

  /// Give up the caster, and all its data.
  void Release();

  /// Whether the caster has a mesh with this modification time.
  bool HasMesh(vtkMTimeType time) const { return this->Mesh && this->Mesh.Get() == time; }
  const inkray::TetMeshReport& GetMeshReport() const { return this->MeshReport; }

  ///@{
  /// Times since ForgetTimes.
  void ForgetTimes() { this->AdjacencyMilliseconds = this->UploadMilliseconds = 0; }
  double GetAdjacencyMilliseconds() const { return this->AdjacencyMilliseconds; }
  double GetUploadMilliseconds() const { return this->UploadMilliseconds; }
  ///@}
  ///@{
  /// Numbers of times that data were sent.
  vtkIdType GetMeshUpdates() const { return this->Mesh.GetNumberOfUpdates(); }
  vtkIdType GetScalarUpdates() const { return this->Scalars.GetNumberOfUpdates(); }
  vtkIdType GetTransferFunctionUpdates() const { return this->TransferFunction.GetNumberOfUpdates(); }
  vtkIdType GetSurfaceColorUpdates() const { return this->SurfaceColors.GetNumberOfUpdates(); }
  vtkIdType GetSurfaceColorTableUpdates() const { return this->SurfaceColorTable.GetNumberOfUpdates(); }
  ///@}

private:
  bool UpdateScalars(const MeshVolumeFrame& frame);
  bool UpdateGradientScalars(const MeshVolumeFrame& frame);
  /// For a part of a mesh, send the gradients stored in its grid.
  bool UpdateGradients(const MeshVolumeFrame& frame);
  bool UpdateOpacity(const MeshVolumeFrame& frame);
  bool UpdateThreshold(const MeshVolumeFrame& frame);
  bool UpdateSurfaceColors(const MeshVolumeFrame& frame);
  void GiveThreshold(const double shown[2]);
  /// Get three components of an array (for example red, green and blue) as a field that refers to `numbers`.
  bool GetTriples(const RayCastArray& array, std::vector<float>& numbers, inkray::Field& field);
  template <class T>
  void GiveField(inkray::Revised<T>& item, const T& values);
  /// Send the values that load(values) makes of an array, unless the caster holds them. Returns false if load
  /// does: it has reported that the array does not fit the mesh.
  template <class T, class Load>
  bool Send(
    RayCastHeld<RayCastKey>& held, inkray::Revised<T>& item, const RayCastArray& array, const Load& load);
  /// Remove the item from the caster's Look. Returns true.
  template <class T>
  bool Drop(inkray::Revised<T>& item);

  RayCastSession& Session;
  MeshVolumeInput& Input;
  MeshCasterChoice& Choice;

  double WholeBounds[6] = { 1, -1, 1, -1, 1, -1 };

  inkray::MeshLook Look;
  RayCastHeld<vtkMTimeType> Mesh; // the key of the caster's mesh; the following keys are of items of the Look
  RayCastHeld<RayCastKey> Scalars;
  RayCastHeld<RayCastKey> Gradients; // stored in the grid
  RayCastHeld<RayCastKey> TransferFunction;
  RayCastHeld<RayCastKey> Opacity; // if opacity comes from another array
  RayCastHeld<RayCastKey> OpacityFunction;
  RayCastHeld<RayCastKey> Threshold;
  RayCastHeld<RayCastKey> SurfaceColors;
  RayCastHeld<RayCastKey> SurfaceColorTable;

  inkray::TetMeshReport MeshReport;
  std::string TransferFunctionProblem;
  std::string OpacityFunctionProblem;
  double AdjacencyMilliseconds = 0;
  double UploadMilliseconds = 0;
};
