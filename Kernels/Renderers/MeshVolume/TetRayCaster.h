// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/Mesh/MeshHistogram.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Optics/Films.h"
#include "Picture/RayOptions.h"
#include "Picture/RaySource.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "View/Camera.h"
#include "View/Clipping.h"
#include "View/RaysAtATime.h"
#include "View/RowBands.h"
#include "View/SparseRays.h"
#include "View/SurfaceLayers.h"

#include <cstddef>
#include <limits>
#include <memory>
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

/// Milliseconds of the last setMesh, update and render. On CUDA, measured with events on the device.
struct TetRayCastTimings : PictureTimings
{
  double adjacency = 0; ///< set-up of the mesh without its transfer
  double upload = 0;    ///< to the device, of whichever was last: the mesh, or fields
};

/// Counters of the last frame.
struct TetRayCastStatistics : PictureStatistics
{
  std::int64_t recastRays = 0; ///< rays that OnDemandVDFI lost, cast again with edge functions; 0 with these
  bool byTwoPoints = false;    ///< segments were not integrated exactly (SegmentRule)
};

/// Bytes on the device (or in host memory for the CPU backend).
struct TetRayCastMemory
{
  std::size_t resident = 0;  ///< mesh, adjacency, values and transfer function
  std::size_t frame = 0;     ///< all else that is held: image, lists, projected vertices, workspace
  std::size_t setupPeak = 0; ///< highest use while the mesh was set up
};

/// Milliseconds of the steps that have made a mesh ready to be drawn in pieces, since it was given.
struct PiecesSetUp
{
  double partition = 0;  ///< the mesh is cut into pieces
  double upload = 0;     ///< points and tets of pieces are gathered and sent
  double adjacency = 0;  ///< pieces are made ready for rays
  double hostMemory = 0; ///< of the host is made ready to keep the pieces that others take the place of
  double storing = 0;    ///< these are copied there
  double values = 0;     ///< of points and cells are given to all pieces, with what that stores
};

/// How a mesh was drawn in pieces.
struct PiecesReport : BlocksReport
{
  std::size_t peakBytes = 0; ///< the most that was ever in use
  PiecesSetUp setUp;
};

/// The last picture and its depths, in host memory and in that of a device; null: none there.
struct MeshPictures
{
  const float* image = nullptr;
  const float* deviceImage = nullptr;
  const float* depth = nullptr;
  const float* deviceDepth = nullptr;
};

