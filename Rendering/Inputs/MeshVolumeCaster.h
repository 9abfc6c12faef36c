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

/// The mesh and the Look that the caster of a mapper of meshes has, with the keys of what they were made of:
/// only changed data are sent. What is absent in the Look has no key that counts.
class MeshVolumeCaster
{
public:
  /// Data come from `input` and go to the caster of `choice`; problems and notes go to `session`.
  MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input, MeshCasterChoice& choice);

  /// Null before MeshCasterChoice::Prepare, and after Release.
  inkray::TetRayCaster* Get() const { return this->Choice.Get(); }

  ///@{
  /// The steps of a frame, in order, after a caster was prepared: the data that it is to draw. False, with a
  /// problem reported: values do not fit or cannot be drawn. Functions are needed where a volume has no 2-D
  /// function, and for slices. `wholeBounds`: those of the mesh of which this one is a rank's piece;
  /// vtkMath's bounds of nothing, if it is no piece.
  void UpdateMesh(bool isPiece, const double wholeBounds[6]);
  bool UpdateValues(const MeshVolumeFrame& frame);
  void UpdateFunctions(const MeshVolumeFrame& frame);
  void GiveLight(const std::vector<inkray::SurfaceLight>& lights, const inkray::SurfaceMaterial& material);
  ///@}

  ///@{
  /// What others make of the Look: give the caster an item of this style; or what make() returns, unless it
  /// holds an item with an equal key.
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

  /// Count what CellHistogram::Add counts, on a CUDA device. False, with nothing added: the caster is on the
  /// CPU, does not have this mesh, array and threshold as they are now, or the device failed.
  bool AddTo(CellHistogram& histogram, const CellHistogramInput& input, const double bounds[6]);

  /// Take the ranges of the whole that the caster has, for a frame that is to send nothing again.
  void KeepRanges(MeshVolumeFrame& frame) const;

  /// Give up the caster, and all its data.
  void Release();

  /// The caster has a mesh, and this is its time of modification.
  bool HasMesh(vtkMTimeType time) const { return this->Mesh && this->Mesh.Get() == time; }
  const inkray::TetMeshReport& GetMeshReport() const { return this->MeshReport; }

  ///@{
  /// Times since ForgetTimes.
  void ForgetTimes() { this->AdjacencyMilliseconds = this->UploadMilliseconds = 0; }
  double GetAdjacencyMilliseconds() const { return this->AdjacencyMilliseconds; }
  double GetUploadMilliseconds() const { return this->UploadMilliseconds; }
  ///@}
  ///@{
  /// How often something was sent.
  vtkIdType GetMeshUpdates() const { return this->Mesh.GetNumberOfUpdates(); }
  vtkIdType GetScalarUpdates() const { return this->Scalars.GetNumberOfUpdates(); }
  vtkIdType GetTransferFunctionUpdates() const { return this->TransferFunction.GetNumberOfUpdates(); }
  vtkIdType GetSurfaceColorUpdates() const { return this->SurfaceColors.GetNumberOfUpdates(); }
  vtkIdType GetSurfaceColorTableUpdates() const { return this->SurfaceColorTable.GetNumberOfUpdates(); }
  ///@}

private:
  bool UpdateScalars(const MeshVolumeFrame& frame);
  bool UpdateGradientScalars(const MeshVolumeFrame& frame);
  /// Of a piece, the gradients that came with its grid.
  bool UpdateGradients(const MeshVolumeFrame& frame);
  bool UpdateOpacity(const MeshVolumeFrame& frame);
  bool UpdateThreshold(const MeshVolumeFrame& frame);
  bool UpdateSurfaceColors(const MeshVolumeFrame& frame);
  void GiveThreshold(const double shown[2]);
  /// Three components of an array (red, green and blue, say) as a field over `numbers`.
  bool GetTriples(const RayCastArray& array, std::vector<float>& numbers, inkray::Field& field);
  template <class T>
  void GiveField(inkray::Revised<T>& item, const T& values);
  /// Give what load(values) makes of an array unless the caster holds it. False, where load is: it has
  /// reported that the array does not fit the mesh.
  template <class T, class Load>
  bool Send(
    RayCastHeld<RayCastKey>& held, inkray::Revised<T>& item, const RayCastArray& array, const Load& load);
  /// Returns true.
  template <class T>
  bool Drop(inkray::Revised<T>& item);

  RayCastSession& Session;
  MeshVolumeInput& Input;
  MeshCasterChoice& Choice;

  double WholeBounds[6] = { 1, -1, 1, -1, 1, -1 };

  inkray::MeshLook Look;
  RayCastHeld<vtkMTimeType> Mesh; // the key of the caster's mesh; the next are those of items of the Look
  RayCastHeld<RayCastKey> Scalars;
  RayCastHeld<RayCastKey> Gradients; // from the grid
  RayCastHeld<RayCastKey> TransferFunction;
  RayCastHeld<RayCastKey> Opacity; // where it is another array
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
