// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "BenchOptions.h"
#include "BenchSupport.h"

#include <string>
#include <vector>

namespace inkray::bench
{

/// Frames of one mesh that a benchmark draws in two ways. Views around the mesh take turns.
struct MeshFrames
{
  DeviceKind device = DeviceKind::Auto;
  generator::MeshOptions mesh;
  std::string function = "translucent";
  FrameOptions frame;
  int size = 1024, views = 12, repeats = 3, threads = 0;
  double zoom = 1.07;

  /// Sets a mesh of 41 M tets, and early termination.
  MeshFrames();
  /// Adds the options of the command line that set all fields, and --json.
  void addOptions(CLI::App& app);

  std::vector<Camera> cameras(const generator::TetMesh& made) const
  {
    return orbitCameras(made, this->views, this->size, this->zoom);
  }
  /// Returns the milliseconds from a mesh in host memory to the first picture.
  double start(LookedCaster& caster, const generator::TetMesh& made, const Camera& camera) const;
  /// Prints what is drawn, and records the device.
  void printHead(const LookedCaster& caster, const generator::TetMesh& made) const;
};

} // namespace inkray::bench
