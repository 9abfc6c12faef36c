// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"
#include "Picture/RayOptions.h"
#include "View/Clipping.h"
#include "View/RaysAtATime.h"
#include "View/RowBands.h"
#include "View/SparseRays.h"

#include <limits>
#include <vector>

namespace inkray
{

/// How the face through which a ray leaves a tet is found.
enum class FaceTest
{
  EdgeFunction, ///< watertight signs of 2-D edge functions in ray space (default)
  OnDemandVDFI  ///< Gu and Kim, section 5.2: plane coefficients of each face computed when the ray meets it
};

/// Gradients of the values at the points.
enum class Gradients
{
  PerCell, ///< each tet's own, which is constant in it, so that lit tets are visible
  Smooth   ///< at the points, the volume-weighted mean of the surrounding tets; linear between points
};

/// How the per-pixel lists of boundary faces are built. Both give equal lists.
enum class ListBuilder
{
  CountScanFill, ///< fragments counted, scanned and placed with in-kernel compaction (default)
  SortByPixel    ///< Gu and Kim, section 4: project, sort by pixel, sort by depth
};

/// How segments are integrated where functions of smooth gradients are used, or on a GPU functions of values
/// alone with many pieces.
enum class SegmentRule
{
  Auto,     ///< two points if a sample of segments shows that they suffice, otherwise exactly
  Exact,    ///< exactly
  TwoPoints ///< two points, even if they miss details
};

/// Choices of tests and benchmarks about how a frame is made. Frames of users keep the defaults. The picture
/// is the same with all of them, except for SegmentRule::TwoPoints.
struct TetMethodOptions
{
  ListBuilder listBuilder = ListBuilder::CountScanFill;
  bool generalMedium = false;  ///< gather with the integrator for any picture even if there is a faster one
  bool fromKnotToKnot = false; ///< use the colors at each knot even if there is a table of colors
  bool countSteps = false;     ///< count visited tets and covered rays (slightly slower)
  /// Packets draw pictures of a single array that only half spaces cut.
  RaysAtATime raysAtATime = RaysAtATime::Most;
  SegmentRule segmentRule = SegmentRule::Auto;
};

/// Options of a frame, and its observer. A CUDA device reports progress and checks for aborts only between
/// stages.
struct FrameOptions : RayOptions
{
  FaceTest faceTest = FaceTest::EdgeFunction;
  /// In Maximum, Minimum and Average the functions' attenuation is used as an opacity, without a length. For
  /// direct colors, Average and Additive apply to the color channels instead of the value. In modes other
  /// than Composite isosurfaces and slices lie over the picture of the mode, and nothing behind an opaque one
  /// counts. FrameRules.h says what these modes leave out.
  BlendMode blend = BlendMode::Composite;
  /// The values that Average includes, in the units of the data. The lower end comes first, otherwise render
  /// throws InvalidInput.
  double averageRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  /// In modes other than Composite, leave the gathered films in the image, without isosurfaces and slices.
  /// For extremes, red has the value and alpha is 1; for sums, the channels have their sums and alpha has the
  /// length; alpha is 0 if nothing was gathered. Films of pieces of a mesh can then be combined, and
  /// developFilms makes the picture from them.
  bool keepsFilms = false;
  /// Draw the volume. False: draw isosurfaces and slices only, which is faster; isosurfaces need no transfer
  /// function.
  bool drawVolume = true;
  /// Light the composited volume (VTK's Shade): values of points and, with gradientValues, values of cells
  /// and direct colors; everything else is drawn unlit. A color c becomes c (ambient + diffuse L) + specular
  /// S with the sums L and S over the lights in Phong.h. The normal is the gradient, and both sides are lit
  /// alike. The light is computed at the points and linear in each tet. For direct colors, the points' lit
  /// colors are linear. With gradients per cell, and for values of cells and for categories, the light is
  /// computed at each tet's centroid. Where the gradient is 0 no light is reflected: only the ambient term
  /// remains. Without lights c is multiplied by ambient + diffuse. If opacity has values of its own, the
  /// gradient is still that of the shown values.
  bool shade = false;
  /// The gradients used to light volumes and surfaces, and whose magnitude is used by gradient opacity and
  /// the 2-D transfer function.
  Gradients gradients = Gradients::PerCell;
  /// Planes {normal . p = distance} that show the mesh in the colors of the transfer function, without light,
  /// in depth order with the volume and the isosurfaces; at most 32. Their opacity is sliceOpacity, from 0 to
  /// 1, whatever the attenuation is. Render throws InvalidInput for planes without a normal, and for numbers
  /// that are not finite or out of range.
  std::vector<ClippingPlane> slices;
  float sliceOpacity = 1.0f;
  /// Red, green, blue and attenuation of tets with a value or color that is not finite: constant in a tet and
  /// unlit, whatever else gives the opacity; attenuation 0: such tets are transparent. In blend mode
  /// Composite only. Render throws InvalidInput for numbers that are not finite and a negative attenuation.
  float missing[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
  /// The visible region: inside of all planes, at most 32, and inside or outside of the box. Planes cut
  /// through cells. Render throws InvalidInput for planes without a normal, boxes without a volume, and
  /// numbers that are not finite.
  std::vector<ClippingPlane> clippingPlanes;
  CropBox cropBox;
  /// Rays are cut to this box, in addition to the user's cuts; for a mesh in pieces, it is the piece's box.
  AxisBox piece;
  /// Milliseconds that sending a mesh in pieces to the device may take, estimated from the last frame that
  /// had all pieces. If time is short, pieces are left out, first the pieces that others hide most.
  double piecesWithin = std::numeric_limits<double>::infinity();
  /// A ray stops if less than this share of the light behind it still passes. 0: never; every segment is
  /// integrated.
  float earlyTermination = 0.0f;
  SparseRays sparse; ///< fewer rays than pixels; picks, merged meshes and bands of rows have all rays
  /// The rows to draw; other rows are undefined afterwards. Picks and merged meshes have all rows.
  RowBands rows;
  TetMethodOptions methods;
};

} // namespace inkray
