// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/FindMeshHistogram.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Frames/FrameRules.h"
#include "Renderers/MeshVolume/MeshCuts.h"
#include "Renderers/MeshVolume/MeshGradientFunctions.h"
#include "Renderers/MeshVolume/MeshLight.h"
#include "Renderers/MeshVolume/MeshSurfaces.h"
#include "Renderers/MeshVolume/MeshValues.h"
#include "Renderers/MeshVolume/Segments/TwoPointRule.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

/// The integrators for a frame: the one for any medium, or a faster one.
enum class FrameKind
{
  Medium,
  Composited,
  Carried, ///< corners of cells carry the channels (GatherMedium.h)
  Surfaces
};

/// The properties of a frame, determined once when it begins.
struct FrameState
{
  FrameKind kind = FrameKind::Medium;
  bool hasVolume = false;     ///< a composited volume
  bool isShaded = false;      ///< it is lit
  bool hasGradients = false;  ///< functions of gradients are used; colors of cells already include them
  bool hasTable = false;      ///< one of these functions is two-dimensional
  bool hasMissing = false;    ///< tets without a value are visible
  bool hasOpacity = false;    ///< opacity has separate values, which the cells' colors do not include
  bool areCategories = false; ///< categories of points
  bool isPicked = false;
};

/// A mesh and all data for drawing it, in the memory of a backend: its values, their functions, light, cuts
/// and surfaces, and the data that a frame derives from these, for any camera.
template <class Backend>
class MeshScene
{
public:
  explicit MeshScene(Backend& backend)
    : values(backend, mesh)
    , light(backend, mesh)
    , gradientFunctions(backend, mesh)
    , cuts(backend, mesh)
    , surfaces(backend, mesh)
    , backend_(backend)
    , twoPoints_(backend, mesh)
  {
  }

  TetAdjacency<Backend> mesh;
  MeshValues<Backend> values;
  MeshLight<Backend> light;
  MeshGradientFunctions<Backend> gradientFunctions;
  MeshCuts<Backend> cuts;
  MeshSurfaces<Backend> surfaces;

  /// Drop everything but functions, because the mesh changes.
  void release()
  {
    values.release();
    twoPoints_.forget();
    light.release();
    gradientFunctions.valuesChanged();
    frameColors_.release();
    cuts.dropThresholdScalars();
    surfaces.colors().dropScalars();
  }
  /// Call this after the values have changed whose gradients are used.
  void valuesChanged()
  {
    light.valuesChanged();
    gradientFunctions.valuesChanged();
    twoPoints_.forget();
  }
  /// Set gradients that replace the smooth gradients of the values; absent: the latter are used again.
  void setGradients(const Revised<Field>& gradients)
  {
    if (gradients.isSet() && (!values.scalars().isSet || !values.hasVertexScalars()))
      throw InvalidInput("gradients need values at the points");
    gradientFunctions.valuesChanged();
    if (gradients.isSet())
      light.setGradients(gradients.get(), values.vertexScalars().scale());
    else
      light.valuesChanged();
  }
  /// Release data that frames make again for any mesh and values.
  void releaseFrame()
  {
    light.releaseFrame();
    gradientFunctions.valuesChanged();
    twoPoints_.forget();
    cuts.releaseMask();
    frameColors_.release();
  }
  /// Call f with each buffer of the mesh and of its values that frames do not change.
  template <class F>
  void forEachBuffer(const F& f)
  {
    mesh.forEachBuffer(f);
    values.forEachBuffer(f);
    light.forEachBuffer(f);
    cuts.forEachBuffer(f);
    surfaces.colors().forEachBuffer(f);
  }
  std::size_t bytes() const
  {
    return mesh.bytes() + values.bytes() + light.bytes() + gradientFunctions.bytes() + twoPoints_.bytes() +
      cuts.bytes() + surfaces.colors().bytes();
  }

