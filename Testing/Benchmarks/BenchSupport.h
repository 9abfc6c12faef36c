// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshGenerator.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace inkray::bench
{

/// Command-line options "--name value". Throws std::invalid_argument for an option that is not in `defaults`.
class Options
{
public:
  Options(int argc, char** argv, std::map<std::string, std::string> defaults);
  bool help() const { return this->Help; }
  std::string text(const std::string& name) const { return this->Values.at(name); }
  double number(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  std::vector<std::string> list(const std::string& name) const; ///< comma-separated
  DeviceKind device() const;
  generator::MeshOptions mesh() const; ///< from --tets, --seed, --shape and --cut
private:
  std::map<std::string, std::string> Values;
  bool Help = false;
};

generator::Order orderOf(const std::string& name);

/// Mean, median, 95th percentile and maximum of a sample.
struct Summary
{
  double mean = 0, median = 0, high = 0, maximum = 0;
};
Summary summarize(std::vector<double> sample);
double median(std::vector<double> sample);

class Stopwatch
{
public:
  double milliseconds() const
  {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - this->Begin).count();
  }

private:
  std::chrono::steady_clock::time_point Begin = std::chrono::steady_clock::now();
};

TetMeshInput meshInput(const generator::TetMesh& mesh);
Field scalarInput(const generator::TetMesh& mesh);
TransferFunction transferFunction(
  const std::string& name); ///< "translucent" or "opaque", over the scalars of generated meshes

/// `count` views around a mesh, as VTK's ResetCamera sets them (view angle 30 degrees, distance radius / sin
/// 15 degrees, the radius half the diagonal of the bounds), turned about the vertical axis in equal steps,
/// raised by 20 degrees and brought closer by `zoom`.
std::vector<Camera> orbitCameras(const generator::TetMesh& mesh, int count, int size, double zoom);

/// A ray caster whose device is awake: a tiny mesh has been drawn by another one before, so that creating
/// contexts and loading kernels is not measured.
void wakeDevice(DeviceKind device);

/// Error of an image against double-precision brute force at `count` random pixels inside the mesh.
struct Accuracy
{
  int rays = 0;
  double rmse = 0, maximum = 0, shareOverOneLevel = 0; ///< over RGBA; share of rays off by more than 1/255
};
Accuracy checkAccuracy(const generator::TetMesh& mesh, const TransferFunction& function, const Camera& camera,
  const float* image, int count, std::uint64_t seed);

} // namespace inkray::bench
