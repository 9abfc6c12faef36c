// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "BenchOptions.h"
#include "BenchSupport.h"

#include <memory>
#include <string>
#include <vector>

/// The cases of bench_tets: meshes, and what is drawn of their values.
namespace inkray::bench::tets
{

/// What is drawn of the values.
enum class Feature
{
  Volume,
  ShadedVolume,
  FlatShadedVolume,
  Surfaces,
  VolumeAndSurfaces,
  Maximum,
  Average,
  SeparateOpacity,
  Clipped,
  Slices,
  Threshold,
  LitSurfaces,
  Colors,
  Categories,
  Missing,
  GradientOpacity,
  GradientOpacityOfCells,
  LitGradientOpacity,
  Transfer2D,
  Transfer2DOfCells
};

struct Settings
{
  Feature feature = Feature::Volume;
  int tableSize =
    0; ///< entries along each axis of a two-dimensional table, linear between knots; 0: 32, in steps
  DeviceKind device = DeviceKind::Auto;
  generator::MeshOptions mesh;
  std::vector<std::string> orders = { "lattice" }, functions = { "translucent", "opaque" };
  FrameOptions frame;
  int size = 1024, views = 72, repeats = 5, reference = 200, plate = 0, threads = 0, knots = 0;
  double zoom = 1.07, holes = 0;
  bool ofCells = false;
  bool present = true;
  PairWalks pairWalks = PairWalks::Auto;
};

/// Adds the options of the command line that set the settings.
void addOptions(generator::CommandLine& app, Settings& s);

/// Returns a transfer function of the settings: one of BenchSupport.h, or one with as many knots at equal
/// distances as --knots wants. Each knot has the function's colors, a little brighter and darker in turn.
TransferFunction functionNamed(const Settings& settings, const std::string& name);

/// One mesh in one order, in its own ray caster.
struct Case
{
  std::string order;
  generator::TetMesh mesh;
  std::unique_ptr<LookedCaster> caster;
  double firstPicture = 0;
  TetRayCastTimings firstTimings;
  TetMeshReport report;
};

/// Makes a case: from a mesh in host memory to the first picture.
std::unique_ptr<Case> makeCase(Settings& settings, const std::string& order, std::vector<Camera>& cameras);

} // namespace inkray::bench::tets