  ///@{
  /// Take an item of a style (MeshLook.h), or drop the earlier one if it is absent.
  void setFunction(const Revised<TransferFunction>& function) { values.setFunction(function); }
  void setOpacityFunction(const Revised<TransferFunction>& function) { values.setOpacityFunction(function); }
  void setGradientOpacity(const GradientOpacity& opacity) { gradientFunctions.setOpacity(opacity); }
  void setTable(const TransferFunction2D& function) { gradientFunctions.setTable(function); }
  void setSurfaces(const std::vector<Isosurface>& isosurfaces) { surfaces.set(isosurfaces); }
  void setSurfaceColors(const Revised<ColorTable>& table) { surfaces.colors().setTable(table); }
  void setThreshold(const ThresholdBounds& bounds) { cuts.setThreshold(bounds); }
  ///@}
  ///@{
  /// What casters say about values (VolumeRayCaster.h), and the box around the mesh.
  bool hasValues() const { return values.scalars().isSet; }
  FiniteRange valueRange() const { return values.scalars().range; }
  FiniteRange opacityRange() const { return values.opacity().range; }
  double largestGradient() const { return gradientFunctions.largest(); }
  void bounds(double (&box)[6]) const { std::copy_n(mesh.bounds, 6, box); }
  ///@}

  /// Throws InvalidInput for a frame that the values do not allow.
  void check(const FrameOptions& options) const
  {
    const NormalizedField<Backend>& scalars = values.scalars();
    if (!scalars.isSet)
      throw InvalidInput("a mesh and its values are needed before a frame");
    if (values.areColors() && !values.opacity().isSet)
      throw InvalidInput("values that are colors need a separate array of values for the opacity");
    const bool hasTable = this->hasGradientFunctions(options) && gradientFunctions.hasTable();
    if (((options.drawVolume && !hasTable) || !options.slices.empty()) && !values.hasFunction() &&
      !values.areColors())
      throw InvalidInput("a transfer function is needed before a frame with a volume or a slice");
    for (const FrameRule* const rule : brokenRules(this->contentsOf(options)))
      if (rule->isError)
        throw InvalidInput(noteOf(*rule));
    if (values.opacity().isSet && !values.hasOpacityFunction())
      throw InvalidInput("opacity values are set, but no opacity function; set both");
  }

  /// Determine the properties of a frame; `isPicked`: its rays are cast for picks.
  FrameState stateOf(const FrameOptions& options, bool hasSurfaces, bool isPicked) const
  {
    const NormalizedField<Backend>& scalars = values.scalars();
    const NormalizedField<Backend>& opacity = values.opacity();
    const FrameContents contents = this->contentsOf(options);
    const auto isIn = [&](
                        FrameFeature feature) { return options.drawVolume && !isLeftOut(feature, contents); };
    FrameState is;
    is.isPicked = isPicked;
    is.hasVolume = options.drawVolume && filmOf(options.blend).isComposite;
    is.hasTable = isIn(FrameFeature::Table) && contents.hasTable;
    is.hasGradients = (is.hasTable || (isIn(FrameFeature::GradientOpacity) && contents.hasGradientOpacity)) &&
      !scalars.perCell;
    is.isShaded = isIn(FrameFeature::Light) && contents.isLit && contents.hasVertexValues;
    is.hasMissing = isIn(FrameFeature::Missing) && contents.showsMissing && scalars.range.notFinite > 0;
    is.hasOpacity = opacity.isSet && !(opacity.perCell && scalars.perCell);
    is.areCategories =
      !scalars.perCell && values.areCategories() && !values.areColors() && is.hasVolume && !is.hasTable;

    // Choose a faster integrator if possible; all but the first draw composited pictures, with edge
    // functions.
    const bool isLitAlong = is.isShaded && !scalars.perCell;
    const bool isMissingAlong = is.hasMissing && !(scalars.perCell && !is.hasOpacity);
    const bool isGeneral = options.methods.generalMedium || is.isPicked || isMissingAlong ||
      is.areCategories || (hasSurfaces && this->hasVertexColors()) ||
      (options.drawVolume &&
        (!is.hasVolume || (values.areColors() && !scalars.perCell) ||
          (is.hasOpacity && (isLitAlong || is.hasGradients)) || (is.hasTable && isLitAlong)));
    if (isGeneral)
      return is;
    if (hasSurfaces)
      is.kind = isLitAlong || is.hasGradients || surfaces.colors().areSet() ||
          (options.drawVolume ? is.hasOpacity || scalars.perCell : !options.slices.empty())
        ? FrameKind::Medium
        : FrameKind::Surfaces;
    else
      is.kind = is.hasGradients || is.hasOpacity || isLitAlong ? FrameKind::Carried : FrameKind::Composited;
    if (options.faceTest != FaceTest::EdgeFunction && is.kind != FrameKind::Composited)
      is.kind = FrameKind::Medium;
    return is;
  }

