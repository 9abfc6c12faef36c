// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "Oracles/GradientFunctionOracle.h"
#include "Oracles/VolumeLightOracle.h"
#include "Shading/ColorTable.h"
#include "Shading/Isosurface.h"
#include "Shading/Light.h"
#include "Shading/Material.h"
#include "View/Clipping.h"

#include <utility>

namespace inkray::testing
{

/// A surface that a ray meets.
struct OracleSurface
{
  double at; ///< distance from the near plane
  std::array<double, 3> rgb;
  double opacity;
  double depth; ///< window depth
};

/// The picture of one ray.
struct OraclePixel
{
  std::array<double, 4> rgba = { 0, 0, 0, 0 }; ///< premultiplied color and opacity
  double depth = 1.0;                          ///< window depth of the first opaque surface
  double eyeDepth = 0.0;                       ///< its depth along the viewing direction; 0: no opaque
                                               ///< surface
  bool hidden = false;                         ///< less than a millionth of that surface's light passes
  double opticalDepth = 0.0;                   ///< of volume and surfaces together
  std::vector<OracleSurface> surfaces;         ///< up to the first opaque one
  // For blend modes other than Composite: the extreme and its opacity, or integrals of channels, and the
  // length.
  bool any = false;
  double extreme = 0.0, extremeOpacity = 0.0, sums[3] = { 0.0, 0.0, 0.0 }, length = 0.0;
  /// The opacities at places whose value equals the extreme within the rounding of a float, and the pixel for
  /// each of these opacities: rounding decides which place has the extreme.
  std::vector<double> tiedOpacities;
  std::vector<std::array<double, 4>> ties;
};

/// A volume other than the transfer function of a scene's values.
class OracleVolume
{
public:
  virtual ~OracleVolume() = default;
  /// Adds the volume between two distances of a segment.
  virtual void integrate(
    const OracleSegment& segment, double begin, double end, OraclePixel& pixel) const = 0;
  /// The color of a slice at a distance; returns false if there is none.
  virtual bool slice(const OracleSegment& segment, double at, std::array<double, 3>& rgb) const = 0;
  /// Finishes a ray, after its surfaces have been added to the pixel.
  virtual void finish(OraclePixel& pixel) const = 0;
};

/// A mesh with its volume and all surfaces that are drawn in it.
struct MeshScene : OracleScene
{
  MeshScene() = default;
  explicit MeshScene(OracleScene mesh)
    : OracleScene(std::move(mesh))
  {
  }

  bool drawVolume = true;
  std::vector<Isosurface> surfaces; ///< values must differ
  std::vector<SurfaceLight> lights;
  SurfaceMaterial material;
  bool shade = false;  ///< whether light also falls on the volume
  bool smooth = false; ///< normals interpolate gradients at the points, instead of one gradient per tet
  OracleGradientFunctions gradientFunctions; ///< of the volume
  std::vector<ClippingPlane> clippingPlanes;
  CropBox cropBox;
  std::vector<ClippingPlane> slices;
  double sliceOpacity = 1.0;
  /// The second array, which colors the surfaces without their own color: one value per point, or per tet if
  /// isColorPerCell; empty: no second array.
  std::vector<double> colorValues;
  bool isColorPerCell = false;
  ColorTable colors;
  std::vector<char> hidden; ///< per tet; empty: none
  /// Red, green, blue and attenuation of tets with a value that is not finite; 0: transparent.
  std::array<float, 4> missing = { 0.0f, 0.0f, 0.0f, 0.0f };
  const OracleVolume* volume = nullptr; ///< replaces the volume that the members above describe
};

/// The reference for surfaces in a mesh: the segments of BruteForceTetCaster are cut where the scalar passes
/// an isovalue; it is linear on each segment.
class BruteForceMeshSurfaces
{
public:
  BruteForceMeshSurfaces(const MeshScene& scene, const Camera& camera);

  /// The ray of a pixel, moved by `shift` in pixels; it stops at window depth `opaqueDepth`. `moved` moves
  /// every place where the ray is cut, and `value` moves the value there in the same direction.
  OraclePixel ray(int i, int j, double opaqueDepth = 1.0, const std::array<double, 2>& shift = { 0.0, 0.0 },
    const MovedEnds& moved = {}, double value = 0.0) const;

private:
  struct Tracer;
  using Intervals = std::vector<std::pair<double, double>>;
  Vector gradient(std::size_t tet) const;
  /// The distances at which a ray meets the slices.
  std::vector<double> slices(const Vector& origin, const Vector& direction) const;
  Intervals kept(const Vector& origin, const Vector& direction, double length) const;

  const MeshScene& Scene;
  Camera View;
  Matrix ClipToEye;
  BruteForceTetCaster Caster;
  VolumeShade Shade;
  std::vector<std::array<double, 6>> Light; ///< light of the volume, if it is lit
  std::vector<Vector> PointGradients;       ///< in eye coordinates, if normals are smooth
  std::vector<double> Magnitudes;           ///< of gradients, per point or tet, if a function needs them
};

} // namespace inkray::testing
