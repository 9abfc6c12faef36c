// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacency.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "Renderers/MeshVolume/CastBlended.h"
#include "Renderers/MeshVolume/CastColours.h"
#include "Renderers/MeshVolume/CastPick.h"
#include "Renderers/MeshVolume/CastSeparate.h"
#include "Renderers/MeshVolume/CastShaded.h"
#include "Renderers/MeshVolume/CastSurfaces.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/HideCells.h"
#include "Renderers/MeshVolume/MeshLighting.h"
#include "Renderers/MeshVolume/NormalisedField.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"
#include "Renderers/MeshVolume/ScalarKernels.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

namespace inkray
{

/// The ray caster on one backend. render reads as the frame: project, lists, cast, present.
template <class Backend>
class TetRayCasterImpl : public TetRayCaster
{
public:
  explicit TetRayCasterImpl(std::string deviceName)
    : deviceName_(std::move(deviceName))
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void setScalars(const Field& scalars) override;
  void setColours(const Field& colours, double full) override;
  void setTransferFunction(const TransferFunction& function) override;
  void setOpacityScalars(const Field& scalars) override;
  void setOpacityFunction(const TransferFunction& function) override;
  void dropOpacityScalars() override;
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override;
  void setThresholdScalars(const Field& scalars) override;
  void setThreshold(double low, double high) override;
  void dropThresholdScalars() override;
  void setLights(const std::vector<SurfaceLight>& lights) override { lights_ = lights; }
  void setMaterial(const SurfaceMaterial& material) override { material_ = material; }
  void render(const Camera& camera, const FrameOptions& options) override;
  void renderOnDevice(const Camera& camera, const FrameOptions& options) override;
  void pick(const Camera& camera, const FrameOptions& options, float opacity) override;

  void scalarRange(double range[2]) const override
  {
    range[0] = scalars_.range.low;
    range[1] = scalars_.range.high;
  }
  std::int64_t numNonFiniteScalars() const override { return scalars_.range.notFinite; }
  void opacityScalarRange(double range[2]) const override
  {
    range[0] = opacity_.range.low;
    range[1] = opacity_.range.high;
  }
  std::int64_t numNonFiniteOpacityScalars() const override { return opacity_.range.notFinite; }
  const float* image() const override { return imageInHost_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(image_.data()) : nullptr;
  }
  const float* depth() const override { return depthInHost_; }
  const float* deviceDepth() const override
  {
    return Backend::isDevice && hasDepth_ ? depth_.data() : nullptr;
  }
  const std::uint32_t* pickedTets() const override { return pickedTetsInHost_.data(); }
  const float* pickedDepths() const override { return pickedDepthsInHost_.data(); }
  TetRayCastTimings timings() const override { return timings_; }
  TetRayCastStatistics statistics() const override { return statistics_; }
  std::int64_t numRays() const override;
  TetRayCastMemory memory() const override
  {
    const std::size_t resident = adjacency_.bytes() + scalars_.values.bytes() + cellColours_.bytes() +
      cellValues_.bytes() + vertexColours_.bytes() + categoryColours_.bytes() + pieces_.bytes() +
      opacity_.values.bytes() + vertexOpacities_.bytes() + cellAttenuations_.bytes() +
      opacityPieces_.bytes() + gradients_.bytes() + threshold_.values.bytes() + hiddenCells_.bytes();
    return { resident, backend_.ledger().current() - resident, setupPeak_ };
  }
  void originalTets(std::int64_t* tets) const override;

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Uploaded,
    Projected,
    Listed,
    Cast,
    Presented
  };

  /// The field to the device, and what is made of it.
  void setField(NormalisedField<Backend>& field, const Field& values);
  void valuesArrived();
  PiecewiseView updatePieces(const TransferFunction& function, const NormalisedField<Backend>& field,
    Array<TransferFunctionPiece>& pieces);
  void updateCellColours(bool isOpacitySeparate);
  void updateVertexColours(bool isOpacitySeparate);
  void updateTransferFunction();
  void draw(const Camera& camera, const FrameOptions& options, bool present);
  void drawNothing(std::int64_t numPixels, bool present);
  /// One attempt; returns how many list entries the frame has, which may be more than fitted.
  std::int64_t drawOnce(const MeshCamera& camera, const FrameOptions& options, bool present);
  TetRays rays(const MeshCamera& camera, const FrameOptions& options);
  void cast(const TetRays& rays, const FrameOptions& options);
  void castBlended(const TetRays& rays, const FrameOptions& options);
  PickTarget pickTarget()
  {
    return { pickOpacity_, adjacency_.originalTet.data(), pickedTets_.data(), pickedDepths_.data() };
  }
  void presentPicture(std::int64_t numPixels, bool present);
  void prepareSurfaces(const Camera& camera, const MeshCamera& seen, const FrameOptions& options);
  bool isShaded(const FrameOptions& options) const
  {
    return options.shade && options.blend == BlendMode::Composite && !scalars_.perCell && !opacity_.isSet &&
      !areColours_ && !function_.isCategorical && !hasDepth_;
  }
  const Float3* smoothGradients(const FrameOptions& options);
  void lightMesh(const Camera& camera, const FrameOptions& options);
  void updateHiddenCells();
  void prepareCut(const Camera& camera, const MeshCamera& seen, const FrameOptions& options);
  EyeRays eyeRays(const Camera& camera) const;
  static void invertView(const Camera& camera, double eyeToMesh[16]);
  static void checkAbort(const FrameOptions& options)
  {
    if (options.abortCheck && options.abortCheck())
      throw Aborted("the frame was abandoned");
  }