/// Volume rendering of tetrahedral meshes by ray casting (Gu and Kim 2020), on a CUDA device or on CPU
/// threads.
///
/// The mesh is walked from face to face. Rays enter, and re-enter after a gap, at the boundary faces in their
/// pixel's intersection list. In each tet the scalar is linear (point values) or constant (cell values);
/// colour and attenuation are the piecewise-linear transfer function of it, integrated in closed form over
/// each piece (partial pre-integration, Moreland and Angel 2004).
///
/// Calls in order: setMesh, update, then render any number of times; each may be repeated on its own. Errors
/// are thrown as inkray::Error; after one, the object can still be given new input. Not thread-safe.
class TetRayCaster
{
public:
  /// A ray caster on CUDA or on the CPU. Auto takes what there is; CUDA throws Error when there is no device.
  static std::unique_ptr<TetRayCaster> create(DeviceKind kind = DeviceKind::Auto);
  /// On one device, whatever device is current; its buffers may take `memoryLimit` bytes together, and what
  /// asks for more throws OutOfMemory. Throws Error when there is no such device.
  static std::unique_ptr<TetRayCaster> create(
    const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// A ray caster of meshes that are larger than the memory that they may take: walls along the axes cut a
  /// mesh into pieces (Geometry/Mesh/Partition.h), each of which has a ray caster of its own. A frame casts
  /// them from front to back. The rays of each are cut to its box, end where the pieces before have become
  /// opaque, and what they gather is composited under what is there, or, in blend modes other than Composite,
  /// combined before it gets a colour: the picture is that of the whole mesh, up to rounding. The device
  /// keeps as many pieces as fit; the others wait in host memory, ready for rays, and each is sent while rays
  /// are cast through the one before.
  ///
  /// The buffers of all pieces and of the picture take `memoryLimit` bytes together at most. `bytesAPiece`:
  /// the most that a piece takes while it is set up, by estimate; 0: half of the limit. render throws
  /// OutOfMemory where the limit does not suffice for a single piece and the picture; setMesh throws
  /// OutOfMemory where it does not suffice for pieces at all. histogram throws InvalidInput for more than one
  /// piece. A picture of several sends all pieces, whatever piecesWithin says. Picks take 61 bytes a pixel, 4
  /// bytes a tet of the largest piece and, of several pixels together, 1 byte a tet, for as long as they
  /// take. A frame has all rays, whether sparse ones were asked for or not; numRays counts the pixels that
  /// see something, or of a picture of several those whose rays meet it; and the boundary faces of the report
  /// are those of all pieces.
  static std::unique_ptr<TetRayCaster> createPieced(
    DeviceKind kind, std::size_t memoryLimit, std::size_t bytesAPiece = 0);
  static std::unique_ptr<TetRayCaster> createPieced(
    const DeviceId& device, std::size_t memoryLimit, std::size_t bytesAPiece = 0);
  virtual ~TetRayCaster() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Build the adjacency: neighbours, boundary faces, an order along a space-filling curve. Drops the
  /// mesh that was set before, and all fields that were taken. Throws InvalidInput when no tet is left,
  /// OutOfMemory, Aborted; there is no mesh then. A CUDA device asks and tells the observer while the mesh is
  /// sent to it, and between stages.
  virtual const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;

  /// Draw the mesh with this look from now on. What has the revision that was taken last is not looked at;
  /// all else is taken, first the fields, then the style, each in the order of its struct, and what is absent
  /// is dropped. Throws InvalidInput as MeshLook.h says, and for fields without a mesh: the items before the
  /// bad one are taken, and it is drawn as it was. After OutOfMemory an item is lost. The next update, with
  /// this look or another, begins where this one has ended.
  virtual void update(const MeshLook& look) = 0;

  /// The finite range of the values that were taken, low above high when none is finite, with the number of
  /// those that are NaN (or infinite) and so draw nothing; and that of the opacity's own values. Of colours,
  /// 0 to 1.
  virtual FiniteRange valueRange() const = 0;
  virtual FiniteRange opacityRange() const = 0;
  /// The largest magnitude of the gradients that the last frame took for a function of them, in units of the
  /// data per unit of length; 0 if it took none.
  virtual double largestGradient() const = 0;

  /// How much of the volume has which values: see findMeshHistogram, which says what counts. Values of cells
  /// have the gradients of gradientValues. The threshold counts as it was taken last. Throws InvalidInput
  /// without a mesh and values, for colours as they are, for gradients without values at the points, and as
  /// findMeshHistogram; OutOfMemory.
  virtual MeshHistogram histogram(const MeshHistogramInput& input) = 0;
  /// Draw. Afterwards the image is in host memory at image(). A camera with singular matrices draws nothing.
  /// Throws InvalidInput without a mesh, values or (for the volume) transfer function, with opacity values
  /// but no opacity function, and for an image without pixels; Aborted, OutOfMemory.
  void render(const Camera& camera, const FrameOptions& options) { this->draw(camera, options, false); }
  /// Draw, and leave the image on the device at deviceImage(); on the CPU the same as render.
  void renderOnDevice(const Camera& camera, const FrameOptions& options)
  {
    this->draw(camera, options, true);
  }
  /// One of the two.
  virtual void draw(const Camera& camera, const FrameOptions& options, bool onDevice) = 0;

  /// The picture of width x height films, in host memory, that a frame with these options and keepsFilms has
  /// left, of this mesh or combined with those of others: afterwards the image is at image(). Values of
  /// extremes and sums are from 0 to 1 over valueRange. Throws InvalidInput where render does, and in blend
  /// mode Composite.
  virtual void developFilms(const float* films, int width, int height, const FrameOptions& options) = 0;
  /// The same in place, for films in the memory of the device, on the CPU in that of the host: the picture
  /// takes their place, and image and depths of the last frame are lost.
  virtual void developInPlace(float* films, int width, int height, const FrameOptions& options) = 0;

  /// This mesh in a picture of several (Picture/RayPicture.h), in a frame with these options, of which who
  /// waits and opaque depths are those of the picture; its cells are the caller's tets. It can be merged
  /// where it is composited, but not by categories of points, and shows a volume, isosurfaces or slices, but
  /// no slices with colours of points.
  virtual std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) = 0;

  /// width x height x RGBA, float, colour multiplied by opacity, lower row first. Valid until the next call.
  const float* image() const { return this->pictures().image; }
  /// The same in the memory of the device, or null on the CPU.
  const float* deviceImage() const { return this->pictures().deviceImage; }
  /// width x height window depths in [0, 1] of the first isosurface or slice with opacity 1; 1 where there is
  /// none. Null after a frame without either.
  const float* depth() const { return this->pictures().depth; }
  const float* deviceDepth() const { return this->pictures().deviceDepth; } ///< null on the CPU
  /// These four.
  virtual MeshPictures pictures() const = 0;

  virtual TetRayCastTimings timings() const = 0;
  virtual SparseReport sparseReport() const = 0; ///< of the last render with sparse rays
  virtual TetRayCastStatistics statistics() const = 0;
  /// Rays of the last frame that meet the mesh: pixels with at least one list entry. Counted by this call.
  virtual std::int64_t numRays() const = 0;
  virtual TetRayCastMemory memory() const = 0;
  virtual PiecesReport piecesReport() const { return {}; }

  /// The caller's tet for each tet in the order of the mesh kept here: report's numTets ids, to host memory.
  virtual void originalTets(std::int64_t* tets) const = 0;
};

} // namespace inkray
