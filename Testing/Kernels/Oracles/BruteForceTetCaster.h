// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Shading/TransferFunction.h"
#include "View/Camera.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace inkray::testing
{

/// What the oracle draws. Tets with a point id out of range are not allowed here; tets without volume or with
/// a value that is not finite draw nothing.
struct OracleScene
{
  std::vector<double> points;     ///< 3 per point
  std::vector<std::int64_t> tets; ///< 4 point ids per tet
  std::vector<double> scalars;    ///< per point, or per tet when perCell
  bool perCell = false;
  TransferFunction transferFunction;
};

/// The smallest and the largest of the values that are finite.
std::array<double, 2> finiteRange(const std::vector<double>& values);

/// Add a piece of ray to `rgba` (premultiplied, without alpha): the scalar runs linearly from `s0` to `s1`
/// over `length`, behind `opticalDepth`, which grows.
void integrateSegment(const TransferFunction& function, double s0, double s1, double length,
  double& opticalDepth, std::array<double, 4>& rgba);

/// Places on the way from s0 to s1, from 0 to 1, where the scalar passes a knot.
void appendCuts(const TransferFunction& function, double s0, double s1, std::vector<double>& cuts);
/// Red, green, blue and attenuation of the piece that holds `middle`, at s.
std::array<double, 4> valueInPiece(const TransferFunction& function, double middle, double s);
/// The same for red, green, blue and attenuation that are linear between neighbouring cuts: at(t, m) gives
/// them at the share t of the way, as the part around m has them.
void integrateBetweenCuts(std::vector<double> cuts,
  const std::function<std::array<double, 4>(double t, double m)>& at, double length, double& opticalDepth,
  std::array<double, 4>& rgba);

/// What a ray has in one tet.
struct OracleSegment
{
  std::size_t tet;
  double begin, end; ///< distances from the near plane
  std::array<double, 4> beginWeights,
    endWeights; ///< barycentric coordinates, in the order of the tet's points
};

/// How far the ends of a ray are moved, in depth: away from the eye where positive.
struct MovedEnds
{
  double begin = 0.0, end = 0.0;
};

/// How far rounding may part the end of a ray at the near plane or a plane that cuts, and that at window
/// depth `opaqueDepth`, from where they are: what floats leave open, in depth.
///
/// A ray's march knows the end as the share of a segment that is seen. With u = 2^-24, and depths up to D, as
/// large as those of the mesh's corners, there are a rounding of the coordinates of the corners, of the
/// coefficients that make depths of them, and of three multiply-adds; seven for the weighted mean of three
/// corners where the ray crosses the face, whose weights have a sum and an inverse; one of the end, and three
/// of the share: 15 u D, if none cancels another. The window depth of the opaque geometry becomes the depth
/// z(w), which is b / (w - a), or (w - a) / b in parallel: a and the difference are rounded by u |a| and u |w
/// - a|, which is dz/dw times as much in z, and near the far plane more than all that was said before.
MovedEnds roundingOfEnds(const OracleScene& scene, const Camera& camera, double opaqueDepth);

/// The reference for every picture: all in double, every tet clipped against the ray by its four planes,
/// segments sorted by depth, each integrated to 1e-12 with Gauss-Legendre quadrature between the knots. It
/// knows nothing of neighbours, boundary faces or lists, and shares no code with the ray casters.
///
/// Radiance is the integral of colour(s) attenuation(s) exp(-optical depth so far) over length in eye
/// coordinates; alpha is 1 - exp(-optical depth). Tets are first sorted into image tiles by the bounds of
/// their projection, only to save time.
class BruteForceTetCaster
{
public:
  /// Tets overlapping one another are integrated one after the other: only valid meshes have a reference. The
  /// same goes for two tets whose common face holds the ray: rays along lattice planes need a closed form
  /// instead (linearBoxImage).
  BruteForceTetCaster(const OracleScene& scene, const Camera& camera);

  /// Premultiplied RGBA of pixel (i, j), counted from the lower left corner. The ray stops at window depth
  /// `opaqueDepth`.
  std::array<double, 4> ray(int i, int j, double opaqueDepth = 1.0) const;

  /// The whole image, lower row first, on all threads. `opaqueDepth`: width x height window depths or null.
  std::vector<double> image(const float* opaqueDepth = nullptr) const;

  /// What the ray of a pixel has of every tet with a volume, values or not, front to back. `shift`: of the
  /// ray, in pixels, less than one; `moved`: of its ends.
  std::vector<OracleSegment> segments(int i, int j, double opaqueDepth = 1.0,
    const std::array<double, 2>& shift = { 0.0, 0.0 }, const MovedEnds& moved = {}) const;
  /// The image of pixels that `integrate` makes of those.
  std::vector<double> image(
    const std::function<std::array<double, 4>(const std::vector<OracleSegment>&)>& integrate,
    const float* opaqueDepth = nullptr) const;
  /// Values at the ends of a segment: of the points, or of the tet.
  std::array<double, 2> ends(
    const std::vector<double>& values, bool perCell, const OracleSegment& segment) const;
  /// Whether the tet has its value, or all of those of its points.
  bool isFinite(const std::vector<double>& values, bool perCell, std::size_t tet) const;

private:
  /// A face of a tet, of whose plane a ray asks, and the height of the opposite corner above it, in the unit
  /// of the normal.
  struct Face
  {
    Vector corner, normal;
    double height;
  };

  bool clip(std::size_t tet, const Vector& origin, const Vector& direction, const std::array<double, 2>& ends,
    OracleSegment& segment) const;
  void findFaces();
  void sortIntoTiles();

  const OracleScene& Scene;
  Camera View;
  Matrix ClipToEye;
  std::vector<double> EyePoints;
  std::vector<std::array<Face, 4>> Faces; ///< per tet; face f is opposite point f
  std::vector<char> HasVolume;            ///< per tet
  std::vector<std::vector<std::uint32_t>> Tiles;
  int TilesPerRow = 0;
};

} // namespace inkray::testing
