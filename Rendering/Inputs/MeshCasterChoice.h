// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CasterChoice.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkType.h"

#include <cstddef>
#include <functional>
#include <string>

class MeshVolumeInput;
class vtkTetRayCastSettings;

/// The caster of a mapper of meshes: on the wanted device or on several, of the whole mesh or of pieces.
class MeshCasterChoice : public CasterChoice<inkray::TetRayCaster, vtkMTimeType>
{
public:
  /// The mesh comes from `input`; problems and notes go to `session`.
  MeshCasterChoice(RayCastSession& session, const MeshVolumeInput& input);

  /// Make a caster (CasterChoice::Choose). It works in pieces if the mesh is larger than the memory limit
  /// (vtkTetRayCastSettings::SetGPUMemory).
  void Prepare(vtkTetRayCastSettings* settings, const std::function<void()>& release);

  /// After OutOfMemory, choose another way to draw this mesh. If a CUDA device drew the whole, it draws
  /// pieces from now on; if the CPU drew pieces, it draws the whole, with a warning. Returns false if no
  /// other way is left.
  bool DrawOtherwise(const std::string& error);

  /// Whether the mesh is in two pieces or more.
  bool IsInPieces() const;

  ///@{
  /// NoteMesh notes that the caster has the mesh in pieces. NoteCast notes pieces that the last frame left
  /// out.
  void NoteMesh();
  void NoteCast();
  ///@}

private:
  std::size_t CountBytes() const override;

  const MeshVolumeInput& Input;
};
