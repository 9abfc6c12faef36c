// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The common part of the benchmarks: generated meshes with their transfer functions and cameras, statistics
/// of repeated measurements, and the check of pictures against brute force in double precision.
#include "MeshGenerator.h"
#include "MeshVolume/Looks/LookedCaster.h"
#include "Record.h"

#include <chrono>
#include <string>
#include <vector>

namespace inkray::bench
{
using testing::LookedCaster;

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
TransferFunction transferFunction(const std::string&
    name); ///< one of those that bench_tets' --tf names, over the scalars of generated meshes

/// Makes a plate of n x n lattice cells, as high as they are wide, with as many layers as the options' tets
/// give. It has many boundary faces.
generator::TetMesh plateMesh(generator::MeshOptions options, int n);

/// Returns `count` views around a mesh, as VTK's ResetCamera sets them: view angle 30 degrees, distance
/// radius / sin 15 degrees, the radius half the diagonal of the bounds. They are turned about the vertical
/// axis in equal steps, raised by 20 degrees and brought closer by `zoom`.
std::vector<Camera> orbitCameras(const generator::TetMesh& mesh, int count, int size, double zoom);

/// Wakes the device: a ray caster draws a tiny mesh, so that creating contexts and loading kernels is not
/// measured.
void wakeDevice(DeviceKind device);

/// Error of an image against double-precision brute force at `count` random pixels inside the mesh.
struct Accuracy
{
  int rays = 0;
  double rmse = 0, maximum = 0, shareOverOneLevel = 0; ///< over RGBA; share of rays off by more than 1/255
};
Accuracy checkAccuracy(const generator::TetMesh& mesh, const TransferFunction& function, const Camera& camera,
  const float* image, int count, std::uint64_t seed);

/// Saves a picture of premultiplied colors (width x height x RGBA, lower row first) over gray, as a PPM file.
/// Throws std::runtime_error where it cannot be written.
void savePicture(const std::string& path, const float* image, int width, int height);

/// Saves how far a picture is off another: 32 times the largest error of a pixel's channels, in gray.
void saveDifference(
  const std::string& path, const float* image, const float* expected, int width, int height);

} // namespace inkray::bench
