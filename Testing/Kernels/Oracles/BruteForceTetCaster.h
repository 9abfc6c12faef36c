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

/// The scene that the oracle draws. Point ids must be in range. Tets without volume, or with a value that is
/// not finite, draw nothing.
struct OracleScene
{
  std::vector<double> points;     ///< 3 per point
  std::vector<std::int64_t> tets; ///< 4 point ids per tet
  std::vector<double> scalars;    ///< per point, or per tet if perCell
  bool perCell = false;
  TransferFunction transferFunction;
};

/// The least and the greatest finite value.
std::array<double, 2> finiteRange(const std::vector<double>& values);

/// Adds a part of a ray to `rgba` (premultiplied, without alpha) and to `opticalDepth`, behind which it lies.
/// The scalar is linear from `s0` to `s1` over `length`.
void integrateSegment(const TransferFunction& function, double s0, double s1, double length,
  double& opticalDepth, std::array<double, 4>& rgba);

/// Appends the places, from 0 at s0 to 1 at s1, where the scalar passes a knot.
void appendCuts(const TransferFunction& function, double s0, double s1, std::vector<double>& cuts);
/// Red, green, blue and attenuation at scalar s. They come from the interval of the function that contains
/// `middle`, as s may be at its end.
std::array<double, 4> valueInPiece(const TransferFunction& function, double middle, double s);
/// Adds a part of a ray whose red, green, blue and attenuation are linear between neighboring cuts: at(t, m)
/// gives them at the share t of the way, by the interval around m.
void integrateBetweenCuts(std::vector<double> cuts,
  const std::function<std::array<double, 4>(double t, double m)>& at, double length, double& opticalDepth,
  std::array<double, 4>& rgba);

/// The part of a ray in one tet.
struct OracleSegment
{
  std::size_t tet;
  double begin, end; ///< distances from the near plane
  std::array<double, 4> beginWeights,
    endWeights; ///< barycentric coordinates, in the order of the tet's points
};

/// How far the ends of a ray are moved in depth; positive values are away from the eye.
struct MovedEnds
{
  double begin = 0.0, end = 0.0;
};

/// The largest error, in depth, that rounding to floats may cause at the ends of a ray: at the near plane or
/// a cutting plane, and at window depth `opaqueDepth`.
///
/// The march of a ray represents an end as a share of a segment. Let u = 2^-24, and let D be the largest
/// depth of a corner of the mesh. One rounding each comes from the corners' coordinates, from the
/// coefficients that turn them into depths, and from each of three multiply-adds. The weighted mean of three
/// corners where the ray crosses a face adds seven, as its weights need a sum and an inverse. The end adds
/// one and the share three. The sum is 15 u D, if no error cancels another.
///
/// The window depth w of opaque geometry becomes the depth z(w), which is b / (w - a), or (w - a) / b in
/// parallel projection. Rounding changes a by u |a| and the difference by u |w - a|, and z by dz/dw times as
/// much. Near the far plane this exceeds all other errors.
MovedEnds roundingOfEnds(const OracleScene& scene, const Camera& camera, double opaqueDepth);

/// The reference for every picture, in double precision. It clips every tet against the ray by four planes,
/// sorts the segments by depth, and integrates each to 1e-12 by Gauss-Legendre quadrature between the knots.
/// It has no adjacency, boundary faces or lists, and shares no code with the ray casters.
///
/// Radiance is the integral of color(s) attenuation(s) exp(-optical depth so far) over length in eye
/// coordinates; alpha is 1 - exp(-optical depth). Tets are sorted into tiles of the image by their
/// projections only to save time.
class BruteForceTetCaster
{
public:
  /// Overlapping tets are integrated one after the other, so only valid meshes have a reference. Nor has a
  /// ray that lies in the common face of two tets: rays along lattice planes need a closed form
  /// (linearBoxImage).
  BruteForceTetCaster(const OracleScene& scene, const Camera& camera);

  /// Premultiplied RGBA of pixel (i, j), counted from the lower left corner. The ray stops at window depth
  /// `opaqueDepth`.
  std::array<double, 4> ray(int i, int j, double opaqueDepth = 1.0) const;

  /// The whole image, bottom row first, computed by all threads. `opaqueDepth`: width x height window depths
  /// or null.
  std::vector<double> image(const float* opaqueDepth = nullptr) const;

  /// The segments of a pixel's ray in all tets with a volume, with or without values, front to back. `shift`
  /// moves the ray by less than a pixel, `moved` moves its ends.
  std::vector<OracleSegment> segments(int i, int j, double opaqueDepth = 1.0,
    const std::array<double, 2>& shift = { 0.0, 0.0 }, const MovedEnds& moved = {}) const;
  /// The image whose pixels `integrate` computes from their segments.
  std::vector<double> image(
    const std::function<std::array<double, 4>(const std::vector<OracleSegment>&)>& integrate,
    const float* opaqueDepth = nullptr) const;
  /// Values at both ends of a segment, interpolated from points or constant in the tet.
  std::array<double, 2> ends(
    const std::vector<double>& values, bool perCell, const OracleSegment& segment) const;
  /// Whether the tet's value, or each value at its points, is finite.
  bool isFinite(const std::vector<double>& values, bool perCell, std::size_t tet) const;

private:
  /// A face of a tet: its plane, and the height of the opposite corner above it in units of the normal.
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
