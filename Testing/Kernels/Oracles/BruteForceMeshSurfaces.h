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

/// A surface that a ray has met.
struct OracleSurface
{
  double at; ///< distance from the near plane
  std::array<double, 3> rgb;
  double opacity;
  double depth; ///< window depth
};

/// What a ray shows.
struct OraclePixel
{
  std::array<double, 4> rgba = { 0, 0, 0, 0 }; ///< colour multiplied by opacity
  double depth = 1.0;                          ///< window depth of the first opaque surface
  double eyeDepth = 0.0;                       ///< the same along the viewing direction; 0: none
  bool hidden = false;                         ///< less than a millionth of that surface comes through
  double opticalDepth = 0.0;                   ///< of volume and surfaces
  std::vector<OracleSurface> surfaces;         ///< up to the first opaque one
  // Of a volume that is not composited: extreme, and its opacity; or integrals of channels, and length.
  bool any = false;
  double extreme = 0.0, extremeOpacity = 0.0, sums[3] = { 0.0, 0.0, 0.0 }, length = 0.0;
  /// Opacities where the value is the extreme to the rounding of a float, and what the pixel shows with each:
  /// which of these places has the extreme is rounding.
  std::vector<double> tiedOpacities;
  std::vector<std::array<double, 4>> ties;
};

/// A volume that is not the transfer function of a scene's values.
class OracleVolume
{
public:
  virtual ~OracleVolume() = default;
  /// Add what lies between two distances of a segment.
  virtual void integrate(
    const OracleSegment& segment, double begin, double end, OraclePixel& pixel) const = 0;
  /// Colour of a slice at a distance; false: there is none.
  virtual bool slice(const OracleSegment& segment, double at, std::array<double, 3>& rgb) const = 0;
  /// When a ray is over, whose surfaces are in the pixel.
  virtual void finish(OraclePixel& pixel) const = 0;
};

/// A mesh with what is drawn in it beside its volume.
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
  bool shade = false;  ///< the volume is in the light, too
  bool smooth = false; ///< normals between the gradients at the points instead of each tet's own
  OracleGradientFunctions gradientFunctions; ///< of the volume
  std::vector<ClippingPlane> clippingPlanes;
  CropBox cropBox;
  std::vector<ClippingPlane> slices;
  double sliceOpacity = 1.0;
  /// Second array, which colours the surfaces that keep no colour of their own: per point, or per tet where
  /// isColourPerCell; empty: none.
  std::vector<double> colourValues;
  bool isColourPerCell = false;
  ColorTable colours;
  std::vector<char> hidden; ///< per tet; empty: none
  /// Red, green, blue and attenuation of tets with a value that is not finite; 0: they are transparent.
  std::array<float, 4> missing = { 0.0f, 0.0f, 0.0f, 0.0f };
  const OracleVolume* volume = nullptr; ///< in place of all that is said above of the volume
};

/// The reference for surfaces in a mesh: the segments of BruteForceTetCaster, cut where the scalar, which is
/// linear on each, passes an isovalue.
class BruteForceMeshSurfaces
{
public:
  BruteForceMeshSurfaces(const MeshScene& scene, const Camera& camera);

  /// The ray of a pixel, moved by `shift` in pixels; it stops at window depth `opaqueDepth`. `moved`: all
  /// places where it is cut. There the value is moved, too, by `value` in the same direction.
  OraclePixel ray(int i, int j, double opaqueDepth = 1.0, const std::array<double, 2>& shift = { 0.0, 0.0 },
    const MovedEnds& moved = {}, double value = 0.0) const;

private:
  struct Tracer;
  using Intervals = std::vector<std::pair<double, double>>;
  Vector gradient(std::size_t tet) const;
  /// Distances at which a ray meets the slices.
  std::vector<double> slices(const Vector& origin, const Vector& direction) const;
  Intervals kept(const Vector& origin, const Vector& direction, double length) const;

  const MeshScene& Scene;
  Camera View;
  Matrix ClipToEye;
  BruteForceTetCaster Caster;
  VolumeShade Shade;
  std::vector<std::array<double, 6>> Light; ///< of the volume, where that is in the light
  std::vector<Vector> PointGradients;       ///< in eye coordinates, where normals are smooth
  std::vector<double> Magnitudes;           ///< of gradients, of points or tets, where functions take them
};

} // namespace inkray::testing
