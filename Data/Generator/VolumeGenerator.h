// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Image volumes of any size for demonstrations, tests and measurements. A volume samples a scalar field over
/// a cube on a regular grid, as bytes, shorts or floats. It can be made a few slices at a time.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace inkray::generator
{

/// Scalar fields over the cube [-1, 1]^3, whose y axis points up. The last four resemble data that isosurface
/// ray casters are compared on (Hughes et al., figure 5). In two of these, thin features leave large gaps; in
/// the other two, most rays hit a surface.
enum class VolumeKind
{
  Sphere,        ///< 1 - |p|: isovalue v is a sphere of radius 1 - v
  Gyroid,        ///< sin x cos y + sin y cos z + sin z cos x, four periods along an axis
  MarschnerLobb, ///< the test signal of Marschner and Lobb 1994: f = 6, alpha = 0.25
  Vessels,       ///< like an angiogram: thin branching tubes, the thinner the fainter, and two bulges
  Tree,          ///< like a potted tree in a CT scanner: trunk, twigs, leaves, pot, haze
  Head,          ///< like a head in a CT scanner: nested smooth shells of skin, bone with holes, and brain
  Mixing         ///< like two fluids mixing after a shock: a turbulent layer between 0 (above) and 1 (below)
};

/// The kinds with their names on command lines.
const std::vector<std::pair<VolumeKind, std::string>>& volumeKinds();
const std::string& nameOf(VolumeKind kind);
VolumeKind kindNamed(const std::string& name); ///< throws std::invalid_argument listing the names

/// The type of the values. Integer types map the range of the kind (rangeOf) linearly to 0 .. 255 or
/// 0 .. 65535, rounded to the nearest integer.
enum class VolumeType
{
  UInt8,
  UInt16,
  Float32
};
std::size_t bytesOf(VolumeType type);
VolumeType typeNamed(const std::string& name); ///< "uint8", "uint16" or "float"; throws std::invalid_argument

/// The lowest and the highest value of a field.
std::array<double, 2> rangeOf(VolumeKind kind);

/// Isovalues whose surfaces are worth a look: neither empty nor noise. They are ascending and in the units of
/// the type. For integer types they are half-way between two integers, where no surface runs along voxels.
std::vector<double> isovaluesOf(VolumeKind kind, VolumeType type);

struct VolumeOptions
{
  VolumeKind kind = VolumeKind::Gyroid;
  /// The number of grid points along each axis, 2 to 4096. The field does not depend on it.
  std::array<std::int64_t, 3> dimensions = { 256, 256, 256 };
  VolumeType type = VolumeType::Float32;
  std::uint64_t seed = 1;
  std::int64_t numValues() const { return dimensions[0] * dimensions[1] * dimensions[2]; }
  /// The position of a grid point in the cube [-1, 1]^3 is origin + index * spacing.
  static constexpr double origin = -1.0;
  double spacing(int axis) const { return 2.0 / static_cast<double>(dimensions[axis] - 1); }
};

/// A field that can be sampled. The same kind and seed give the same values on any number of threads.
class VolumeField
{
public:
  VolumeField(VolumeKind kind, std::uint64_t seed);
  ~VolumeField();
  VolumeField(VolumeField&&) noexcept;
  /// The value at a point of the cube [-1, 1]^3.
  float operator()(double x, double y, double z) const;

private:
  std::unique_ptr<const std::function<double(double, double, double)>> Value;
};

/// Compute the slices [first, last) along z on all threads and write them to `values`, x fastest. A volume
/// that does not fit into memory can thus be made piece by piece. `field` must have the kind and seed of the
/// options. Throws std::invalid_argument if the dimensions or the slices are out of range.
void fillSlices(const VolumeField& field, const VolumeOptions& options, std::int64_t first, std::int64_t last,
  void* values);

/// A whole volume in memory.
struct Volume
{
  VolumeOptions options;
  std::unique_ptr<unsigned char[]> bytes;
};
/// Throws std::invalid_argument if the dimensions are out of range, std::bad_alloc if memory is short.
Volume generateVolume(const VolumeOptions& options);

} // namespace inkray::generator
