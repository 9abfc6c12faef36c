// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Image volumes of any size for demonstrations, tests and measurements: scalar fields over a cube, sampled
/// on a regular grid as bytes, shorts or floats, slice by slice.
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

/// Scalar fields over the cube [-1, 1]^3. The last four are of the kinds that isosurface ray casters are
/// compared on (Hughes et al., figure 5): two with thin features and large gaps, two where most rays hit. The
/// y axis points up.
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

/// The kinds with their names as on command lines.
const std::vector<std::pair<VolumeKind, std::string>>& volumeKinds();
const std::string& nameOf(VolumeKind kind);
VolumeKind kindNamed(const std::string& name); ///< throws std::invalid_argument listing the names

/// Type of the values. Integers hold the range of the kind (rangeOf) linearly on 0 .. 255 or 0 .. 65535,
/// rounded to nearest.
enum class VolumeType
{
  UInt8,
  UInt16,
  Float32
};
std::size_t bytesOf(VolumeType type);
VolumeType typeNamed(const std::string& name); ///< "uint8", "uint16" or "float"; throws std::invalid_argument

/// Lowest and highest value of the field.
std::array<double, 2> rangeOf(VolumeKind kind);

/// Isovalues worth a look, ascending, in the units of the type: not empty, not noise. For integers half-way
/// between two integers, where no surface runs along voxels.
std::vector<double> isovaluesOf(VolumeKind kind, VolumeType type);

struct VolumeOptions
{
  VolumeKind kind = VolumeKind::Gyroid;
  /// Grid points an axis, 2 to 4096; the field is the same whatever they are.
  std::array<std::int64_t, 3> dimensions = { 256, 256, 256 };
  VolumeType type = VolumeType::Float32;
  std::uint64_t seed = 1;
  std::int64_t numValues() const { return dimensions[0] * dimensions[1] * dimensions[2]; }
  /// The grid points lie at origin + index * spacing in the cube [-1, 1]^3.
  static constexpr double origin = -1.0;
  double spacing(int axis) const { return 2.0 / static_cast<double>(dimensions[axis] - 1); }
};

/// One field, ready to be sampled. Equal kind and seed give equal values on any number of threads.
class VolumeField
{
public:
  VolumeField(VolumeKind kind, std::uint64_t seed);
  ~VolumeField();
  VolumeField(VolumeField&&) noexcept;
  /// Value at a point of the cube [-1, 1]^3.
  float operator()(double x, double y, double z) const;

private:
  std::unique_ptr<const std::function<double(double, double, double)>> Value;
};

/// Slices [first, last) of the grid along z, x fastest, into `values`, on all threads: a volume that does not
/// fit into memory can be made piece by piece. Throws std::invalid_argument when the options make no sense.
/// `field` must have been made with the kind and seed of the options.
void fillSlices(const VolumeField& field, const VolumeOptions& options, std::int64_t first, std::int64_t last,
  void* values);

/// A whole volume in memory.
struct Volume
{
  VolumeOptions options;
  std::unique_ptr<unsigned char[]> bytes;
};
/// Throws std::invalid_argument when the options make no sense, std::bad_alloc when memory is short.
Volume generateVolume(const VolumeOptions& options);

} // namespace inkray::generator
