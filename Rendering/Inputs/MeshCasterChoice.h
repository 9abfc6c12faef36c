// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CasterChoice.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkType.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

class MeshVolumeInput;
class vtkTetRayCastSettings;

/// The caster of a mapper of meshes: on the wanted device or on several, of the mesh as a whole or in pieces.
class MeshCasterChoice : public CasterChoice<inkray::TetRayCaster, vtkMTimeType>
{
public:
  /// The mesh is that of `input`; problems and notes go to `session`.
  MeshCasterChoice(RayCastSession& session, const MeshVolumeInput& input);

  /// Have a caster (CasterChoice::Choose), in pieces where the mesh is larger than it may be
  /// (vtkTetRayCastSettings::SetGPUMemory).
  void Prepare(vtkTetRayCastSettings* settings, const std::function<void()>& release);

  /// After OutOfMemory: draw this mesh in pieces from now on, if it was drawn as a whole on a CUDA device; or
  /// as a whole, with a warning, if the CPU has drawn it in pieces. False: there is no other way.
  bool DrawOtherwise(const std::string& error);

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
  std::size_t CountBytes() const override;
  std::unique_ptr<inkray::TetRayCaster> MakeWhole() const override;

  const MeshVolumeInput& Input;
};
