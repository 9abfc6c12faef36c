// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/FunctionPieces.h"
#include "Renderers/MeshVolume/FunctionTables.h"
#include "Renderers/MeshVolume/GradientFunctionSet.h"
#include "Renderers/MeshVolume/Grid/CastGrid.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "Renderers/MeshVolume/SceneSurfaces.h"
#include "Renderers/MeshVolume/SurfaceColorTable.h"
#include "Shading/CategoryColors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace inkray
{

/// A grid and all data for drawing it, in the memory of a backend: its values, their functions, light and
/// cuts, and the data that a frame derives from these, for any camera.
template <class Backend>
class GridScene
{
public:
  explicit GridScene(Backend& backend)
    : surfaces(backend)
    , backend_(backend)
    , gradientFunctions_(backend)
    , surfaceColors_(backend)
  {
  }

  GridVolume<Backend> volume;
  SceneLight light;
  SceneSurfaces<Backend> surfaces;

  /// Call this after the values have changed.
  void valuesChanged()
  {
    isOld_ = areMasksOld_ = isHiddenOld_ = true;
    largestGradient_ = -1.0;
  }
  ///@{
  /// Take an item of a style (MeshLook.h); an absent one drops the earlier. InvalidInput keeps the earlier
  /// one.
  void setFunction(const Revised<TransferFunction>& function)
  {
    areCategories_ = function.isSet() && function->isCategorical;
    if (areCategories_)
    {
      Revised<TransferFunction> steps;
      steps = stepsOfCategories(function.get());
      function_.set(steps);
    }
    else
      function_.set(function);
    isOld_ = areMasksOld_ = true;
  }
  void setOpacityFunction(const Revised<TransferFunction>& function)
  {
    opacityFunction_.set(function);
    isOld_ = areMasksOld_ = true;
  }
  void setGradientOpacity(const GradientOpacity& opacity)
  {
    gradientFunctions_.setOpacity(opacity);
    isOld_ = true;
  }
  void setTable(const TransferFunction2D& function)
  {
    gradientFunctions_.setTable(function);
    isOld_ = areMasksOld_ = true;
  }
  void setSurfaces(const std::vector<Isosurface>& isosurfaces)
  {
    surfaces.set(isosurfaces);
    areMasksOld_ = true;
  }
  void setSurfaceColors(const Revised<ColorTable>& table) { surfaceColors_.set(table); }
  void setThreshold(const ThresholdBounds& bounds)
  {
    if (!(bounds.low <= bounds.high))
      throw InvalidInput("the bounds of the threshold are not numbers, or the lower is above the upper");
    bounds_ = bounds;
    isHiddenOld_ = true;
  }
  ///@}
  ///@{
  /// What casters say about values (VolumeRayCaster.h), and the box around the grid.
  bool hasValues() const { return !volume.empty(); }
  FiniteRange valueRange() const
  {
    return volume.hasColors() ? volume.colors().range() : volume.scalars().range;
  }
  FiniteRange opacityRange() const { return this->opacityScalars().range; }
  double largestGradient() const { return std::max(0.0, largestGradient_); }
  void bounds(double (&box)[6]) const { volume.bounds(box); }
  ///@}

  /// Throws InvalidInput for a frame that the values do not allow.
  void check(const FrameOptions& options) const
  {
    if (volume.empty() && volume.hasColors())
      throw InvalidInput("values that are colors need a separate array of values for the opacity");
    if (volume.empty())
      throw InvalidInput("an image and its values are needed before a frame");
    if (((options.drawVolume && !this->usesTable(options)) || !options.slices.empty()) &&
      !function_.isSet() && !volume.hasColors())
      throw InvalidInput("a transfer function is needed before a frame with a volume or a slice");
    if (areCategories_ && !volume.areCellsConstant() && !volume.hasColors())
      throw InvalidInput("categories have no colors between them; draw them in constant cells");
    for (const FrameRule* const rule : brokenRules(this->contentsOf(options)))
      if (rule->isError)
        throw InvalidInput(noteOf(*rule));
    if ((volume.hasOpacity() || volume.hasColors()) && !opacityFunction_.isSet())
      throw InvalidInput("opacity values are set, but no opacity function; set both");
  }

  /// Make what rays need, but for their camera and target. Throws OutOfMemory.
  void prepare(GridPicture& picture, const Camera& camera, const FrameOptions& options);

  /// The kernel that converts films of a frame, but for its pixels.
  DevelopFilms developing(const Camera& camera, const FrameOptions& options)
  {
    GridPicture picture = {};
    this->prepare(picture, camera, options);
    return { { picture.medium }, { picture.mode }, nullptr };
  }

  /// For a frame: the isosurfaces and slices as rays read them, in the memory of the backend. `window`: from
  /// depths in world units. `colorValues` receives the values that color isosurfaces, or null.
  const SurfaceScene* prepareSurfaces(
    const Camera& camera, const WindowDepth& window, const FrameOptions& options, TaggedValues& colorValues);

  std::size_t bytes() const
  {
    return volume.bytes() + function_.bytes() + tables_.bytes() + opacityFunction_.bytes() +
      gradientFunctions_.bytes() + surfaceColors_.bytes();
  }

private:
  bool usesTable(const FrameOptions& options) const
  {
    return gradientFunctions_.hasTable() && !isLeftOut(FrameFeature::Table, this->contentsOf(options));
  }
  FrameContents contentsOf(const FrameOptions& options) const
  {
    FrameContents contents = gradientFunctions_.contentsOf(options);
    contents.isGrid = true;
    contents.areCellsConstant = volume.areCellsConstant();
    contents.areColors = volume.hasColors();
    contents.hasIsosurfaces = !surfaces.empty();
    return contents;
  }
  /// The function that the walked values go through, and the values of the opacity function: with direct
  /// colors, the walked values give the opacity.
  const FunctionPieces<Backend>& walkedFunction() const
  {
    return volume.hasColors() ? opacityFunction_ : function_;
  }
  const HeldValues& opacityScalars() const
  {
    return volume.hasColors() ? volume.scalars() : volume.opacityScalars();
  }
  /// How cubics become spans, for the functions of a frame.
  SpansOfCubic spansOf(const Medium& medium, const Camera& camera) const;
  void update();
  void updateMasks(const FrameOptions& options, bool areMissing);

  Backend& backend_;
  FunctionPieces<Backend> function_, opacityFunction_;
  GradientFunctionSet<Backend> gradientFunctions_;
  SurfaceColorTable<Backend> surfaceColors_;
  FunctionTables<Backend> tables_; ///< of the function
  bool areCategories_ = false;     ///< the function had categories, which are now steps
  bool isOld_ = true;              ///< values or functions have changed
  bool areMasksOld_ = true;        ///< the same, for the masks of visible bricks
  std::array<bool, 3> masked_{};   ///< whether masks are of the volume, of all values, of missing values
  ThresholdBounds bounds_;
  double largestGradient_ = -1.0; ///< below 0: it is not known
  bool isHiddenOld_ = true;       ///< the threshold, its bounds or the grid have changed
};

/// Make the functions as rays look them up.
template <class Backend>
void GridScene<Backend>::update()
{
  if (!isOld_)
    return;
  tables_.clear();
  if (function_.isSet() && !volume.hasColors())
  {
    function_.update(backend_, volume.scalars());
    tables_.update(backend_, function_.inHost(volume.scalars()), function_.fineInHost(volume.scalars()));
  }
  if ((volume.hasOpacity() || volume.hasColors()) && opacityFunction_.isSet())
    opacityFunction_.update(backend_, this->opacityScalars());
  if (gradientFunctions_.hasOpacity())
  {
    const double last = gradientFunctions_.lastMagnitude();
    gradientFunctions_.updateFactors(last > 0.0 ? 1.0 / last : 1.0);
  }
  isOld_ = false;
}

/// Find the bricks that rays must enter.
template <class Backend>
void GridScene<Backend>::updateMasks(const FrameOptions& options, bool areMissing)
{
  // Films of values also count transparent values. With a table or a second array, the function does not give
  // the opacity.
  const bool isComposite = filmOf(options.blend).isComposite;
  const bool areOfAll = !options.slices.empty() ||
    (options.drawVolume && (!isComposite || this->usesTable(options) || volume.hasOpacity()));
  const std::array<bool, 3> now = { options.drawVolume, areOfAll, areMissing };
  if (!areMasksOld_ && now == masked_)
    return;
  areMasksOld_ = true; // until memory has been allocated
  const std::vector<TransferFunctionKnot> none;
  volume.updateMasks(backend_, areOfAll, areMissing,
    options.drawVolume ? this->walkedFunction().function().knots : none, surfaces.ascending());
  masked_ = now;
  areMasksOld_ = false;
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
  const bool isMissing =
    contents.showsMissing && isIn(FrameFeature::Missing) && this->valueRange().notFinite > 0;
  this->updateMasks(options, isMissing);
  if (volume.hasThreshold() && isHiddenOld_)
  {
    volume.hide(backend_, bounds_.low, bounds_.high);
    isHiddenOld_ = false;
  }

  // Channels that the walk finds have no array: kernels only ask whether the pointer is null.
  const auto* const found = static_cast<const float*>(volume.tagged().values.data);
  Medium& m = picture.medium;
  m.isEmpty = !options.drawVolume;
  if (isMissing)
    m.missing = { options.missing[0], options.missing[1], options.missing[2], options.missing[3] };
  m.colors = function_.view();
  if (!options.methods.fromKnotToKnot)
  {
    picture.integrals = tables_.integrals();
    picture.colors = tables_.colors();
  }
  m.colorSource = hasTable ? ColorSource::Table : ColorSource::Function;
  picture.mode = { options.blend, volume.scalars().scalarOf(options.averageRange[0]),
    volume.scalars().scalarOf(options.averageRange[1]), options.keepsFilms };

  GridChannels& c = picture.channels;
  c.layout = volume.layout();
  volume.gradientToMesh(c.gradientToMesh);
  if (volume.hasColors())
  {
    m.areColors = true;
    m.colorSource = ColorSource::Vertices;
    m.opacitySource = OpacitySource::Vertices;
    m.opacities = opacityFunction_.view();
    c.colors = volume.colors().data();
  }
  else if (volume.hasOpacity())
  {
    m.opacitySource = OpacitySource::Vertices;
    m.opacities = opacityFunction_.view();
    c.opacities = volume.opacities(c.opacityLow, c.opacityScale);
  }
  if (hasTable || hasFactors)
  {
    m.vertexMagnitudes = found;
    c.mostRows = 1e30f;
  }
  if (hasTable)
  {
    m.table = gradientFunctions_.tableOver(volume.scalars());
    c.perMagnitude = static_cast<float>(gradientFunctions_.rowsPerMagnitude());
    c.firstRow = gradientFunctions_.firstRow();
  }
  else if (hasFactors)
  {
    const double last = gradientFunctions_.lastMagnitude();
    m.factors = gradientFunctions_.factors();
    c.perMagnitude = static_cast<float>(last > 0.0 ? 1.0 / last : 1.0);
    c.firstRow = 0.0f;
  }
  if ((hasTable || hasFactors) && largestGradient_ < 0.0)
    largestGradient_ = gradientFunctions_.largestOf(GridMagnitudes{ volume.tagged(), c }, volume.numPoints());
  const bool isComposite = filmOf(options.blend).isComposite;
  picture.spans = isComposite ? this->spansOf(m, camera) : SpansOfCubic(); // light counts as its function
  if (isLit)
  {
    m.light = found;
    m.lightNumbers = areGray(light.lights) ? 2 : 6;
    light.describe(c.light);
  }
}

template <class Backend>
const SurfaceScene* GridScene<Backend>::prepareSurfaces(
  const Camera& camera, const WindowDepth& window, const FrameOptions& options, TaggedValues& colorValues)
{
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  SurfaceScene scene = {};
  surfaces.describe(scene, camera, eyeToMesh, options, volume.scalars(), light);
  scene.worldPerDepth = 1.0f;
  scene.window = window;
  scene.pieces = function_.view();
  colorValues = {};
  if (volume.hasSurfaceValues())
  {
    double offset, scale;
    colorValues = volume.surfaceValues(offset, scale);
    scene.colors = surfaceColors_.over(offset, scale);
  }
  return surfaces.send(scene);
}

template <class Backend>
SpansOfCubic GridScene<Backend>::spansOf(const Medium& medium, const Camera& camera) const
{
  // With a function of gradients, spans are as short as they can be: the magnitude bends within a cell, too.
  const unsigned ofColors = feature::vertexColors | feature::vertexOpacity;
  if (medium.features(0u) != (medium.areColors ? ofColors : feature::function))
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
  const std::vector<TransferFunctionKnot>& knots = this->walkedFunction().function().knots;
  for (const TransferFunctionKnot& knot : knots)
    most = std::max(most, double(knot.attenuation) * length);
  for (std::size_t k = 1; k < knots.size(); ++k)
  {
    const TransferFunctionKnot &a = knots[k - 1], &b = knots[k];
    const auto of = [](float from, float to) { return std::abs(double(to) - double(from)); };
    const double color =
      medium.areColors ? 0.0 : std::max({ of(a.red, b.red), of(a.green, b.green), of(a.blue, b.blue) });
    const double change = of(a.attenuation, b.attenuation) * length + color * std::min(1.0, most);
    slope = std::max(slope, change / std::max(1e-3, (b.scalar - a.scalar) * volume.scalars().scale()));
  }
  return SpansOfCubic::forSlope(slope);
}

} // namespace inkray
