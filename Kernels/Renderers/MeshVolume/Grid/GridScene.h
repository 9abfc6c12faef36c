// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Geometry/Mesh/GradientMagnitudes.h"
#include "Renderers/MeshVolume/Frames/FrameRules.h"
#include "Renderers/MeshVolume/Grid/CastGrid.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "Renderers/MeshVolume/SurfaceEntries.h"
#include "Renderers/MeshVolume/SurfaceScene.h"
#include "Shading/GradientFunctions.h"
#include "Shading/PiecewiseTransferFunction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace inkray
{

/// Everything with which a grid is drawn, in the memory of a backend: its values and the functions of them,
/// light and cuts; and the data that a frame derives from these, for any camera.
template <class Backend>
class GridScene
{
public:
  explicit GridScene(Backend& backend)
    : backend_(backend)
  {
  }

  GridVolume<Backend> volume;
  std::vector<SurfaceLight> lights;
  SurfaceMaterial material;

  /// Call this after the values have changed.
  void valuesChanged()
  {
    isOld_ = areMasksOld_ = isHiddenOld_ = true;
    largestGradient_ = -1.0;
  }
  /// The largest magnitude of the gradients that frames have used, in units of the data per unit of length; 0
  /// if none have been used.
  double largestGradient() const { return std::max(0.0, largestGradient_); }
  ///@{
  /// Take a function, or drop it if it is absent. On InvalidInput the earlier function stays.
  void setFunction(const Revised<TransferFunction>& function)
  {
    if (function.isSet())
      makeIntervals(function.get(), 0.0, 1.0);
    if (function->isCategorical)
      throw InvalidInput("an image has no colors of categories as a volume; give it a continuous color map");
    function_ = function.get();
    isOld_ = areMasksOld_ = true;
  }
  void setOpacityFunction(const Revised<TransferFunction>& function)
  {
    if (function.isSet())
      makeIntervals(function.get(), 0.0, 1.0);
    opacityFunction_ = function.get();
    isOld_ = areMasksOld_ = true;
  }
  void setGradientOpacity(const GradientOpacity& opacity)
  {
    if (!opacity.knots.empty())
      makeFactors(opacity, 1.0);
    gradientOpacity_ = opacity;
    isOld_ = true;
  }
  void setTable(const TransferFunction2D& function)
  {
    const std::vector<Float4> entries = makeTableEntries(function);
    const std::vector<float> spans = tableSpans(entries, function.columns, function.rows);
    entries_.assign(backend_, entries);
    spans_.assign(backend_, spans);
    backend_.synchronize();
    table_ = function;
    isOld_ = areMasksOld_ = true;
  }
  ///@}
  void setThreshold(const ThresholdBounds& bounds)
  {
    if (!(bounds.low <= bounds.high))
      throw InvalidInput("the bounds of the threshold are not numbers, or the lower is above the upper");
    bounds_ = bounds;
    isHiddenOld_ = true;
  }
  void setSurfaces(const std::vector<Isosurface>& surfaces)
  {
    surfaces_ = sortedSurfaces(surfaces);
    areMasksOld_ = true;
  }
  bool hasSurfaces() const { return !surfaces_.empty(); }
  /// The scalar that a value becomes.
  float scalarOf(double value) const
  {
    return static_cast<float>(std::clamp((value - volume.low()) * volume.scale(), -1e30, 1e30));
  }
  bool hasTable() const { return !table_.entries.empty(); }
  bool hasGradientOpacity() const { return !this->hasTable() && !gradientOpacity_.knots.empty(); }

  /// Throws InvalidInput for a frame that the values do not allow.
  void check(const FrameOptions& options) const
  {
    if (volume.empty())
      throw InvalidInput("an image and its values are needed before a frame");
    if (((options.drawVolume && !this->usesTable(options)) || !options.slices.empty()) &&
      function_.knots.empty())
      throw InvalidInput("a transfer function is needed before a frame with a volume or a slice");
    if (volume.hasOpacity() && opacityFunction_.knots.empty())
      throw InvalidInput("opacity values are set, but no opacity function; set both");
  }

  /// Make what rays need, but for their camera and target. Throws OutOfMemory.
  void prepare(GridPicture& picture, const Camera& camera, const FrameOptions& options);

  /// For a frame: the isosurfaces and slices as rays read them, in the memory of the backend. `window`: from
  /// depths in world units.
  const SurfaceScene* prepareSurfaces(
    const Camera& camera, const WindowDepth& window, const FrameOptions& options);

  std::size_t bytes() const
  {
    return volume.bytes() + pieces_.bytes() + opacityPieces_.bytes() + factors_.bytes() + entries_.bytes() +
      spans_.bytes();
  }

private:
  FrameContents contentsOf(const FrameOptions& options) const
  {
    FrameContents contents;
    contents.film = filmOf(options.blend);
    contents.drawsVolume = options.drawVolume;
    contents.isLit = options.shade;
    contents.hasGradientOpacity = this->hasGradientOpacity();
    contents.hasTable = this->hasTable();
    contents.showsMissing = options.missing[3] > 0.0f;
    return contents;
  }
  bool usesTable(const FrameOptions& options) const
  {
    return this->hasTable() && !isLeftOut(FrameFeature::Table, this->contentsOf(options));
  }
  /// How cubics become spans, for the functions of a frame.
  SpansOfCubic spansOf(const Medium& medium, const Camera& camera) const;
  void findLargestGradient(const GridChannels& channels);
  void update();
  void updateMasks(const FrameOptions& options, bool areMissing);
  TableView tableView() const;

  Backend& backend_;
  TransferFunction function_, opacityFunction_;
  GradientOpacity gradientOpacity_;
  TransferFunction2D table_;
  std::vector<Isosurface> surfaces_; ///< in ascending order
  TransferFunctionTable lookUps_;    ///< of the function, for a CPU
  TabulatedView tableView_ = {};
  Buffer<FunctionInterval, Backend> pieces_, opacityPieces_, factors_;
  std::size_t numPieces_ = 0, numOpacityPieces_ = 0, numFactors_ = 0;
  Buffer<Float4, Backend> entries_;
  Buffer<float, Backend> spans_;
  Buffer<SurfaceEntry, Backend> surfaceEntries_;
  Buffer<SurfaceScene, Backend> surfaceScene_;
  bool isOld_ = true;       ///< values or functions have changed
  bool areMasksOld_ = true; ///< the same, for the masks of visible bricks
  /// The bricks of which the masks were made.
  struct MaskedValues
  {
    bool ofVolume = false, ofAll = false, ofMissing = false;

    bool operator==(const MaskedValues& o) const
    {
      return ofVolume == o.ofVolume && ofAll == o.ofAll && ofMissing == o.ofMissing;
    }
  } masked_;
  ThresholdBounds bounds_;
  double largestGradient_ = -1.0; ///< below 0: it is not known
  Buffer<std::uint32_t, Backend> found_;
  bool isHiddenOld_ = true; ///< the threshold, its bounds or the grid have changed
};

/// Make the functions as rays look them up.
template <class Backend>
void GridScene<Backend>::update()
{
  if (!isOld_)
    return;
  const auto send = [this](const std::vector<FunctionInterval>& made, auto& to, std::size_t& number) {
    to.assign(backend_, made);
    number = made.size();
    backend_.synchronize(); // the host's intervals are about to be freed
  };
  if (!function_.knots.empty())
    send(makeIntervals(function_, volume.low(), volume.scale()), pieces_, numPieces_);
  if constexpr (!Backend::isDevice)
  {
    lookUps_ = function_.knots.empty() ? TransferFunctionTable()
                                       : makeTable(makeIntervals(function_, volume.low(), volume.scale()));
    tableView_ = lookUps_.pieces.empty()
      ? TabulatedView()
      : lookUps_.viewOf(lookUps_.pieces.data(), lookUps_.blockOfCell.data());
  }
  if (volume.hasOpacity() && !opacityFunction_.knots.empty())
    send(makeIntervals(opacityFunction_, volume.opacityLow(), volume.opacityScale()), opacityPieces_,
      numOpacityPieces_);
  if (this->hasGradientOpacity())
  {
    const double last = gradientOpacity_.knots.back().magnitude;
    send(makeFactors(gradientOpacity_, last > 0.0 ? 1.0 / last : 1.0), factors_, numFactors_);
  }
  isOld_ = false;
}

/// Find the bricks that rays must enter.
template <class Backend>
void GridScene<Backend>::updateMasks(const FrameOptions& options, bool areMissing)
{
  // Films of values count transparent ones too, and the function gives no opacity beside a table or a second
  // array.
  const bool isComposite = filmOf(options.blend).isComposite;
  const bool areOfAll = !options.slices.empty() ||
    (options.drawVolume && (!isComposite || this->usesTable(options) || volume.hasOpacity()));
  const MaskedValues now = { options.drawVolume, areOfAll, areMissing };
  if (!areMasksOld_ && now == masked_)
    return;
  areMasksOld_ = true; // until memory has been allocated
  const std::vector<TransferFunctionKnot> none;
  volume.updateMasks(backend_, areOfAll, areMissing, options.drawVolume ? function_.knots : none, surfaces_);
  masked_ = now;
  areMasksOld_ = false;
}

template <class Backend>
TableView GridScene<Backend>::tableView() const
{
  const double perValue = (table_.columns - 1) / (table_.values[1] - table_.values[0]);
  return { entries_.data(), table_.columns, table_.rows, static_cast<float>(perValue / volume.scale()),
    static_cast<float>((volume.low() - table_.values[0]) * perValue), spans_.data() };
}

template <class Backend>
void GridScene<Backend>::prepare(GridPicture& picture, const Camera& camera, const FrameOptions& options)
{
  this->update();
  const FrameContents contents = this->contentsOf(options);
  const auto isIn = [&](FrameFeature feature) {
    return options.drawVolume && filmOf(options.blend).isComposite && !isLeftOut(feature, contents);
  };
  const bool hasTable = contents.hasTable && isIn(FrameFeature::Table);
  const bool hasFactors = contents.hasGradientOpacity && isIn(FrameFeature::GradientOpacity);
  const bool isLit = contents.isLit && isIn(FrameFeature::Light);
  const bool isMissing = contents.showsMissing && isIn(FrameFeature::Missing) && volume.range().notFinite > 0;
  this->updateMasks(options, isMissing);
  if (volume.hasThreshold() && isHiddenOld_)
  {
    volume.hide(backend_, bounds_.low, bounds_.high);
    isHiddenOld_ = false;
  }

  // Channels that the walk finds have no array: kernels only ask whether the pointer is null.
  const auto* const found = reinterpret_cast<const float*>(pieces_.data());
  Medium& m = picture.medium;
  m.isEmpty = !options.drawVolume;
  if (isMissing)
    m.missing = { options.missing[0], options.missing[1], options.missing[2], options.missing[3] };
  m.colors = { pieces_.data(), static_cast<int>(numPieces_) };
  picture.table = tableView_;
  m.colorSource = hasTable ? ColorSource::Table : ColorSource::Function;
  picture.mode = { options.blend, this->scalarOf(options.averageRange[0]),
    this->scalarOf(options.averageRange[1]), options.keepsFilms };

  GridChannels& c = picture.channels;
  c.layout = volume.layout();
  volume.gradientToMesh(c.gradientToMesh);
  if (volume.hasOpacity())
  {
    m.opacitySource = OpacitySource::Vertices;
    m.opacities = { opacityPieces_.data(), static_cast<int>(numOpacityPieces_) };
    c.opacities = volume.opacities(c.opacityLow, c.opacityScale);
  }
  if (hasTable)
  {
    const double perMagnitude = (table_.rows - 1) / (table_.magnitudes[1] - table_.magnitudes[0]);
    m.table = this->tableView();
    m.vertexMagnitudes = found;
    c.perMagnitude = static_cast<float>(perMagnitude);
    c.firstRow = static_cast<float>(-table_.magnitudes[0] * perMagnitude);
    c.mostRows = 1e30f;
  }
  else if (hasFactors)
  {
    const double last = gradientOpacity_.knots.back().magnitude;
    m.vertexMagnitudes = found;
    m.factors = { factors_.data(), static_cast<int>(numFactors_) };
    c.perMagnitude = static_cast<float>(last > 0.0 ? 1.0 / last : 1.0);
    c.firstRow = 0.0f;
    c.mostRows = 1e30f;
  }
  if ((hasTable || hasFactors) && largestGradient_ < 0.0)
    this->findLargestGradient(c);
  const bool isComposite = filmOf(options.blend).isComposite;
  picture.spans = isComposite && !isLit ? this->spansOf(m, camera) : SpansOfCubic();
  if (isLit)
  {
    m.light = found;
    m.lightNumbers = areGray(lights) ? 2 : 6;
    c.light.material = material;
    c.light.numLights = static_cast<int>(std::min<std::size_t>(lights.size(), maxLights));
    std::copy_n(lights.begin(), c.light.numLights, c.light.lights);
  }
}

template <class Backend>
const SurfaceScene* GridScene<Backend>::prepareSurfaces(
  const Camera& camera, const WindowDepth& window, const FrameOptions& options)
{
  const std::vector<SurfaceEntry> entries =
    entriesWithin(surfaces_, volume.range(), volume.low(), volume.scale());
  surfaceEntries_.assign(backend_, entries);
  SurfaceScene scene = {};
  scene.entries = surfaceEntries_.data();
  scene.count = static_cast<std::int32_t>(entries.size());
  makeEyeRays(camera, scene.eye);
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  for (const ClippingPlane& slice : options.slices)
    scene.slices.set(scene.slices.count++, slice, eyeToMesh);
  scene.worldPerDepth = 1.0f;
  scene.window = window;
  scene.numLights = static_cast<std::int32_t>(std::min<std::size_t>(lights.size(), maxLights));
  std::copy_n(lights.begin(), scene.numLights, scene.lights);
  scene.material = material;
  scene.sliceOpacity = options.sliceOpacity;
  scene.pieces = { pieces_.data(), static_cast<int>(numPieces_) };
  surfaceScene_.reserve(backend_, 1);
  backend_.put(surfaceScene_.data(), scene);
  backend_.synchronize(); // the host's entries are about to be freed
  return surfaceScene_.data();
}

template <class Backend>
void GridScene<Backend>::findLargestGradient(const GridChannels& channels)
{
  const std::int64_t n = volume.numPoints(), strides = (n + 63) / 64;
  found_.reserve(backend_, 1);
  backend_.zero(found_.data(), found_.bytes());
  backend_.forEach(strides,
    FindLargestMagnitude<GridMagnitudes>{ { volume.tagged(), channels }, n, strides, found_.data() });
  std::uint32_t bits = 0;
  backend_.copyToHost(&bits, found_.data(), sizeof bits);
  largestGradient_ = static_cast<double>(floatOf(bits));
}

template <class Backend>
SpansOfCubic GridScene<Backend>::spansOf(const Medium& medium, const Camera& camera) const
{
  if (medium.features(0u) != feature::function)
    return {};
  // The length of a cell's diagonal, in world units.
  double square = 0.0;
  for (int axis = 0; axis < 3; ++axis)
    for (int row = 0; row < 3; ++row)
    {
      double side = 0.0;
      for (int k = 0; k < 3; ++k)
        side += camera.meshToEye[4 * row + k] * volume.gridToMesh()[4 * k + axis];
      square += side * side;
    }
  const double length = std::sqrt(square);
  // The steepest interval of the function. A jump counts as an interval of a thousandth of the range.
  double slope = 0.0, most = 0.0;
  for (const TransferFunctionKnot& knot : function_.knots)
    most = std::max(most, double(knot.attenuation) * length);
  for (std::size_t k = 1; k < function_.knots.size(); ++k)
  {
    const TransferFunctionKnot &a = function_.knots[k - 1], &b = function_.knots[k];
    const auto of = [](float from, float to) { return std::abs(double(to) - double(from)); };
    const double color = std::max({ of(a.red, b.red), of(a.green, b.green), of(a.blue, b.blue) });
    const double change = of(a.attenuation, b.attenuation) * length + color * std::min(1.0, most);
    slope = std::max(slope, change / std::max(1e-3, (b.scalar - a.scalar) * volume.scale()));
  }
  return SpansOfCubic::forSlope(slope);
}

} // namespace inkray
