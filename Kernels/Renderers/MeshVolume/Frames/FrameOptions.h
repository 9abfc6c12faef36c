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
  PerCell, ///< each tet's own, which is constant in it: light shows the tets
  Smooth   ///< at the points, the volume-weighted mean of those around; linear between
};

/// How the per-pixel lists of boundary faces are built. Both give equal lists.
enum class ListBuilder
{
  CountScanFill, ///< fragments counted, scanned and placed with in-kernel compaction (default)
  SortByPixel    ///< Gu and Kim, section 4: project, sort by pixel, sort by depth
};

/// How much of a segment is looked at where functions are of smooth gradients, or on a GPU of values alone
/// and have many pieces.
enum class SegmentRule
{
  Auto,     ///< two points where a sample of segments says that this does, otherwise all of it
  Exact,    ///< all of it
  TwoPoints ///< two points, whatever they miss
};

/// Choices of tests and benchmarks about how a frame is made. Frames of users leave them alone; the picture
/// is the same with all of it, but for SegmentRule::TwoPoints.
struct TetMethodOptions
{
  ListBuilder listBuilder = ListBuilder::CountScanFill;
  bool generalMedium = false;  ///< gather by the integrator of any picture where there is a faster one, too
  bool fromKnotToKnot = false; ///< take colours at each knot where there is a table of them, too
  bool countSteps = false;     ///< count visited tets and covered rays (a little slower)
  /// Packets take the pictures of one array alone of which nothing is cut away but half spaces.
  RaysAtATime raysAtATime = RaysAtATime::Most;
  SegmentRule segmentRule = SegmentRule::Auto;
};

/// Options of a frame, and the observer that waits for it. A CUDA device tells and asks between stages only.
struct FrameOptions : RayOptions
{
  FaceTest faceTest = FaceTest::EdgeFunction;
  /// For Maximum, Minimum and Average the attenuation of the functions is taken as an opacity, without a
  /// length. Average and Additive of colours as they are have their channels in place of a value. In modes
  /// other than Composite isosurfaces and slices lie over what the mode shows, and what lies behind an opaque
  /// one does not count. FrameRules.h says what these modes leave out.
  BlendMode blend = BlendMode::Composite;
  /// The values that Average counts, in the units of the data. Low before high, else render throws
  /// InvalidInput.
  double averageRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  /// In modes other than Composite, leave in the image what rays have gathered, without isosurfaces and
  /// slices: of extremes the value in red and 1 in alpha, of sums the sum of each channel and the length in
  /// alpha; 0 in alpha where there is nothing. Films of pieces of a mesh are combined, and developFilms
  /// makes the picture of them.
  bool keepsFilms = false;
  /// Draw the volume. Otherwise isosurfaces and slices alone, which is faster; isosurfaces need no transfer
  /// function.
  bool drawVolume = true;
  /// Light on the volume (VTK's Shade), where it is composited: on values of points, and after
  /// gradientValues on values of cells and colours as they are; all else is drawn without. A colour c
  /// becomes c (ambient + diffuse L) + specular S with the sums L and S over the lights in Phong.h, the
  /// gradient being the normal, both sides lit alike. The light is taken at the points, and is linear in each
  /// tet; of colours as they are, the points' colours in the light are. With gradients per cell, of values of
  /// cells and of categories, it is taken at each tet's centroid. Where the gradient is 0 no light is
  /// reflected: only the ambient term is left. Without lights c is multiplied by ambient + diffuse. Where
  /// opacity has values of its own, the gradient is still that of the values.
  bool shade = false;
  /// The gradients that light on volumes and surfaces follows, and whose magnitude gradient opacity and the
  /// 2-D transfer function take.
  Gradients gradients = Gradients::PerCell;
  /// Planes {normal . p = distance} in which the mesh has the colour of the transfer function, without light,
  /// in depth order with the volume and the isosurfaces; 32 at most. They hide by sliceOpacity, from 0 to 1,
  /// whatever the attenuation is. Render throws InvalidInput for planes without a normal, numbers that are
  /// not finite or out of range.
  std::vector<ClippingPlane> slices;
  float sliceOpacity = 1.0f;
  /// Red, green, blue and attenuation of tets with a value or colour that is not finite, constant in them and
  /// without light, whatever else gives the opacity; attenuation 0: they are transparent. In blend mode
  /// Composite. Render throws InvalidInput for numbers that
  /// are not finite and a negative attenuation.
  float missing[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
  /// The part that is seen: inside of all planes, at most 32, and inside or outside of the box. Cells
  /// are cut where a plane passes them. Render throws InvalidInput for planes without a normal, boxes without
  /// a volume, and numbers that are not finite.
  std::vector<ClippingPlane> clippingPlanes;
  CropBox cropBox;
  /// The rays are cut to this box, beside all that a user cuts away: of a mesh in pieces, that of the piece.
  AxisBox piece;
  /// Milliseconds that a mesh in pieces may take to be sent to the device, as far as the last frame that had
  /// all of them tells how fast that is. Pieces for which there is no time are left out, those first that
  /// others hide most.
  double piecesWithin = std::numeric_limits<double>::infinity();
  /// A ray stops when less than this share of the light behind it still gets through. 0: never; every segment
  /// is integrated.
  float earlyTermination = 0.0f;
  SparseRays sparse; ///< fewer rays than pixels; picks, merged meshes and bands of rows have all
  /// The rows that are drawn; what the others hold afterwards is not said. Picks and merged meshes have all.
  RowBands rows;
  TetMethodOptions methods;
};

} // namespace inkray
