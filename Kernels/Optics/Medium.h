// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MediumFeatures.h"
#include "Optics/NearestVertices.h"
#include "Shading/CubicDepth.h"
#include "Shading/IntervalPlace.h"
#include "Shading/TableView.h"

#include <cstddef>

/// Emission and absorption of a volume along a segment of a ray, for all kinds of values.
///
/// A medium depends on channels: numbers that are linear along the segment or constant on it. Breaks are the
/// knots of a function, the lines of a table and the borders of categories. Between two breaks, color and
/// attenuation are polynomials of second degree of the share of the way. A table in the light has a color of
/// third degree. All rays of a frame have the same channels, so that their branches do not diverge.
namespace inkray
{

/// Where the colors of a medium come from.
enum class ColorSource : std::uint8_t
{
  Function, ///< the piecewise function of the value
  Table,    ///< the two-dimensional function of the value and the gradient's magnitude
  Vertices, ///< colors of the vertices, linear between
  Nearest,  ///< color and attenuation of the nearest vertex
  Cells     ///< color and attenuation of each cell
};

/// Where the attenuations of a medium come from.
enum class OpacitySource : std::uint8_t
{
  Colors,   ///< the source of the colors
  Vertices, ///< the piecewise function of a second value of the vertices
  Cells     ///< an attenuation of each cell
};

/// The channels of a medium at a place.
struct MediumPlace
{
  float value, opacity, magnitude;
  Float3 color, diffuse, specular;

  INKRAY_HD static Float3 mixed(const Float3& a, const Float3& b, float share)
  {
    return { multiplyAdd(b.x - a.x, share, a.x), multiplyAdd(b.y - a.y, share, a.y),
      multiplyAdd(b.z - a.z, share, a.z) };
  }
  INKRAY_HD static float mixed(float a, float b, float share) { return multiplyAdd(b - a, share, a); }
};

/// The values and functions of a volume, in the memory of a backend. Null arrays are absent.
struct Medium
{
  bool isEmpty;   ///< there is no volume
  bool areColors; ///< values are direct colors: films add up their channels
  ColorSource colorSource;
  OpacitySource opacitySource;
  PiecewiseView colors;    ///< color as a function of the value
  PiecewiseView opacities; ///< opacity as a function of the second value
  PiecewiseView factors;   ///< factors of the attenuation by the gradient's magnitude; count 0: no factors
  TableView table;
  Float4 missing; ///< color and attenuation of cells without a value; attenuation 0: they are invisible

  const Float4* vertexColors;
  const float* vertexOpacities;
  const float* vertexMagnitudes; ///< arguments of `factors`, or rows of the table
  const Float4* cellColors;      ///< the attenuation becomes a factor where opacity has a source of its own
  const float* cellAttenuations;
  const float* cellMagnitudes; ///< factors of the attenuation, or rows of the table
  const float* cellValues;     ///< values of cells whose colors are in cellColors, for films of values
  const float* light;          ///< diffuse and specular factors
  bool isLightOfCells;         ///< the light belongs to cells, otherwise to vertices
  int lightNumbers;            ///< numbers of each vertex or cell: 2, or 6 if lights have colors

  /// The features that a kernel needs to draw this medium with a film.
  unsigned features(unsigned film) const
  {
    constexpr unsigned ofColors[] = { feature::function, feature::table, feature::vertexColors,
      feature::nearest, feature::cellColors };
    constexpr unsigned ofOpacity[] = { 0u, feature::vertexOpacity, feature::cellOpacity };
    const unsigned ofLight = isLightOfCells ? feature::cellLight : feature::vertexLight;
    return film | (isEmpty ? 0u : ofColors[static_cast<int>(colorSource)]) |
      ofOpacity[static_cast<int>(opacitySource)] |
      (vertexMagnitudes || factors.count > 0 ? feature::vertexGradients : 0u) |
      (cellMagnitudes ? feature::cellGradients : 0u) |
      (light ? ofLight | (lightNumbers == 2 ? 0u : feature::coloredLight) : 0u) |
      (missing.w > 0.0f ? feature::missing : 0u);
  }
};

/// A medium as a kernel for a set of features sees it. It never has features outside of the set. It always
/// has the features in `Always`, without a test at run time.
template <unsigned Features, unsigned Always = 0u>
struct MediumOf : Medium
{
  INKRAY_HD static constexpr bool may(unsigned some) { return feature::has(Features, some); }
  INKRAY_HD static constexpr bool must(unsigned some) { return feature::has(Always, some); }