  /// The volume that a frame draws, without its surfaces.
  MediumFrame frameOf(const FrameState& is, const Camera& camera, const FrameOptions& options)
  {
    const NormalizedField<Backend>& scalars = values.scalars();
    MediumFrame frame = {};
    frame.medium = this->medium(is, options);
    frame.mode = { options.blend, scalars.scalarOf(options.averageRange[0]),
      scalars.scalarOf(options.averageRange[1]), options.keepsFilms };
    frame.hasSlices = !options.slices.empty();
    frame.areSlicesByVertices = frame.hasSlices && this->hasVertexColors();
    frame.byPlanes = options.faceTest == FaceTest::OnDemandVDFI;
    if (is.isShaded)
      this->shade(frame.medium, is, camera, options);
    if (scalars.perCell && is.hasMissing && !is.hasOpacity)
    {
      frameColors_.reserve(backend_, mesh.numTets);
      backend_.forEach(mesh.numTets,
        ColorMissingCells{
          frame.medium.cellColors, values.cellValues(), missing(options), frameColors_.data() });
      frame.medium.cellColors = frameColors_.data();
    }
    else
      frameColors_.release();
    if (is.hasGradients)
      gradientFunctions.prepare(frame.medium, values.vertexScalars(), light.smoothGradients(options));
    this->prepareTwoPoints(frame, is, worldLength(camera, mesh.scale), options);
    return frame;
  }

  /// The kernel that converts films of a frame, but for its pixels.
  DevelopFilms developing(const Camera& camera, const FrameOptions& options)
  {
    const MediumFrame frame = this->frameOf(this->stateOf(options, false, false), camera, options);
    return { { frame.medium }, { frame.mode }, nullptr };
  }

  MeshHistogram histogram(const MeshHistogramInput& input)
  {
    const NormalizedField<Backend>& scalars = values.scalars();
    if (!scalars.isSet)
      throw InvalidInput("a mesh and its values are needed before their histogram");
    if (values.areColors())
      throw InvalidInput("values that are colors have no histogram");
    if (input.gradients.count > 1 && !values.hasVertexScalars())
      throw InvalidInput("a histogram of gradients needs values at the points");
    if (mesh.placesInHost().size() > 1)
      throw InvalidInput("the ray caster makes no histogram of a mesh whose parts are far from one another");
    MeshToCount counted = {};
    counted.vertices = mesh.vertices.data();
    counted.links = mesh.links.data();
    counted.originalTet = mesh.originalTet.data();
    counted.numTets = mesh.numTets;
    std::copy_n(mesh.center, 3, counted.center);
    counted.scale = mesh.scale;
    counted.tetValues = scalars.perCell ? scalars.values.data() : nullptr;
    counted.low = scalars.low();
    counted.valueScale = scalars.scale();
    counted.gradientScale = values.vertexScalars().scale();
    counted.hidden = input.obeysThreshold ? cuts.hiddenCells() : nullptr;
    return findMeshHistogram(backend_, counted, input);
  }

private:
  /// Decide whether segments are gathered by two points each. On a CPU, where sampling takes longer than a
  /// frame, this is considered only for functions of smooth gradients.
  void prepareTwoPoints(
    MediumFrame& frame, const FrameState& is, float lengthScale, const FrameOptions& options)
  {
    const Medium& m = frame.medium;
    const bool isAlone = is.kind == FrameKind::Composited && m.colorSource == ColorSource::Function;
    if (isAlone && !options.methods.fromKnotToKnot)
      frame.functionColorTable = values.functionColorTable();
    // Depths of planes are for comparisons. With few pieces rays are as fast from knot to knot.
    constexpr int fewPieces = 8;
    const SegmentRule rule = options.methods.segmentRule;
    const bool isFaster = isAlone
      ? Backend::isDevice && (frame.functionColorTable.colors || m.colors.count > fewPieces)
      : Backend::isDevice || (m.vertexMagnitudes && !m.light);
    const bool mayBeTaken = isAlone
      ? !options.methods.fromKnotToKnot && options.faceTest == FaceTest::EdgeFunction
      : is.kind == FrameKind::Carried && m.lightNumbers <= 2;
    if (!mayBeTaken || (rule == SegmentRule::Auto && !isFaster))
      return twoPoints_.releaseTables();
    twoPoints_.prepare(frame,
      { m.features(feature::composite), values.revision(), gradientFunctions.revision() }, lengthScale, rule,
      [&] {
        MediumFunctions functions;
        if (m.colorSource == ColorSource::Function)
          functions.colors = isAlone ? values.finePiecesInHost() : values.piecesInHost();
        if (m.opacitySource == OpacitySource::Vertices)
          functions.opacities = values.opacityPiecesInHost();
        if (m.factors.count > 0)
          functions.factors = gradientFunctions.factorsInHost();
        return functions;
      });
  }
  /// World units in one unit of normalized positions: an upper bound over all directions, exact if all are
  /// equal.
  static float worldLength(const Camera& camera, double scale)
  {
    double most = 0.0; // row sum of the matrix times its transpose
    for (int i = 0; i < 3; ++i)
    {
      double sum = 0.0;
      for (int j = 0; j < 3; ++j)
      {
        double product = 0.0;
        for (int row = 0; row < 3; ++row)
          product += camera.meshToEye[4 * row + i] * camera.meshToEye[4 * row + j];
        sum += std::abs(product);
      }
      most = std::max(most, sum);
    }
    return static_cast<float>(std::sqrt(most) / scale);
  }
  static Float4 missing(const FrameOptions& options)
  {
    return { options.missing[0], options.missing[1], options.missing[2], options.missing[3] };
  }
  /// Whether vertices have colors that slices show: direct colors, or colors of categories.
  bool hasVertexColors() const
  {
    return !values.scalars().perCell && (values.areColors() || values.areCategories());
  }
  bool hasGradientFunctions(const FrameOptions& options) const
  {
    return options.drawVolume && filmOf(options.blend).isComposite && gradientFunctions.isUsed();
  }
  FrameContents contentsOf(const FrameOptions& options) const
  {
    FrameContents contents = gradientFunctions.contentsOf(options);
    contents.hasVertexValues = values.hasVertexScalars();
    contents.areColors = values.areColors();
    contents.hasIsosurfaces = !surfaces.empty();
    return contents;
  }

