// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeGenerator.h"
#include "Noise.h"
#include "VolumeCapsules.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace inkray::generator
{
namespace
{

constexpr double Pi = 3.14159265358979323846;
constexpr std::int64_t MaximumPoints = 4096; ///< per axis

/// 0 below -w, 1 above w, smooth in between.
double smoothStep(double d, double w)
{
  const double t = std::clamp(0.5 + 0.5 * d / w, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// A sum of octaves of value noise, each twice as fine and half as strong; about -1 to 1.
double turbulence(double x, double y, double z, int octaves, std::uint64_t seed)
{
  double value = 0.0, amplitude = 0.6;
  for (int octave = 0; octave < octaves; ++octave)
  {
    value += amplitude * valueNoise(x, y, z, seed + static_cast<std::uint64_t>(octave));
    amplitude *= 0.55;
    x *= 2.03;
    y *= 2.03;
    z *= 2.03;
  }
  return value;
}

/// The approximate distance to an ellipsoid, negative inside.
double ellipsoid(double x, double y, double z, double rx, double ry, double rz)
{
  const double q = std::sqrt(x * x / (rx * rx) + y * y / (ry * ry) + z * z / (rz * rz));
  return (q - 1.0) * std::min({ rx, ry, rz });
}

/// The smaller of two distances, with the crease between them rounded over a width.
double smoothMinimum(double a, double b, double width)
{
  const double h = std::max(0.0, width - std::abs(a - b)) / width;
  return std::min(a, b) - 0.25 * width * h * h;
}

double marschnerLobb(double x, double y, double z)
{
  constexpr double frequency = 6.0, alpha = 0.25;
  const double rho = std::cos(2.0 * Pi * frequency * std::cos(0.5 * Pi * std::sqrt(x * x + y * y)));
  return ((1.0 - std::sin(0.5 * Pi * z)) + alpha * (1.0 + rho)) / (2.0 * (1.0 + alpha));
}

double gyroid(double x, double y, double z)
{
  constexpr double k = 4.0 * Pi;
  return std::sin(k * x) * std::cos(k * y) + std::sin(k * y) * std::cos(k * z) +
    std::sin(k * z) * std::cos(k * x);
}

std::function<double(double, double, double)> vessels(std::uint64_t seed)
{
  return CapsuleField(growVessels(seed));
}

std::function<double(double, double, double)> tree(std::uint64_t seed)
{
  return [plant = CapsuleField(growTree(seed)), seed](double x, double y, double z) {
    double value = plant(x, y, z);
    // A pot with a rim, filled with soil.
    const double side = std::max(std::abs(x), std::abs(z)),
                 corner = std::pow(std::pow(x / 0.42, 4.0) + std::pow(z / 0.42, 4.0), 0.25) * 0.42;
    if (y < -0.62 && side < 0.5)
    {
      const double outer = std::max(corner - (0.40 + 0.12 * (y + 0.72)), std::abs(y + 0.82) - 0.13);
      const double inner = std::max(corner - (0.35 + 0.12 * (y + 0.72)), -(y + 0.9));
      const double earth = 0.5 + 0.12 * turbulence(18.0 * x, 18.0 * y, 18.0 * z, 3, seed + 7);
      const double pot = std::max(0.62 * smoothStep(-outer, 0.02) * smoothStep(inner, 0.02),
        earth * smoothStep(-std::max(inner, y + 0.75), 0.02));
      value = std::max(value, pot);
    }
    // Noise of the scanner around the crown.
    const double crown = 1.0 - (x * x + (y - 0.2) * (y - 0.2) + z * z) / 0.81;
    if (crown > 0.0)
    {
      value = std::max(value,
        0.16 * std::min(1.0, 2.0 * crown) *
          std::max(0.0, 0.45 + 0.55 * turbulence(5.0 * x, 5.0 * y, 5.0 * z, 4, seed + 40)));
    }
    return value;
  };
}

std::function<double(double, double, double)> head(std::uint64_t seed)
{
  return [seed](double x, double y, double z) {
    constexpr double edge = 0.016;
    const double ax = std::abs(x);
    // The skull and the jaw have bone. Skin also covers nose, ears and neck.
    const double skull = ellipsoid(x, y - 0.2, z + 0.06, 0.70, 0.72, 0.82),
                 jaw = ellipsoid(x, y + 0.25, z - 0.2, 0.48, 0.6, 0.5);
    const double core = smoothMinimum(skull, jaw, 0.2);
    if (core > 0.45)
    {
      return 0.0;
    }
    double skin = smoothMinimum(core, ellipsoid(x, y + 0.02, z - 0.76, 0.12, 0.2, 0.17), 0.12);
    skin = smoothMinimum(skin, ellipsoid(ax - 0.72, y - 0.04, z + 0.08, 0.06, 0.17, 0.11), 0.06);
    skin = smoothMinimum(skin, std::max(std::sqrt(x * x + (z + 0.12) * (z + 0.12)) - 0.36, y + 0.3), 0.2);
    const double tissue = 0.34 + 0.03 * turbulence(6.0 * x, 6.0 * y, 6.0 * z, 3, seed + 3);
    double value = tissue * smoothStep(-skin, edge);
    // Bone between two depths, with eye sockets, the opening of the nose, a row of foramina and the sutures.
    const double eye =
      std::sqrt((ax - 0.22) * (ax - 0.22) + (y - 0.12) * (y - 0.12) + (z - 0.68) * (z - 0.68)) - 0.16;
    const double nose = ellipsoid(x, y + 0.12, z - 0.66, 0.08, 0.13, 0.2);
    const double mouth = ellipsoid(x, y + 0.45, z - 0.66, 0.24, 0.035, 0.2);
    const double foramina =
      std::sqrt((ax - 0.55) * (ax - 0.55) + std::pow(std::remainder(y, 0.22), 2.0) + (z - 0.1) * (z - 0.1)) -
      0.05;
    const double suture = std::abs(turbulence(2.6 * x, 2.6 * y, 2.6 * z, 4, seed + 11)) - 0.018;
    const double hole = std::min({ eye, nose, mouth, foramina, y > 0.25 ? suture : 1.0 });
    const double thickness = 0.055 + 0.02 * turbulence(3.0 * x, 3.0 * y, 3.0 * z, 2, seed + 23);
    const double bone =
      smoothStep(-core - 0.07, edge) * smoothStep(core + 0.07 + thickness, edge) * smoothStep(hole, edge);
    value += (0.86 - value) * bone * smoothStep(-skin - 0.03, edge);
    // The spine below the skull.
    const double spine = std::sqrt(x * x + (z + 0.25) * (z + 0.25)) - 0.09 - 0.02 * std::cos(28.0 * y);
    value += (0.8 - value) * smoothStep(-spine, edge) * smoothStep(-0.25 - y, 0.05);
    // Folds of the brain.
    const double brain = skull + 0.165;
    if (brain < 0.02)
    {
      const double folds = 1.0 - std::abs(turbulence(5.5 * x, 5.5 * y, 5.5 * z, 2, seed + 31)) * 2.2;
      value += (0.40 + 0.08 * folds - value) * smoothStep(-brain, edge);
    }
    // Air in nose and windpipe.
    const double pipe = std::max(std::sqrt(x * x + (z - 0.02) * (z - 0.02)) - 0.06, y + 0.2);
    return value * smoothStep(std::min(pipe, nose + 0.03), edge);
  };
}

std::function<double(double, double, double)> mixing(std::uint64_t seed)
{
  return [seed](double x, double y, double z) {
    if (std::abs(y) > 0.95)
    {
      return y < 0 ? 1.0 : 0.0;
    }
    // Large eddies move the fluids before finer ones break up the interface.
    const double u = x + 0.22 * turbulence(2.5 * x, 2.5 * y, 2.5 * z, 2, seed + 50),
                 v = y + 0.22 * turbulence(2.5 * z, 2.5 * x, 2.5 * y, 2, seed + 60),
                 w = z + 0.22 * turbulence(2.5 * y, 2.5 * z, 2.5 * x, 2, seed + 70);
    const double layer = 1.0 - (y / 0.95) * (y / 0.95);
    const double interface = y + 1.2 * layer * turbulence(3.0 * u, 3.0 * v, 3.0 * w, 6, seed + 80);
    return std::clamp(0.5 - 0.5 * std::tanh(interface / 0.09), 0.0, 1.0);
  };
}

std::function<double(double, double, double)> makeField(VolumeKind kind, std::uint64_t seed)
{
  switch (kind)
  {
    case VolumeKind::Sphere:
      return [](double x, double y, double z) { return 1.0 - std::sqrt(x * x + y * y + z * z); };
    case VolumeKind::Gyroid:
      return gyroid;
    case VolumeKind::MarschnerLobb:
      return marschnerLobb;
    case VolumeKind::Vessels:
      return vessels(seed);
    case VolumeKind::Tree:
      return tree(seed);
    case VolumeKind::Head:
      return head(seed);
    case VolumeKind::Mixing:
      return mixing(seed);
  }
  throw std::invalid_argument("This kind of volume is not known.");
}

template <typename T>
void fill(
  const VolumeField& field, const VolumeOptions& options, std::int64_t first, std::int64_t last, T* values)
{
  const std::array<double, 2> range = rangeOf(options.kind);
  const std::int64_t rows = options.dimensions[1];
  tbb::parallel_for(first * rows, last * rows, [&](std::int64_t row) {
    const double z = VolumeOptions::origin + double(row / rows) * options.spacing(2),
                 y = VolumeOptions::origin + double(row % rows) * options.spacing(1);
    T* const out = values + (row - first * rows) * options.dimensions[0];
    for (std::int64_t i = 0; i < options.dimensions[0]; ++i)
    {
      const float value = field(VolumeOptions::origin + double(i) * options.spacing(0), y, z);
      if constexpr (std::is_floating_point_v<T>)
      {
        out[i] = value;
      }
      else
      {
        constexpr double most = std::numeric_limits<T>::max();
        out[i] = static_cast<T>(
          std::lround(std::clamp((double(value) - range[0]) / (range[1] - range[0]) * most, 0.0, most)));
      }
    }
  });
}

} // namespace

const std::vector<std::pair<VolumeKind, std::string>>& volumeKinds()
{
  static const std::vector<std::pair<VolumeKind, std::string>> kinds = { { VolumeKind::Sphere, "sphere" },
    { VolumeKind::Gyroid, "gyroid" }, { VolumeKind::MarschnerLobb, "marschner-lobb" },
    { VolumeKind::Vessels, "vessels" }, { VolumeKind::Tree, "tree" }, { VolumeKind::Head, "head" },
    { VolumeKind::Mixing, "mixing" } };
  return kinds;
}

const std::string& nameOf(VolumeKind kind)
{
  for (const auto& [known, name] : volumeKinds())
  {
    if (known == kind)
    {
      return name;
    }
  }
  throw std::invalid_argument("This kind of volume is not known.");
}

VolumeKind kindNamed(const std::string& name)
{
  std::string names;
  for (const auto& [kind, known] : volumeKinds())
  {
    if (known == name)
    {
      return kind;
    }
    names += (names.empty() ? "" : ", ") + known;
  }
  throw std::invalid_argument("There is no volume \"" + name + "\"; there are " + names + ".");
}

VolumeType typeNamed(const std::string& name)
{
  if (name == "uint8")
  {
    return VolumeType::UInt8;
  }
  if (name == "uint16")
  {
    return VolumeType::UInt16;
  }
  if (name == "float")
  {
    return VolumeType::Float32;
  }
  throw std::invalid_argument("Values are uint8, uint16 or float, not \"" + name + "\".");
}

std::size_t bytesOf(VolumeType type)
{
  return type == VolumeType::UInt8 ? 1 : type == VolumeType::UInt16 ? 2 : 4;
}

std::array<double, 2> rangeOf(VolumeKind kind)
{
  switch (kind)
  {
    case VolumeKind::Sphere:
      return { 1.0 - std::sqrt(3.0), 1.0 };
    case VolumeKind::Gyroid:
      return { -1.5, 1.5 };
    default:
      return { 0.0, 1.0 };
  }
}

std::vector<double> isovaluesOf(VolumeKind kind, VolumeType type)
{
  std::vector<double> values;
  switch (kind)
  {
    case VolumeKind::Sphere:
      values = { 0.02, 0.25, 0.5, 0.75 };
      break;
    case VolumeKind::Gyroid:
      values = { -0.9, -0.45, 0.0, 0.45, 0.9 };
      break;
    case VolumeKind::MarschnerLobb:
      values = { 0.3, 0.4, 0.5, 0.6, 0.7 };
      break;
    case VolumeKind::Vessels:
      values = { 0.08, 0.15, 0.22, 0.3, 0.38, 0.46, 0.55, 0.65, 0.8 };
      break;
    case VolumeKind::Tree:
      values = { 0.06, 0.09, 0.12, 0.16, 0.2, 0.26, 0.32, 0.4, 0.5, 0.6, 0.7 };
      break;
    case VolumeKind::Head:
      values = { 0.06, 0.12, 0.18, 0.24, 0.44, 0.52, 0.58, 0.64, 0.7, 0.76 };
      break;
    case VolumeKind::Mixing:
      values = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9 };
      break;
  }
  if (type != VolumeType::Float32)
  {
    const std::array<double, 2> range = rangeOf(kind);
    const double most = type == VolumeType::UInt8 ? 255.0 : 65535.0;
    for (double& value : values)
    {
      value = std::floor((value - range[0]) / (range[1] - range[0]) * most) + 0.5;
    }
  }
  return values;
}

VolumeField::VolumeField(VolumeKind kind, std::uint64_t seed)
  : Value(std::make_unique<const std::function<double(double, double, double)>>(makeField(kind, mix(seed))))
{
}

VolumeField::~VolumeField() = default;
VolumeField::VolumeField(VolumeField&&) noexcept = default;

float VolumeField::operator()(double x, double y, double z) const
{
  return static_cast<float>((*this->Value)(x, y, z));
}

void fillSlices(
  const VolumeField& field, const VolumeOptions& options, std::int64_t first, std::int64_t last, void* values)
{
  for (const std::int64_t points : options.dimensions)
  {
    if (points < 2 || points > MaximumPoints)
    {
      throw std::invalid_argument("A volume has 2 to " + std::to_string(MaximumPoints) +
        " points along an axis, not " + std::to_string(points) + ".");
    }
  }
  if (first < 0 || first > last || last > options.dimensions[2])
  {
    throw std::invalid_argument(
      "Slices " + std::to_string(first) + " to " + std::to_string(last) + " are not within the volume.");
  }
  switch (options.type)
  {
    case VolumeType::UInt8:
      return fill(field, options, first, last, static_cast<std::uint8_t*>(values));
    case VolumeType::UInt16:
      return fill(field, options, first, last, static_cast<std::uint16_t*>(values));
    case VolumeType::Float32:
      return fill(field, options, first, last, static_cast<float*>(values));
  }
}

Volume generateVolume(const VolumeOptions& options)
{
  const VolumeField field(options.kind, options.seed);
  fillSlices(field, options, 0, 0, nullptr); // refuses what makes no sense before memory is taken
  Volume volume;
  volume.options = options;
  volume.bytes.reset(
    new unsigned char[static_cast<std::size_t>(options.numValues()) * bytesOf(options.type)]);
  fillSlices(field, options, 0, options.dimensions[2], volume.bytes.get());
  return volume;
}

} // namespace inkray::generator