  INKRAY_HD bool hasColors(ColorSource source, unsigned only) const
  {
    return may(only) && (feature::isOnly(Features, feature::colors, only) || colorSource == source);
  }
  INKRAY_HD bool isByFunction() const { return hasColors(ColorSource::Function, feature::function); }
  INKRAY_HD bool isByTable() const { return hasColors(ColorSource::Table, feature::table); }
  INKRAY_HD bool isByVertices() const { return hasColors(ColorSource::Vertices, feature::vertexColors); }
  INKRAY_HD bool isByNearest() const { return hasColors(ColorSource::Nearest, feature::nearest); }
  INKRAY_HD bool isByCells() const { return hasColors(ColorSource::Cells, feature::cellColors); }
  INKRAY_HD bool hasVertexOpacity() const
  {
    return must(feature::vertexOpacity) ||
      (may(feature::vertexOpacity) && opacitySource == OpacitySource::Vertices);
  }
  INKRAY_HD bool hasCellOpacity() const
  {
    return may(feature::cellOpacity) && opacitySource == OpacitySource::Cells;
  }
  INKRAY_HD bool hasOwnOpacity() const { return hasVertexOpacity() || hasCellOpacity(); }
  INKRAY_HD bool hasFactors() const
  {
    return may(feature::vertexGradients) && !feature::isOnly(Features, feature::colors, feature::table) &&
      (must(feature::vertexGradients) || factors.count > 0);
  }
  INKRAY_HD bool hasVertexMagnitudes() const
  {
    return must(feature::vertexGradients) || (may(feature::vertexGradients) && vertexMagnitudes);
  }
  INKRAY_HD bool hasCellMagnitudes() const { return may(feature::cellGradients) && cellMagnitudes; }
  INKRAY_HD bool hasLight() const { return must(feature::light) || (may(feature::light) && light); }
  INKRAY_HD bool hasCellLight() const { return may(feature::cellLight) && light && isLightOfCells; }
  INKRAY_HD bool hasVertexLight() const
  {
    return must(feature::vertexLight) || (may(feature::vertexLight) && light && !isLightOfCells);
  }
  INKRAY_HD bool isLightColored() const { return may(feature::coloredLight) && lightNumbers != 2; }
  INKRAY_HD bool showsMissing() const { return may(feature::missing) && missing.w > 0.0f; }
  INKRAY_HD bool hasCellValues() const { return may(feature::cellColors) && cellValues; }
  INKRAY_HD bool sumsColors() const { return may(feature::vertexColors | feature::cellColors) && areColors; }
  /// Whether the medium has a transfer function of the value and nothing else.
  INKRAY_HD static constexpr bool isFunctionAlone()
  {
    return feature::isOnly(Features, feature::all & ~feature::films, feature::function);
  }
  /// isAttenuationLinear: the attenuation between breaks is linear, not of second degree. isConstant: color
  /// and attenuation are constant there.
  INKRAY_HD bool isAttenuationLinear() const
  {
    return !hasFactors() && !(isByTable() && hasVertexMagnitudes());
  }
  INKRAY_HD bool isConstant() const
  {
    return (isByCells() || isByNearest()) && !hasVertexOpacity() && !hasFactors() && !hasVertexLight();
  }

  /// Color and attenuation where `vertex` is nearest. The attenuation is the cell's with hasCellOpacity.
  INKRAY_HD Float4 constantOf(std::uint32_t vertex, const Float4& ofCell) const
  {
    const Float4 c = load(vertexColors + vertex);
    return { c.x, c.y, c.z, this->hasCellOpacity() ? ofCell.w : c.w };
  }