  bool hasSurfaces(const FrameOptions& options) const
  {
    return !surfaces_.empty() || !options.slices.empty();
  }
  static void checkPlanes(const std::vector<ClippingPlane>& planes, const std::string& name)
  {
    if (planes.size() > maxClippingPlanes)
      throw InvalidInput(std::to_string(planes.size()) + " " + name + "s; at most " +
        std::to_string(maxClippingPlanes) + " are possible");
    for (const ClippingPlane& plane : planes)
    {
      const double length = std::hypot(plane.normal[0], plane.normal[1], plane.normal[2]);
      if (!std::isfinite(length) || !(length > 0) || !std::isfinite(plane.distance))
        throw InvalidInput(
          "a " + name + " has no normal or is not finite; give it a normal that is not zero");
    }
  }
  static void checkCut(const FrameOptions& options)
  {
    checkPlanes(options.clippingPlanes, "clipping plane");
    checkPlanes(options.slices, "slice");
    if (!(options.sliceOpacity >= 0.0f && options.sliceOpacity <= 1.0f))
      throw InvalidInput("the opacity of slices is not between 0 and 1");
    ClippingPlane sides[6];
    if (options.cropBox.on && !options.cropBox.halfSpaces(sides))
      throw InvalidInput("the crop box has no volume or is not finite; give it three edges that span one");
  }

  mutable Backend backend_;
  std::string deviceName_;

  // The mesh and its values.
  TetAdjacency<Backend> adjacency_;
  NormalisedField<Backend> scalars_; ///< those of points are in the vertices
  Array<Float4> cellColours_;
  Array<Float4> vertexColours_; ///< that are not looked up along the rays
  bool areColours_ = false;     ///< the values are colours themselves
  Array<CategoryColour> categoryColours_;
  CategoryView categories_{};
  Array<float> cellValues_; ///< of the tets of the mesh, where a blend mode wants them
  TransferFunction function_;
  Array<TransferFunctionPiece> pieces_;
  PiecewiseView colours_{};

  // Where opacity comes from values of its own.
  NormalisedField<Backend> opacity_; ///< those of points are in vertexOpacities_
  Array<float> vertexOpacities_;
  Array<float> cellAttenuations_;
  TransferFunction opacityFunction_;
  Array<TransferFunctionPiece> opacityPieces_;
  PiecewiseView opacities_{};
  std::size_t setupPeak_ = 0;

  // Surfaces in it.
  std::vector<Isosurface> surfaces_;
  std::vector<SurfaceLight> lights_;
  SurfaceMaterial material_;
  Array<SurfaceEntry> entries_;
  Array<SurfaceScene> surfaceScene_;
  // Where a volume is shaded.
  Array<Float3> gradients_; ///< of the values in the vertices; empty until they are asked for
  Array<float> light_;      ///< of this frame, per vertex or per tet
  int lightNumbers_ = 0;

  // What is cut away from them.
  Array<RayCut> rayCut_;
  NormalisedField<Backend> threshold_; ///< in the order of the caller
  double thresholdLow_ = -std::numeric_limits<double>::infinity();
  double thresholdHigh_ = std::numeric_limits<double>::infinity();
  Array<std::uint32_t> hiddenCells_;
  bool hiddenCellsAreOld_ = false;
  bool isCut_ = false;

  // The frame.
  Array<ProjectedVertex> projected_;
  PixelIntersectionLists<Backend> lists_;
  Array<float> opaqueDepth_;
  Array<Float4> image_;
  Array<float> depth_;
  bool hasDepth_ = false; ///< the last frame has depths
  Array<RayCounters> counters_;
  bool isPicking_ = false; ///< rays are cast for picks, not for a picture
  float pickOpacity_ = 0.0f;
  Array<std::uint32_t> pickedTets_;
  Array<float> pickedDepths_;
  std::vector<std::uint32_t> pickedTetsInHost_;
  std::vector<float> pickedDepthsInHost_;
  std::int64_t numListedPixels_ = 0; ///< of the lists, where they are those of the last frame
  mutable Array<std::uint64_t> rayCount_;
  typename Backend::HostImage hostImage_, hostDepth_;
  const float* imageInHost_ = nullptr;
  const float* depthInHost_ = nullptr;

  TetRayCastTimings timings_;
  TetRayCastStatistics statistics_;
};

template <class Backend>
const TetMeshReport& TetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  // What was there goes first: two meshes at once may not fit.
  adjacency_ = TetAdjacency<Backend>();
  scalars_.release();
  cellValues_.release();
  cellColours_.release();
  vertexColours_.release();
  gradients_.release();
  light_.release();
  this->dropOpacityScalars();
  this->dropThresholdScalars();
  projected_.release();
  lists_ = PixelIntersectionLists<Backend>();
  numListedPixels_ = 0;
  timings_ = TetRayCastTimings();

  const std::size_t before = backend_.ledger().current();
  backend_.ledger().resetPeak();
  backend_.mark(Begin);
  TetAdjacency<Backend> adjacency;
  const Observed<Backend> observed(backend_, observer);
  adjacency.build(backend_, mesh, Uploaded);
  backend_.mark(Projected);
  backend_.synchronize();
  backend_.step(1.0, 1.0);
  adjacency_ = std::move(adjacency);
  setupPeak_ = backend_.ledger().peak() - before;
  timings_.upload = backend_.elapsed(Begin, Uploaded);
  timings_.adjacency = backend_.elapsed(Uploaded, Projected);
  return adjacency_.report;
}

