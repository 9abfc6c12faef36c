// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Oracles/VolumeFunctions.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// Everything with which a grid is drawn as a volume.
struct GridVolumeScene
{
  TestVolume volume;
  double full = 0.0; ///< of a color channel, if the scalars are direct colors, which need an opacity
  TransferFunction function;
  TestArray opacity, threshold, colorValues; ///< empty: there is none
  ThresholdBounds bounds;
  TransferFunction opacityFunction;
  GradientOpacity gradientOpacity;
  TransferFunction2D table;
  std::vector<Isosurface> surfaces; ///< in ascending order
  ColorTable colors;                ///< of colorValues, which color them
  std::vector<SurfaceLight> lights;
  SurfaceMaterial material;

  /// Set the grid and the Look of a caster. The scene must outlive its use.
  void giveTo(GridRayCaster& caster) const;
};

/// The reference for volumes of grids, in double precision. It goes through every cell that a ray meets, and
/// takes many samples in each. It has no bricks, spans or intervals, and shares no code with the ray caster.
class BruteForceGridCaster
{
public:
  BruteForceGridCaster(const GridVolumeScene& scene, const Camera& camera, const FrameOptions& options);

  /// Premultiplied color and opacity of pixel (i, j), counted from the lower left corner, by this many
  /// samples in each cell. The ray may lie beside the middle of a pixel. `met`, if not null, receives the
  /// length of the ray in drawn cells, in cells.
  std::array<double, 4> pixel(double i, double j, int samples, double* met = nullptr) const;

  /// Color and attenuation for a unit of length at a share of pixel (i, j)'s ray between the near and the far
  /// plane, of a composited volume without cuts. Zero outside of the grid. `length`, if not null, receives
  /// the length of the ray.
  std::array<double, 4> emissionAt(int i, int j, double share, double* length = nullptr) const;

private:
  struct Place;
  /// The cell that contains a place of the grid. Returns false if there is none that is drawn.
  bool findCell(const Vector& grid, Place& place) const;
  std::size_t pointIndex(const GridIndex& p) const
  {
    return static_cast<std::size_t>((p[2] * count_[1] + p[1]) * count_[0] + p[0]);
  }
  bool isDrawn(const GridIndex& cell) const;
  double interpolate(const std::vector<double>& values, const Place& at) const;
  /// The place of a value along an axis.
  double placeOf(std::size_t axis, std::int64_t i) const;
  /// Color and attenuation of the function at a value.
  std::array<double, 4> functionAt(double value) const;
  Vector gradientOfPoint(const GridIndex& point) const;
  Vector gradient(const Place& at) const; ///< in the caller's coordinates
  std::array<double, 4> emission(const Place& at, double value) const;
  /// The color of isosurfaces by the second array.
  std::array<double, 3> colorByArray(const Place& at) const;
  std::array<double, 3> directColor(const Place& at) const;
  /// The lit color of an isosurface.
  std::array<double, 3> shade(const Isosurface& surface, const Place& at) const;

  const GridVolumeScene& scene_;
  const Camera camera_;
  const FrameOptions& options_;
  Matrix clipToEye_, eyeToGrid_, gridToEye_, gridToMesh_;
  GridIndex count_;                           ///< values along each axis
  bool areCellsConstant_ = false;             ///< values fill the cells between planes
  std::array<std::vector<double>, 3> planes_; ///< coordinates along each axis
  std::vector<double> values_;                ///< of direct colors, those of red
  std::vector<double> opacities_, colorValues_;
  std::vector<double> channels_[3];        ///< of direct colors, from 0 to 1
  std::vector<char> isHidden_, isMissing_; ///< cells, by their lowest corner
  std::vector<char> isBlank_; ///< points of hidden cells only, apart from cells that a threshold hides
  bool showsMissing_ = false;
  double low_ = 0.0, scale_ = 1.0;
};

} // namespace inkray::testing
