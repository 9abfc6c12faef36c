// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Device/Device.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkType.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

struct MeshVolumeFrame;
class MeshVolumeInput;
class RayCastSession;
class vtkTetRayCastSettings;

namespace inkray
{
class PiecedTetRayCaster;
}

/// The caster of a mapper of meshes: on the wanted device or on several, of the mesh as a whole or in pieces.
class MeshCasterChoice
{
public:
  /// The mesh is that of `input`; problems and notes go to `session`.
  MeshCasterChoice(RayCastSession& session, const MeshVolumeInput& input);
  ~MeshCasterChoice();

  /// Null before Prepare, and after Drop.
  inkray::TetRayCaster* Get() const { return this->Caster.get(); }

  /// Have a caster on the wanted device (RayCastSession::PrepareCaster), in pieces where the mesh is larger
  /// than it may be (vtkTetRayCastSettings::SetGPUMemory). `release` gives up all data of the caster before,
  /// and drops it.
  void Prepare(vtkTetRayCastSettings* settings, const std::function<void()>& release);
  void Drop() { this->Caster.reset(); }

  /// After OutOfMemory: draw this mesh in pieces from now on, if it was drawn as a whole on a CUDA device; or
  /// as a whole, with a warning, if the CPU has drawn it in pieces. False: there is no other way.
  bool DrawOtherwise(const std::string& error);
  /// A device has failed for this mesh.
  void Fail();

  /// The caster of a mesh in pieces; null where it is drawn as a whole.
  inkray::PiecedTetRayCaster* GetPieces() const;
  /// There are two pieces or more.
  bool IsInPieces() const;
  /// Frames of this mesh alone may have fewer rays than pixels.
  bool HasSparseRays() const;

  ///@{
  /// Note that the caster has the mesh in pieces; and what of the last frame was left out: pieces, and GPUs
  /// that have failed.
  void NoteMesh();
  void NoteCast();
  ///@}
  /// The share that each GPU had in the last frame; empty, where one draws alone.
  std::string GetShares() const;

private:
  /// The things that decide whether a mesh is drawn in pieces.
  struct PiecesKey
  {
    vtkMTimeType Mesh = 0;
    int Memory = 0;
    inkray::DeviceKind Device = inkray::DeviceKind::Auto;
    bool operator==(const PiecesKey& o) const
    {
      return this->Mesh == o.Mesh && this->Memory == o.Memory && this->Device == o.Device;
    }
  };
  void ChoosePieces(const PiecesKey& key, const std::function<void()>& release);

  RayCastSession& Session;
  const MeshVolumeInput& Input;
  std::unique_ptr<inkray::TetRayCaster> Caster;
  vtkMTimeType FailedMesh = 0; // the mesh for which a CUDA device failed
  PiecesKey Pieces;
  bool WantsPieces = false;
  std::size_t PiecesLimit = 0; // bytes
};