template <class Backend>
void TetRayCasterImpl<Backend>::setField(NormalisedField<Backend>& field, const Field& values)
{
  if (adjacency_.numTets == 0)
    throw InvalidInput("values were given before a mesh");
  backend_.mark(Begin);
  field.set(backend_, values, adjacency_.vertices.size(), adjacency_.originalTet.size());
}

template <class Backend>
void TetRayCasterImpl<Backend>::setScalars(const Field& scalars)
{
  cellValues_.release();
  gradients_.release();
  this->setField(scalars_, scalars);
  areColours_ = false;
  if (!scalars_.perCell)
  {
    backend_.forEach(adjacency_.vertices.size(),
      PlacePointScalars{
        scalars_.values.data(), adjacency_.originalVertex.data(), adjacency_.vertices.data() });
    scalars_.values.release();
    cellColours_.release();
  }
  this->valuesArrived();
}

template <class Backend>
void TetRayCasterImpl<Backend>::setColours(const Field& colours, double full)
{
  if (adjacency_.numTets == 0)
    throw InvalidInput("values were given before a mesh");
  if (colours.numComponents < 3)
    throw InvalidInput("colours need three components: red, green and blue");
  if (!(full > 0.0) || !std::isfinite(full))
    throw InvalidInput("the value of a full colour is not a positive number");
  const bool cells = colours.association == Association::Cells;
  const std::int64_t wanted = cells ? adjacency_.originalTet.size() : adjacency_.vertices.size();
  checkField(colours, wanted, cells ? "tetrahedra" : "points");
  backend_.mark(Begin);
  cellValues_.release();
  gradients_.release();
  scalars_.release();
  Array<Float4> raw(backend_, wanted);
  scalars_.values.reset(backend_, cells ? wanted : 0); // of cells, which of them have a colour
  visitTuples(colours, [&](const auto& value) {
    const auto sum = [=](std::int64_t i) { return value(i, 0) + value(i, 1) + value(i, 2); };
    scalars_.range = finiteRange(wanted, sum);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const float none = cells ? 0.0f : nan;
    backend_.stage(raw.data(), wanted, [=](std::int64_t i) {
      const auto channel = [=](
                             int c) { return static_cast<float>(std::clamp(value(i, c) / full, 0.0, 1.0)); };
      return std::isfinite(sum(i)) ? Float4{ channel(0), channel(1), channel(2), 1.0f }
                                   : Float4{ none, none, none, none };
    });
    if (cells)
      backend_.stage(
        scalars_.values.data(), wanted, [=](std::int64_t i) { return std::isfinite(sum(i)) ? 0.0f : nan; });
  });
  if (scalars_.range.low <= scalars_.range.high)
  {
    scalars_.range.low = 0.0;
    scalars_.range.high = 1.0;
  }
  Array<Float4>& placed = cells ? cellColours_ : vertexColours_;
  const std::int64_t numPlaced = cells ? adjacency_.numTets : adjacency_.vertices.size();
  placed.reserve(backend_, numPlaced);
  backend_.forEach(numPlaced,
    PlaceColours{
      raw.data(), cells ? adjacency_.originalTet.data() : adjacency_.originalVertex.data(), placed.data() });
  scalars_.isSet = true;
  scalars_.perCell = cells;
  areColours_ = true;
  this->valuesArrived();
}

template <class Backend>
void TetRayCasterImpl<Backend>::setOpacityScalars(const Field& scalars)
{
  this->setField(opacity_, scalars);
  if (!opacity_.perCell)
  {
    vertexOpacities_.reserve(backend_, adjacency_.vertices.size());
    backend_.forEach(adjacency_.vertices.size(),
      PlaceVertexValues{ opacity_.values.data(), adjacency_.originalVertex.data(), vertexOpacities_.data() });
    opacity_.values.release();
    cellAttenuations_.release();
  }
  else
    vertexOpacities_.release();
  this->valuesArrived();
}

template <class Backend>
void TetRayCasterImpl<Backend>::valuesArrived()
{
  this->updateTransferFunction();
  backend_.mark(Uploaded);
  backend_.synchronize();
  timings_.upload = backend_.elapsed(Begin, Uploaded);
}

template <class Backend>
void TetRayCasterImpl<Backend>::dropOpacityScalars()
{
  const bool had = opacity_.isSet;
  opacity_.release();
  vertexOpacities_.release();
  cellAttenuations_.release();
  if (had)
    this->updateTransferFunction();
}

template <class Backend>
void TetRayCasterImpl<Backend>::setTransferFunction(const TransferFunction& function)
{
  makePieces(function, 0.0, 1.0); // these throw before anything is changed
  makeCategories(function, 0.0, 1.0);
  function_ = function;
  this->updateTransferFunction();
}

template <class Backend>
void TetRayCasterImpl<Backend>::setOpacityFunction(const TransferFunction& function)
{
  makePieces(function, 0.0, 1.0);
  opacityFunction_ = function;
  this->updateTransferFunction();
}