  /// The medium of a frame, without the light and the gradient functions that are evaluated along the rays.
  Medium medium(const FrameState& is, const FrameOptions& options)
  {
    const NormalizedField<Backend>& opacity = values.opacity();
    Medium m = {};
    m.isEmpty = !options.drawVolume;
    m.colors = values.pieces();
    m.opacities = values.opacityPieces();
    m.areColors = values.areColors();
    if (is.hasMissing)
      m.missing = missing(options);
    if (values.scalars().perCell)
    {
      m.colorSource = ColorSource::Cells;
      m.cellColors = this->hasGradientFunctions(options)
        ? gradientFunctions.colorCells(values, light.smoothGradients(options))
        : values.cellColors();
      if (!is.hasVolume || (is.hasMissing && is.hasOpacity))
        m.cellValues = values.cellValues();
    }
    else if (values.areColors() || is.areCategories)
    {
      m.colorSource = is.areCategories ? ColorSource::Nearest : ColorSource::Vertices;
      m.vertexColors = values.vertexColors();
    }
    else if (is.hasTable)
      m.colorSource = ColorSource::Table;
    // Colors of the nearest vertices include the attenuation of the values there.
    if (is.hasOpacity && opacity.perCell)
    {
      m.opacitySource = OpacitySource::Cells;
      m.cellAttenuations = values.cellAttenuations();
    }
    else if (is.hasOpacity && !is.areCategories)
    {
      m.opacitySource = OpacitySource::Vertices;
      m.vertexOpacities = values.vertexOpacities();
    }
    return m;
  }

  /// Light the frame: bake light into cell or vertex colors where possible; leave the rest to the rays.
  void shade(Medium& medium, const FrameState& is, const Camera& camera, const FrameOptions& options)
  {
    if (values.scalars().perCell)
      medium.cellColors = light.shadeCells(medium.cellColors, camera, options);
    else if (values.areColors() && options.gradients == Gradients::Smooth)
      medium.vertexColors = light.shadeVertices(medium.vertexColors, camera, options);
    else
      light.shade(medium, camera, options, values.areColors() || is.areCategories);
  }

  Backend& backend_;
  TwoPointRule<Backend> twoPoints_;
  Buffer<Float4, Backend> frameColors_; ///< colors of tets, if tets without a value are visible
};

} // namespace inkray