  /// Add the light of a vertex or cell to a place, with a weight.
  INKRAY_HD void addLight(std::uint32_t id, float weight, MediumPlace& to) const
  {
    const auto add = [&](float& sum, float value) { sum = multiplyAdd(weight, value, sum); };
    if (!this->isLightColored())
    {
      const UInt2 pair = load(reinterpret_cast<const UInt2*>(light) + id);
      add(to.diffuse.x, floatOf(pair.x));
      add(to.specular.x, floatOf(pair.y));
      to.diffuse.y = to.diffuse.z = to.diffuse.x;
      to.specular.y = to.specular.z = to.specular.x;
      return;
    }
    const float* const from = light + std::size_t(6) * id;
    add(to.diffuse.x, load(from));
    add(to.diffuse.y, load(from + 1));
    add(to.diffuse.z, load(from + 2));
    add(to.specular.x, load(from + 3));
    add(to.specular.y, load(from + 4));
    add(to.specular.z, load(from + 5));
  }

  /// The channels where a ray crosses the face of three vertices. The weights add up to 1; `value` is the
  /// interpolated value of the vertices.
  INKRAY_HD MediumPlace placeOn(const std::uint32_t ids[3], const float weights[3], float value) const
  {
    MediumPlace place = { value, 0.0f, 0.0f, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f },
      { 0.0f, 0.0f, 0.0f } };
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      const float w = weights[k];
      if (this->hasVertexOpacity())
        place.opacity = multiplyAdd(w, load(vertexOpacities + ids[k]), place.opacity);
      if (this->hasVertexMagnitudes())
        place.magnitude = multiplyAdd(w, load(vertexMagnitudes + ids[k]), place.magnitude);
      if (this->isByVertices())
      {
        const Float4 c = load(vertexColors + ids[k]);
        place.color = { multiplyAdd(w, c.x, place.color.x), multiplyAdd(w, c.y, place.color.y),
          multiplyAdd(w, c.z, place.color.z) };
      }
      if (this->hasVertexLight())
        this->addLight(ids[k], w, place);
    }
    return place;
  }
};

/// A segment of a ray in a medium, within one cell.
struct MediumSegment
{
  MediumPlace begin, end; ///< channels at the ends of the whole segment
  float factor;           ///< factor of the attenuation that comes from the cell
  Float4 constant;        ///< color and attenuation, where they come from the cell or its nearest vertex

  /// hasColor: the segment has a value or color. hasOpacity: it has an opacity and magnitude. Both are false
  /// at NaN; the segment is missing or transparent then.
  template <class Medium>
  INKRAY_HD bool hasColor(const Medium& medium, std::uint32_t cell) const
  {
    if (medium.hasCellValues())
    {
      const float value = load(medium.cellValues + cell);
      return value == value;
    }
    const float whole = medium.isByVertices() ? begin.color.x + end.color.x : begin.value + end.value;
    return medium.isByCells() || whole == whole;
  }
  INKRAY_HD bool hasOpacity() const
  {
    const float whole = begin.opacity + end.opacity + begin.magnitude + end.magnitude;
    return whole == whole;
  }
};

/// Add the channels of a cell to a segment whose ends are known.
template <class Medium>
INKRAY_HD void addCell(const Medium& medium, std::uint32_t cell, MediumSegment& segment)
{
  segment.factor = 1.0f;
  segment.constant = { 0.0f, 0.0f, 0.0f, 0.0f };
  if (medium.isByCells())
    segment.constant = load(medium.cellColors + cell);
  if (medium.hasOwnOpacity())
    segment.factor = medium.isByCells() ? segment.constant.w : 1.0f;
  if (medium.hasCellOpacity())
    segment.constant.w = load(medium.cellAttenuations + cell);
  if (medium.hasCellMagnitudes())
  {
    const float m = load(medium.cellMagnitudes + cell);
    if (medium.isByTable())
      segment.begin.magnitude = segment.end.magnitude = m;
    else
      segment.factor *= m;
  }
  if (medium.hasCellLight())
  {
    segment.begin.diffuse = segment.begin.specular = { 0.0f, 0.0f, 0.0f };
    medium.addLight(cell, 1.0f, segment.begin);
    segment.end.diffuse = segment.begin.diffuse;
    segment.end.specular = segment.begin.specular;
  }
}