template <class Backend>
void TetRayCasterImpl<Backend>::setIsosurfaces(const std::vector<Isosurface>& surfaces)
{
  for (const Isosurface& surface : surfaces)
    if (!std::isfinite(surface.value))
      throw InvalidInput("an isovalue is not a number; give it a finite value");
  surfaces_ = surfaces;
  std::stable_sort(surfaces_.begin(), surfaces_.end(),
    [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
}

template <class Backend>
void TetRayCasterImpl<Backend>::setThresholdScalars(const Field& scalars)
{
  this->setField(threshold_, scalars);
  hiddenCellsAreOld_ = true;
  backend_.mark(Uploaded);
  backend_.synchronize();
  timings_.upload = backend_.elapsed(Begin, Uploaded);
}

template <class Backend>
void TetRayCasterImpl<Backend>::setThreshold(double low, double high)
{
  if (!(low <= high))
    throw InvalidInput("the bounds of the threshold are not numbers, or the lower is above the upper");
  hiddenCellsAreOld_ = hiddenCellsAreOld_ || low != thresholdLow_ || high != thresholdHigh_;
  thresholdLow_ = low;
  thresholdHigh_ = high;
}

template <class Backend>
void TetRayCasterImpl<Backend>::dropThresholdScalars()
{
  threshold_.release();
  hiddenCells_.release();
}

/// The mask of hidden cells, where values or bounds have changed.
template <class Backend>
void TetRayCasterImpl<Backend>::updateHiddenCells()
{
  if (!hiddenCellsAreOld_ && !hiddenCells_.empty())
    return;
  const auto normalised = [&](double bound) {
    return static_cast<float>((bound - threshold_.low()) * threshold_.scale());
  };
  const std::int64_t words = (adjacency_.numTets + 31) / 32;
  hiddenCells_.reserve(backend_, words);
  backend_.forEach(words,
    HideCells{ threshold_.values.data(), threshold_.perCell ? nullptr : adjacency_.originalVertex.data(),
      adjacency_.originalTet.data(), adjacency_.links.data(), adjacency_.numTets, normalised(thresholdLow_),
      normalised(thresholdHigh_), hiddenCells_.data() });
  hiddenCellsAreOld_ = false;
}

template <class Backend>
PiecewiseView TetRayCasterImpl<Backend>::updatePieces(const TransferFunction& function,
  const NormalisedField<Backend>& field, Array<TransferFunctionPiece>& pieces)
{
  const std::vector<TransferFunctionPiece> made = makePieces(function, field.low(), field.scale());
  pieces.reserve(backend_, static_cast<std::int64_t>(made.size()));
  backend_.copyFromHost(pieces.data(), made.data(), made.size() * sizeof(TransferFunctionPiece));
  return { pieces.data(), static_cast<int>(made.size()) };
}

template <class Backend>
void TetRayCasterImpl<Backend>::updateTransferFunction()
{
  const bool separate = opacity_.isSet && !opacityFunction_.knots.empty();
  if (separate)
  {
    opacities_ = this->updatePieces(opacityFunction_, opacity_, opacityPieces_);
    if (opacity_.perCell)
    {
      cellAttenuations_.reserve(backend_, adjacency_.numTets);
      backend_.forEach(adjacency_.numTets,
        AttenuateCells{
          opacity_.values.data(), adjacency_.originalTet.data(), opacities_, cellAttenuations_.data() });
    }
  }
  if (!scalars_.isSet || (function_.knots.empty() && !areColours_))
    return;
  if (!areColours_)
  {
    colours_ = this->updatePieces(function_, scalars_, pieces_);
    categoryColours_.release();
    if (function_.isCategorical)
    {
      const std::vector<CategoryColour> made = makeCategories(function_, scalars_.low(), scalars_.scale());
      categoryColours_.reserve(backend_, static_cast<std::int64_t>(made.size()));
      backend_.copyFromHost(categoryColours_.data(), made.data(), made.size() * sizeof(CategoryColour));
      categories_ = { categoryColours_.data(), static_cast<int>(made.size()) - 1 };
    }
  }
  scalars_.perCell ? this->updateCellColours(separate) : this->updateVertexColours(separate);
}

template <class Backend>
void TetRayCasterImpl<Backend>::updateCellColours(bool isOpacitySeparate)
{
  const std::uint32_t* const originalTet = adjacency_.originalTet.data();
  const float* const values = scalars_.values.data();
  if (!areColours_)
  {
    cellColours_.reserve(backend_, adjacency_.numTets);
    backend_.forEach(adjacency_.numTets, ColourCells{ values, originalTet, colours_, cellColours_.data() });
    if (function_.isCategorical)
      backend_.forEach(
        adjacency_.numTets, CategoriseCells{ values, originalTet, categories_, cellColours_.data() });
  }
  if (isOpacitySeparate)
    backend_.forEach(adjacency_.numTets,
      SeparateCellColours{ values, originalTet, opacity_.perCell ? opacity_.values.data() : nullptr,
        opacities_, cellColours_.data() });
}

template <class Backend>
void TetRayCasterImpl<Backend>::updateVertexColours(bool isOpacitySeparate)
{
  const float* const opacities = isOpacitySeparate && !opacity_.perCell ? vertexOpacities_.data() : nullptr;
  const std::int64_t numVertices = adjacency_.vertices.size();
  if (areColours_)
  {
    if (opacities)
      backend_.forEach(numVertices, PlaceOpacities{ opacities, vertexColours_.data() });
  }
  else if (function_.isCategorical)
  {
    vertexColours_.reserve(backend_, numVertices);
    backend_.forEach(numVertices,
      CategoriseVertices{
        adjacency_.vertices.data(), categories_, colours_, opacities, opacities_, vertexColours_.data() });
  }
  else
    vertexColours_.release();
}

template <class Backend>
void TetRayCasterImpl<Backend>::render(const Camera& camera, const FrameOptions& options)
{
  this->draw(camera, options, true);
}

template <class Backend>
void TetRayCasterImpl<Backend>::renderOnDevice(const Camera& camera, const FrameOptions& options)
{
  this->draw(camera, options, !Backend::isDevice);
}

template <class Backend>
void TetRayCasterImpl<Backend>::pick(const Camera& camera, const FrameOptions& options, float opacity)
{
  if (!(opacity >= 0.0f && opacity <= 1.0f))
    throw InvalidInput("the opacity at which a cell is picked is not between 0 and 1");
  const std::int64_t numPixels =
    std::max<std::int64_t>(camera.width, 0) * std::max<std::int64_t>(camera.height, 0);
  pickedTets_.reserve(backend_, numPixels);
  pickedDepths_.reserve(backend_, numPixels);
  backend_.forEach(numPixels, FillPicks{ pickedTets_.data(), pickedDepths_.data() });
  // Light does not matter, nor does what the rays of a picture may leave out; an opaque surface ends a ray.
  FrameOptions seen = options;
  seen.shade = false;
  seen.earlyTermination = std::numeric_limits<float>::min();
  pickOpacity_ = options.drawVolume ? opacity : 0.0f;
  isPicking_ = true;
  try
  {
    this->draw(camera, seen, false);
  }
  catch (...)
  {
    isPicking_ = false;
    throw;
  }
  isPicking_ = false;
  pickedTetsInHost_.resize(static_cast<std::size_t>(numPixels));
  pickedDepthsInHost_.resize(static_cast<std::size_t>(numPixels));
  backend_.copyToHost(pickedTetsInHost_.data(), pickedTets_.data(), numPixels * sizeof(std::uint32_t));
  backend_.copyToHost(pickedDepthsInHost_.data(), pickedDepths_.data(), numPixels * sizeof(float));
}

template <class Backend>
void TetRayCasterImpl<Backend>::draw(const Camera& camera, const FrameOptions& options, bool present)
{
  if (!(options.averageRange[0] <= options.averageRange[1]))
    throw InvalidInput("the range of values to average is empty; give the lower end first");
  if (!scalars_.isSet)
    throw InvalidInput("a mesh and its values are needed before a frame");
  if (areColours_ && !opacity_.isSet)
    throw InvalidInput("colours as they are need values of their own for the opacity");
  if (areColours_ && (options.blend != BlendMode::Composite || !surfaces_.empty() || !options.slices.empty()))
    throw InvalidInput("colours as they are have neither isosurfaces nor slices, extremes or sums");
  if ((options.drawVolume || !options.slices.empty()) && function_.knots.empty() && !areColours_)
    throw InvalidInput("a transfer function is needed before a frame with a volume or a slice");
  if (scalars_.perCell && !surfaces_.empty())
    throw InvalidInput(
      "isosurfaces need values at the points: with one value for each cell, there is none in any "
      "cell; average the values at the points, or draw no isosurfaces");
  if (options.drawVolume && this->hasSurfaces(options) &&
    (opacity_.isSet || options.blend != BlendMode::Composite))
    throw InvalidInput(
      "isosurfaces and slices cannot be drawn in a volume whose opacity has values of its own, or in "
      "one that is not composited; draw one of the two");
  if (opacity_.isSet && opacityFunction_.knots.empty())
    throw InvalidInput("opacity has values of its own but no function; set both");
  checkCut(options);
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput(
      "an image of " + std::to_string(camera.width) + " x " + std::to_string(camera.height) + " pixels");
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  numListedPixels_ = 0;
  image_.reserve(backend_, numPixels);
  hasDepth_ = this->hasSurfaces(options);
  if (hasDepth_)
    depth_.reserve(backend_, numPixels);
  MeshCamera seen;
  if (!makeMeshCamera(camera, adjacency_.center, adjacency_.scale, seen) ||
    (!options.drawVolume && !hasDepth_))
    return this->drawNothing(numPixels, present);
  if (hasDepth_)
    this->prepareSurfaces(camera, seen, options);
  isCut_ = !options.clippingPlanes.empty() || options.cropBox.on || threshold_.isSet || isPicking_;
  if (isCut_)
    this->prepareCut(camera, seen, options);
  counters_.reserve(backend_, 1);
  projected_.reserve(backend_, adjacency_.vertices.size());
  lists_.reserve(
    backend_, numPixels, adjacency_.numBoundaryFaces, std::max<std::int64_t>(1 << 16, 2 * numPixels));
  if (options.opaqueDepth && !options.opaqueDepthOnDevice)
  {
    opaqueDepth_.reserve(backend_, numPixels);
    backend_.copyFromHost(opaqueDepth_.data(), options.opaqueDepth, numPixels * sizeof(float));
  }

  if (this->isShaded(options))
    this->lightMesh(camera, options);
  const Observed<Backend> observed(backend_, options);
  for (;;)
  {
    const std::int64_t fragments = this->drawOnce(seen, options, present);
    checkAbort(options);
    if (fragments <= lists_.capacity())
    {
      backend_.step(1.0, 1.0);
      numListedPixels_ = numPixels;
      break;
    }
    // A list is never cut: workspace for a quarter more than this frame needs, and again.
    if (fragments + fragments / 4 >= std::int64_t(0xffffffff))
      throw OutOfMemory("the intersection lists need " + std::to_string(fragments) +
          " entries, more than 32 bits count; use a smaller image",
        fragments * 24, 0);
    lists_.reserve(backend_, numPixels, adjacency_.numBoundaryFaces, fragments + fragments / 4);
  }
}

template <class Backend>
void TetRayCasterImpl<Backend>::drawNothing(std::int64_t numPixels, bool present)
{
  backend_.zero(image_.data(), numPixels * sizeof(Float4));
  if (hasDepth_)
    backend_.forEach(numPixels, FillDepths{ depth_.data() });
  this->presentPicture(numPixels, present);
  backend_.synchronize();
  statistics_ = TetRayCastStatistics();
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::drawOnce(
  const MeshCamera& camera, const FrameOptions& options, bool present)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  backend_.step(0.0, 0.03);
  backend_.forEach(
    adjacency_.vertices.size(), ProjectVertices{ camera, adjacency_.vertices.data(), projected_.data() });
  backend_.mark(Projected);
  backend_.step(0.03, 0.1);
  lists_.build(backend_, options.methods.listBuilder, camera, adjacency_.boundaryFaces.data(),
    adjacency_.numBoundaryFaces, projected_.data());
  backend_.mark(Listed);
  checkAbort(options);
  backend_.step(0.1, 1.0);

  this->cast(this->rays(camera, options), options);
  backend_.mark(Cast);

  this->presentPicture(numPixels, present);
  RayCounters counted;
  std::uint64_t fragments = 0;
  backend_.copyToHost(&counted, counters_.data(), sizeof(counted));
  backend_.copyToHost(&fragments, lists_.fragmentCount(), sizeof(fragments));
  backend_.mark(Presented);
  backend_.synchronize();

  timings_.camera = backend_.elapsed(Begin, Projected);
  timings_.lists = backend_.elapsed(Projected, Listed);
  timings_.cast = backend_.elapsed(Listed, Cast);
  timings_.present = backend_.elapsed(Cast, Presented);
  statistics_.listEntries = static_cast<std::int64_t>(fragments);
  statistics_.steps = static_cast<std::int64_t>(counted.steps);
  statistics_.coveredRays = static_cast<std::int64_t>(counted.coveredRays);
  statistics_.failedRays = static_cast<std::int64_t>(counted.failedRays);
  statistics_.recastRays = static_cast<std::int64_t>(counted.recastRays);
  return static_cast<std::int64_t>(fragments);
}

template <class Backend>
void TetRayCasterImpl<Backend>::presentPicture(std::int64_t numPixels, bool present)
{
  imageInHost_ = present ? hostImage_.take(backend_, image_, numPixels) : nullptr;
  depthInHost_ = present && hasDepth_ ? hostDepth_.take(backend_, depth_, numPixels) : nullptr;
}

/// Of a camera that is regular: otherwise there is no MeshCamera.
template <class Backend>
EyeRays TetRayCasterImpl<Backend>::eyeRays(const Camera& camera) const
{
  EyeRays rays = {};
  PixelsInEye pixels = {};
  double eyeToMesh[9];
  makePixelsInEye(camera, pixels);
  invertLinearPart(camera.meshToEye, eyeToMesh);
  makeEyeRays(pixels, camera.isParallel(), eyeToMesh, rays);
  return rays;
}

/// Eye coordinates to those of the mesh, of the same cameras.
template <class Backend>
void TetRayCasterImpl<Backend>::invertView(const Camera& camera, double eyeToMesh[16])
{
  double linear[9];
  invertLinearPart(camera.meshToEye, linear);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      eyeToMesh[4 * i + j] = i < 3 && j < 3 ? linear[3 * i + j] : i == j ? 1.0 : 0.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      eyeToMesh[4 * i + 3] -= linear[3 * i + j] * camera.meshToEye[4 * j + 3];
}

/// Planes and box in eye coordinates, to the backend.
template <class Backend>
void TetRayCasterImpl<Backend>::prepareCut(
  const Camera& camera, const MeshCamera& seen, const FrameOptions& options)
{
  double eyeToMesh[16];
  this->invertView(camera, eyeToMesh);
  RayCut cut = {};
  if (threshold_.isSet)
  {
    this->updateHiddenCells();
    cut.hiddenCells = hiddenCells_.data();
  }
  cut.eye = this->eyeRays(camera);
  cut.worldPerDepth = seen.worldPerDepth;
  for (const ClippingPlane& plane : options.clippingPlanes)
    cut.kept.set(cut.kept.count++, plane, eyeToMesh);
  if (options.cropBox.on)
  {
    ClippingPlane sides[6];
    options.cropBox.halfSpaces(sides);
    ClipPlanes& planes = options.cropBox.keepsOutside ? cut.removed : cut.kept;
    for (const ClippingPlane& side : sides)
      planes.set(planes.count++, side, eyeToMesh);
  }
  rayCut_.reserve(backend_, 1);
  backend_.put(rayCut_.data(), cut);
}

/// The surfaces as rays meet them, to the backend.
template <class Backend>
void TetRayCasterImpl<Backend>::prepareSurfaces(
  const Camera& camera, const MeshCamera& seen, const FrameOptions& options)
{
  // Normalised like the scalars, in double. A surface that separates nothing is nowhere, and of those that
  // fall together the first counts.
  std::vector<SurfaceEntry> entries;
  for (const Isosurface& s : surfaces_)
  {
    if (!(s.value > scalars_.range.low && s.value <= scalars_.range.high))
      continue;
    const auto value = static_cast<float>((s.value - scalars_.low()) * scalars_.scale());
    if (entries.empty() || value > entries.back().value)
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity, s.keepsColor ? 1 : 0 });
  }
  if (!entries.empty())
  {
    entries_.reserve(backend_, static_cast<std::int64_t>(entries.size()));
    backend_.copyFromHost(entries_.data(), entries.data(), entries.size() * sizeof(SurfaceEntry));
  }

  SurfaceScene scene = {};
  scene.entries = entries_.data();
  scene.count = static_cast<std::int32_t>(entries.size());
  scene.vertices = adjacency_.vertices.data();
  scene.links = adjacency_.links.data();
  scene.gradients = this->smoothGradients(options);
  scene.eye = this->eyeRays(camera);
  double eyeToMesh[16];
  this->invertView(camera, eyeToMesh);
  for (const ClippingPlane& slice : options.slices)
    scene.slices.set(scene.slices.count++, slice, eyeToMesh);
  for (int r = 0; r < 3; ++r)
  {
    // p' = (p - centre) scale.
    eyeToMesh[4 * r + 3] -= adjacency_.center[r];
    for (int c = 0; c < 4; ++c)
      scene.eyeToMesh[4 * r + c] = static_cast<float>(eyeToMesh[4 * r + c] * adjacency_.scale);
  }
  scene.worldPerDepth = seen.worldPerDepth;
  scene.window = seen.window;
  scene.numLights = static_cast<std::int32_t>(std::min<std::size_t>(lights_.size(), maxLights));
  std::copy_n(lights_.begin(), scene.numLights, scene.lights);
  scene.material = material_;
  scene.sliceOpacity = options.sliceOpacity;
  scene.pieces = colours_;
  scene.cellValues = scalars_.perCell ? scalars_.values.data() : nullptr;
  scene.originalTet = adjacency_.originalTet.data();
  surfaceScene_.reserve(backend_, 1);
  backend_.put(surfaceScene_.data(), scene);
}

