// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumeArrays.h"
#include "RayCastHeld.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

class MeshVolumeInput;
struct CellHistogram;
struct CellHistogramInput;
class RayCastSession;
class vtkScalarsToColors;
class vtkTetRayCastSettings;
class vtkUnstructuredGrid;

namespace inkray
{
class PiecedTetRayCaster;
}

/// The parts of a mesh that a frame shows, and the settings that decide which data a caster needs.
struct MeshVolumeFrame : MeshVolumeArrays
{
  vtkUnstructuredGrid* Grid = nullptr;
  bool IsPiece = false;   ///< Grid is a piece of a mesh, of which others have the rest
  bool IsInLight = false; ///< the volume
  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  double WholeRange[2] = { 1, -1 }; ///< of the values of all pieces (inkray::TetRayCaster::setWholeRange)
  double BlendedOpacity = 1;        ///< see vtkTetRayCastMapper
  vtkScalarsToColors* SurfaceColorFunction = nullptr; ///< that the settings have for isosurfaces, or null
};

/// The caster of a mapper of meshes, and keys of its data (mesh, values, opacity, threshold, colours and
/// transfer functions) from frame to frame: only changed data are sent.
class MeshVolumeCaster
{
public:
  /// Data come from `input`; problems and notes go to `session`.
  MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input);
  ~MeshVolumeCaster();

  /// Null before Prepare, and after Release.
  inkray::TetRayCaster* Get() const { return this->Caster.get(); }

  ///@{
  /// The steps of a frame, in order, after the cells were cut into tetrahedra: a caster on the wanted device
  /// (RayCastSession::PrepareCaster), and the data that it is to draw. False, with a problem reported: values
  /// do not fit or cannot be drawn. Functions are needed where a volume has no 2-D function, and for slices.
  void Prepare(
    const MeshVolumeFrame& frame, vtkTetRayCastSettings* settings, const std::function<void()>& release);
  void UpdateMesh(bool isPiece);
  bool UpdateValues(const MeshVolumeFrame& frame);
  void UpdateFunctions(const MeshVolumeFrame& frame);
  ///@}

  /// Count what CellHistogram::Add counts, on a CUDA device. False, with nothing added: the caster is on the
  /// CPU, does not have this mesh, array and threshold as they are now, or the device failed.
  bool AddTo(CellHistogram& histogram, const CellHistogramInput& input, const double bounds[6]);

  /// The caster of a mesh in pieces, as which one is drawn that is larger than it may be
  /// (vtkTetRayCastSettings::SetGPUMemory); null where it is drawn as a whole.
  inkray::PiecedTetRayCaster* GetPieces() const;
  /// There are two pieces or more.
  bool IsInPieces() const;
  /// Frames of this mesh alone may have fewer rays than pixels.
  bool HasSparseRays() const;
  /// Say what of the last frame was left out: pieces, and GPUs that have failed.
  void NoteCast();
  /// What each GPU has done for the last frame; empty, where one draws alone.
  std::string GetShares() const;
  /// After OutOfMemory: draw this mesh in pieces from now on, if it was drawn as a whole on a CUDA device; or
  /// as a whole, with a warning, if the CPU has drawn it in pieces. False: there is no other way.
  bool DrawOtherwise(const MeshVolumeFrame& frame, const std::string& error);

  /// A device has failed for this mesh.
  void Fail();
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
  /// What decides whether a mesh is drawn in pieces.
  struct PiecesKey
  {
    vtkMTimeType Mesh = 0;
    int Memory = 0;
    bool MayBe = false;
    inkray::DeviceKind Device = inkray::DeviceKind::Auto;
    bool operator==(const PiecesKey& o) const
    {
      return this->Mesh == o.Mesh && this->Memory == o.Memory && this->MayBe == o.MayBe &&
        this->Device == o.Device;
    }
  };
  static bool MayBeInPieces(const MeshVolumeFrame& frame);
  void ChoosePieces(const PiecesKey& key);

  bool UpdateScalars(const MeshVolumeFrame& frame);
  bool UpdateGradientScalars(const MeshVolumeFrame& frame);
  /// Of a piece, the gradients that came with its grid.
  bool UpdateGradients(const MeshVolumeFrame& frame);
  bool UpdateOpacity(const MeshVolumeFrame& frame);
  bool UpdateThreshold(const MeshVolumeFrame& frame);
  bool UpdateSurfaceColors(const MeshVolumeFrame& frame);
  void ForgetOpacity();
  /// Three components of an array (red, green and blue, say) as a field over `numbers`.
  bool GetTriples(const RayCastArray& array, std::vector<float>& numbers, inkray::Field& field);
  /// Hand the values of an array to `send` unless the caster holds them. False, with a problem reported: they
  /// do not fit the mesh.
  template <class Sender>
  bool Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Sender& send);

  RayCastSession& Session;
  MeshVolumeInput& Input;
  std::unique_ptr<inkray::TetRayCaster> Caster;
  vtkMTimeType FailedMesh = 0; // the mesh for which a CUDA device failed

  PiecesKey Pieces;
  bool WantsPieces = false;
  std::size_t PiecesLimit = 0; // bytes

  double WholeRange[2] = { 1, -1 }; // that Caster has

  RayCastHeld<vtkMTimeType> Mesh; // the keys of Caster's data, like the next nine
  RayCastHeld<RayCastKey> Scalars;
  RayCastHeld<RayCastKey> GradientScalars; // whose gradient counts, where Scalars have none
  RayCastHeld<RayCastKey> Gradients;       // from the grid
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