/// A segment between two faces, with the channels of its cell.
template <class Medium>
INKRAY_HD MediumSegment segmentInCell(
  const Medium& medium, const MediumPlace& begin, const MediumPlace& end, std::uint32_t cell)
{
  MediumSegment segment = { begin, end, 1.0f, {} };
  addCell(medium, cell, segment);
  return segment;
}

/// Results of the functions of a medium at a place.
struct LookedUp
{
  Float4 color; ///< color, and the attenuation of the same function
  float opacity, factor;
};

/// The color and attenuation, without light, at a share of a segment. `constant` replaces them if no function
/// gives them.
template <class Medium>
INKRAY_HD Float4 unlitAt(const Medium& medium, const MediumSegment& segment, const Float4& constant,
  float share, const LookedUp& found)
{
  Float4 e = constant;
  if (medium.isByFunction() || medium.isByTable())
    e = { found.color.x, found.color.y, found.color.z, medium.hasOwnOpacity() ? e.w : found.color.w };
  else if (medium.isByVertices())
  {
    const Float3 c = MediumPlace::mixed(segment.begin.color, segment.end.color, share);
    e = { c.x, c.y, c.z, e.w };
  }
  if (medium.hasVertexOpacity())
    e.w = found.opacity;
  if (medium.hasFactors())
    e.w *= found.factor;
  e.w *= segment.factor;
  return e;
}

/// Light the color of unlitAt. The attenuation is the same.
template <class Medium>
INKRAY_HD Float4 litAt(const Medium& medium, const MediumSegment& segment, const Float4& unlit, float share)
{
  if (!medium.hasLight())
    return unlit;
  const Float3 d = MediumPlace::mixed(segment.begin.diffuse, segment.end.diffuse, share);
  const Float3 b = MediumPlace::mixed(segment.begin.specular, segment.end.specular, share);
  return { multiplyAdd(unlit.x, d.x, b.x), multiplyAdd(unlit.y, d.y, b.y), multiplyAdd(unlit.z, d.z, b.z),
    unlit.w };
}

/// The part of a segment within one interval of a function. The value goes from u to u + du, relative to the
/// middle.
struct IntervalOnPart
{
  const FunctionInterval* piece;
  float u, du;

  INKRAY_HD float attenuation(float x) const
  {
    return multiplyAdd(piece->attenuationSlope, multiplyAdd(x, du, u), piece->attenuation);
  }
  INKRAY_HD Float3 color(float x) const
  {
    const float at = multiplyAdd(x, du, u);
    return { multiplyAdd(piece->redSlope, at, piece->red), multiplyAdd(piece->greenSlope, at, piece->green),
      multiplyAdd(piece->blueSlope, at, piece->blue) };
  }
};

/// The part of a segment between two breaks. A place in the part is a share x of its length, from 0 to 1.
template <class Medium>
struct MediumPart
{
  const Medium& medium;
  const MediumSegment& segment;
  float from, to; ///< shares of the way of the segment
  Float4 constant;
  IntervalOnPart value, opacity, factor;
  float column, dColumn, row, dRow; ///< in the table

  INKRAY_HD float share(float x) const { return MediumPlace::mixed(from, to, x); }

  /// Color and attenuation at x, without light (unlit) and in the light (at).
  INKRAY_HD Float4 unlit(float x) const
  {
    return unlitAt(medium, segment, constant, this->share(x), this->lookUp(x));
  }
  INKRAY_HD Float4 at(float x) const { return litAt(medium, segment, this->unlit(x), this->share(x)); }
  /// Whether colors are of third degree.
  INKRAY_HD bool isCubic() const { return medium.hasLight() && medium.isByTable(); }

private:
  INKRAY_HD LookedUp lookUp(float x) const
  {
    LookedUp found = {};
    if (medium.isByFunction())
    {
      const Float3 c = value.color(x);
      found.color = { c.x, c.y, c.z, medium.hasOwnOpacity() ? 0.0f : value.attenuation(x) };
    }
    else if (medium.isByTable())
      found.color = medium.table.at(multiplyAdd(x, dColumn, column), multiplyAdd(x, dRow, row));
    if (medium.hasVertexOpacity())
      found.opacity = opacity.attenuation(x);
    if (medium.hasFactors())
      found.factor = factor.attenuation(x);
    return found;
  }
};

} // namespace inkray