template <class Backend>
TetRays TetRayCasterImpl<Backend>::rays(const MeshCamera& camera, const FrameOptions& options)
{
  TetRays rays;
  rays.camera = camera;
  rays.mesh = { projected_.data(), adjacency_.links.data(), adjacency_.boundaryFaces.data() };
  rays.starts = lists_.starts();
  rays.intersections = lists_.intersections();
  rays.fragmentCount = lists_.fragmentCount();
  rays.capacity = static_cast<std::uint64_t>(lists_.capacity());
  rays.opaqueDepth =
    options.opaqueDepth && !options.opaqueDepthOnDevice ? opaqueDepth_.data() : options.opaqueDepth;
  rays.cut = isCut_ ? rayCut_.data() : nullptr;
  rays.earlyTermination = options.earlyTermination;
  rays.maxSteps = static_cast<std::uint32_t>(adjacency_.numTets);
  rays.image = image_.data();
  rays.counters = counters_.data();
  rays.countSteps = options.methods.countSteps;
  return rays;
}

template <class Backend>
void TetRayCasterImpl<Backend>::cast(const TetRays& rays, const FrameOptions& options)
{
  if (hasDepth_)
  {
    // A ray ends at an opaque surface, behind which nothing gets through.
    TetRays ended = rays;
    ended.earlyTermination = std::max(rays.earlyTermination, std::numeric_limits<float>::min());
    const SurfaceFrame frame = { surfaceScene_.data(), depth_.data(), !options.slices.empty(),
      options.drawVolume, colours_, scalars_.perCell ? cellColours_.data() : nullptr };
    return isPicking_ ? castPick(backend_, rays, this->pickTarget(), frame)
                      : castSurfaces(backend_, ended, frame);
  }
  // Integrators beside the papers' own come with edge functions alone, each group compiled by itself.
  if (options.blend != BlendMode::Composite)
    return this->castBlended(rays, options);
  if (!scalars_.perCell && (areColours_ || function_.isCategorical))
  {
    const ColouredVertices vertices = { !areColours_, vertexColours_.data(), opacities_,
      opacity_.isSet && opacity_.perCell ? cellAttenuations_.data() : nullptr };
    return isPicking_ ? castPick(backend_, rays, this->pickTarget(), vertices)
                      : castColours(backend_, rays, vertices);
  }
  if (opacity_.isSet && !(opacity_.perCell && scalars_.perCell))
  {
    const SeparateValues values = { colours_, scalars_.perCell ? cellColours_.data() : nullptr, opacities_,
      vertexOpacities_.data(), opacity_.perCell ? cellAttenuations_.data() : nullptr };
    return isPicking_ ? castPick(backend_, rays, this->pickTarget(), values)
                      : castSeparate(backend_, rays, values);
  }
  if (isPicking_)
    return castPick(backend_, rays, this->pickTarget(),
      CompositedValues{ colours_, scalars_.perCell ? cellColours_.data() : nullptr });

  if (this->isShaded(options))
    return castShaded(
      backend_, rays, { colours_, light_.data(), options.gradients == Gradients::PerCell, lightNumbers_ });

  // The choices that change the inner loop are made here, once a frame. 16 blocks of 64 threads on a
  // multiprocessor: 64 registers a thread, which measured faster than 12, 14 and 18 blocks.
  const auto withTest = [&](auto parallel, const auto& integrator) {
    constexpr bool isParallel = decltype(parallel)::value;
    if (rays.cut)
      castTetRays<16>(backend_, rays, integrator);
    else if (options.faceTest == FaceTest::EdgeFunction)
      castTetRays<isParallel, EdgeFunctionExit, 16>(backend_, rays, integrator);
    else
      castTetRays<isParallel, OnDemandVdfiExit, 16>(backend_, rays, integrator);
  };
  const auto withProjection = [&](const auto& integrator) {
    rays.camera.parallel ? withTest(std::true_type(), integrator) : withTest(std::false_type(), integrator);
  };
  scalars_.perCell ? withProjection(CellValues{ cellColours_.data() })
                   : withProjection(PointValues{ colours_ });
}

template <class Backend>
void TetRayCasterImpl<Backend>::castBlended(const TetRays& rays, const FrameOptions& options)
{
  if (scalars_.perCell && cellValues_.empty())
  {
    cellValues_.reset(backend_, adjacency_.numTets);
    backend_.forEach(adjacency_.numTets,
      PlaceCellValues{ scalars_.values.data(), adjacency_.originalTet.data(), cellValues_.data() });
  }
  const auto normalised = [&](double value) {
    return static_cast<float>(std::clamp((value - scalars_.low()) * scalars_.scale(), -1e30, 1e30));
  };
  const BlendedValues values = { options.blend, colours_, scalars_.perCell ? cellValues_.data() : nullptr,
    cellColours_.data(), normalised(options.averageRange[0]), normalised(options.averageRange[1]) };
  isPicking_ ? castPick(backend_, rays, this->pickTarget(), values)
             : inkray::castBlended(backend_, rays, values);
}

template <class Backend>
const Float3* TetRayCasterImpl<Backend>::smoothGradients(const FrameOptions& options)
{
  if (options.gradients != Gradients::Smooth)
    return nullptr;
  if (gradients_.empty())
    findVertexGradients(backend_, adjacency_, gradients_);
  return gradients_.data();
}

template <class Backend>
void TetRayCasterImpl<Backend>::lightMesh(const Camera& camera, const FrameOptions& options)
{
  const Float3* const gradients = this->smoothGradients(options);
  const auto isGrey = [](const float c[3]) { return c[0] == c[1] && c[1] == c[2]; };
  lightNumbers_ = std::all_of(lights_.begin(), lights_.end(),
                    [&](const SurfaceLight& l) { return isGrey(l.diffuse) && isGrey(l.specular); })
    ? 2
    : 6;
  const std::int64_t n = gradients ? adjacency_.vertices.size() : adjacency_.numTets;
  light_.reserve(backend_, lightNumbers_ * n);
  MeshLighting lighting = { MeshToEye(camera, adjacency_.center, adjacency_.scale), {},
    adjacency_.vertices.data(), material_, {}, 0, camera.isParallel(), light_.data() };
  PixelsInEye pixels = {};
  double eyeToMesh[9];
  makePixelsInEye(camera, pixels);
  invertLinearPart(camera.meshToEye, eyeToMesh);
  makeEyeRays(pixels, camera.isParallel(), eyeToMesh, lighting.eye);
  lighting.numLights = static_cast<int>(std::min<std::size_t>(lights_.size(), maxLights));
  std::copy_n(lights_.begin(), lighting.numLights, lighting.lights);
  const auto light = [&](auto numbers) {
    constexpr int count = decltype(numbers)::value;
    if (gradients)
      backend_.forEach(n, LightVertices<count>{ lighting, gradients });
    else
      backend_.forEach(n, LightCells<count>{ lighting, adjacency_.links.data() });
  };
  lightNumbers_ == 2 ? light(std::integral_constant<int, 2>()) : light(std::integral_constant<int, 6>());
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::numRays() const
{
  rayCount_.reserve(backend_, 1);
  backend_.zero(rayCount_.data(), rayCount_.bytes());
  backend_.forEach(numListedPixels_, CountListedPixels{ lists_.starts(), rayCount_.data() });
  std::uint64_t found = 0;
  backend_.copyToHost(&found, rayCount_.data(), sizeof found);
  return static_cast<std::int64_t>(found);
}

template <class Backend>
void TetRayCasterImpl<Backend>::originalTets(std::int64_t* tets) const
{
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(adjacency_.numTets));
  backend_.copyToHost(ids.data(), adjacency_.originalTet.data(), ids.size() * sizeof(std::uint32_t));
  std::copy_if(ids.begin(), ids.end(), tets, [](std::uint32_t id) { return id != noTet; });
}

} // namespace inkray
