// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/NearestVertices.h"
#include "Shading/GradientIntegration.h"

#include <cstddef>

/// What a volume emits and absorbs along a segment of a ray, whatever it is made of.
///
/// All that it depends on are channels: numbers that are linear along the segment or constant on it. Between
/// two breaks (the knots of a function, the lines of a table, the borders of categories) colour is a
/// polynomial of second degree of the share of the way, attenuation too; a table in the light has a colour of
/// third degree. Which channels there are is the same for all rays of a frame, so that their branches do not
/// diverge.
namespace inkray
{

/// Where the colours of a medium come from.
enum class ColourSource : std::uint8_t
{
  Function, ///< the piecewise function of the value
  Table,    ///< the two-dimensional function of the value and the gradient's magnitude
  Vertices, ///< colours of the vertices, linear between
  Nearest,  ///< colour and attenuation of the nearest vertex
  Cells     ///< colour and attenuation of each cell
};

/// Where its attenuations come from.
enum class OpacitySource : std::uint8_t
{
  Colours,  ///< where the colours do
  Vertices, ///< the piecewise function of a second value of the vertices
  Cells     ///< one of each cell
};

/// The channels at a place.
struct MediumPlace
{
  float value, opacity, magnitude;
  Float3 colour, diffuse, specular;

  INKRAY_HD static Float3 mixed(const Float3& a, const Float3& b, float share)
  {
    return { multiplyAdd(b.x - a.x, share, a.x), multiplyAdd(b.y - a.y, share, a.y),
      multiplyAdd(b.z - a.z, share, a.z) };
  }
  INKRAY_HD static float mixed(float a, float b, float share) { return multiplyAdd(b - a, share, a); }
};

/// What a volume is made of, in the memory of a backend. Of arrays, a null one says that there is none.
struct Medium
{
  bool isEmpty;    ///< there is no volume
  bool areColours; ///< colours are the values: sums are of their channels
  ColourSource colourSource;
  OpacitySource opacitySource;
  PiecewiseView colours;   ///< of the value
  PiecewiseView opacities; ///< of the second value
  PiecewiseView factors;   ///< of the attenuation, by the magnitude of the vertices; count 0: none
  TableView table;
  Float4 missing; ///< colour and attenuation where there is no value; attenuation 0: nothing is seen there

  const Float4* vertexColours;
  const float* vertexOpacities;
  const float* vertexMagnitudes; ///< as `factors` take them, or rows of the table
  const Float4* cellColours; ///< the attenuation is a factor of the opacity's where that comes from elsewhere
  const float* cellAttenuations;
  const float* cellMagnitudes; ///< factors of the attenuation, or rows of the table
  const float* cellValues;     ///< of colours of cells, where values are asked for
  const float* light;          ///< diffuse and specular
  bool isLightOfCells;         ///< or of vertices
  int lightNumbers;            ///< for each: 2, or 6 where the lights have colours

  INKRAY_HD bool hasColours(ColourSource source) const { return colourSource == source; }
  INKRAY_HD bool isByFunction() const { return colourSource == ColourSource::Function; }

  /// The light of a vertex or cell.
  INKRAY_HD void addLight(std::uint32_t id, float weight, MediumPlace& to) const
  {
    const float* const from = light + static_cast<std::size_t>(lightNumbers) * id;
    const bool isGrey = lightNumbers == 2;
    const auto add = [&](float& sum, int k) { sum = multiplyAdd(weight, load(from + k), sum); };
    add(to.diffuse.x, 0);
    add(to.diffuse.y, isGrey ? 0 : 1);
    add(to.diffuse.z, isGrey ? 0 : 2);
    add(to.specular.x, isGrey ? 1 : 3);
    add(to.specular.y, isGrey ? 1 : 4);
    add(to.specular.z, isGrey ? 1 : 5);
  }

  /// The channels where a ray crosses the face of three vertices, with weights that add up to 1; `value`:
  /// that of the vertices, interpolated there.
  INKRAY_HD MediumPlace placeOn(const std::uint32_t ids[3], const float weights[3], float value) const
  {
    MediumPlace place = { value, 0.0f, 0.0f, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f },
      { 0.0f, 0.0f, 0.0f } };
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      const float w = weights[k];
      if (opacitySource == OpacitySource::Vertices)
        place.opacity = multiplyAdd(w, load(vertexOpacities + ids[k]), place.opacity);
      if (vertexMagnitudes)
        place.magnitude = multiplyAdd(w, load(vertexMagnitudes + ids[k]), place.magnitude);
      if (colourSource == ColourSource::Vertices)
      {
        const Float4 c = load(vertexColours + ids[k]);
        place.colour = { multiplyAdd(w, c.x, place.colour.x), multiplyAdd(w, c.y, place.colour.y),
          multiplyAdd(w, c.z, place.colour.z) };
      }
      if (light && !isLightOfCells)
        this->addLight(ids[k], w, place);
    }
    return place;
  }
};

/// A segment of a ray in a medium, within one cell.
struct MediumSegment
{
  MediumPlace begin, end; ///< of the whole segment
  float factor;           ///< of the attenuation, of the cell
  Float4 constant;        ///< colour and attenuation, where these come from the cell or its nearest vertex

  /// Whether it has a colour, and whether it has all else; false: it is transparent, or missing.
  INKRAY_HD bool hasColour(const Medium& medium, std::uint32_t cell) const
  {
    if (medium.cellValues)
    {
      const float value = load(medium.cellValues + cell);
      return value == value;
    }
    const float whole =
      medium.hasColours(ColourSource::Vertices) ? begin.colour.x + end.colour.x : begin.value + end.value;
    return medium.hasColours(ColourSource::Cells) || whole == whole;
  }
  INKRAY_HD bool hasOpacity() const
  {
    const float whole = begin.opacity + end.opacity + begin.magnitude + end.magnitude;
    return whole == whole;
  }
};

/// A segment between two faces, with the channels of its cell.
INKRAY_HD MediumSegment segmentInCell(const Medium& medium, const std::uint32_t fromIds[3],
  const float fromWeights[3], float fromValue, const std::uint32_t toIds[3], const float toWeights[3],
  float toValue, std::uint32_t cell)
{
  MediumSegment segment;
  segment.begin = medium.placeOn(fromIds, fromWeights, fromValue);
  segment.end = medium.placeOn(toIds, toWeights, toValue);
  segment.factor = 1.0f;
  segment.constant = { 0.0f, 0.0f, 0.0f, 0.0f };
  if (medium.hasColours(ColourSource::Cells))
    segment.constant = load(medium.cellColours + cell);
  if (medium.opacitySource != OpacitySource::Colours)
    segment.factor = medium.hasColours(ColourSource::Cells) ? segment.constant.w : 1.0f;
  if (medium.opacitySource == OpacitySource::Cells)
    segment.constant.w = load(medium.cellAttenuations + cell);
  if (medium.cellMagnitudes)
  {
    const float m = load(medium.cellMagnitudes + cell);
    if (medium.hasColours(ColourSource::Table))
      segment.begin.magnitude = segment.end.magnitude = m;
    else
      segment.factor *= m;
  }
  if (medium.light && medium.isLightOfCells)
  {
    medium.addLight(cell, 1.0f, segment.begin);
    segment.end.diffuse = segment.begin.diffuse;
    segment.end.specular = segment.begin.specular;
  }
  return segment;
}

/// A function of a channel within one of its pieces, from u on by du.
struct PieceOnPart
{
  const TransferFunctionPiece* piece;
  float u, du;

  INKRAY_HD float attenuation(float x) const
  {
    return multiplyAdd(piece->attenuationSlope, multiplyAdd(x, du, u), piece->attenuation);
  }
  INKRAY_HD Float3 colour(float x) const
  {
    const float at = multiplyAdd(x, du, u);
    return { multiplyAdd(piece->redSlope, at, piece->red), multiplyAdd(piece->greenSlope, at, piece->green),
      multiplyAdd(piece->blueSlope, at, piece->blue) };
  }
};

/// A part of a segment between two breaks. Places in it are shares x of its own way, from 0 to 1.
struct MediumPart
{
  const Medium& medium;
  const MediumSegment& segment;
  float from, to; ///< shares of the way of the segment
  Float4 constant;
  PieceOnPart value, opacity, factor;
  const Float4* entries; ///< of the table: the one below it in both directions
  float column, dColumn, row, dRow;

  INKRAY_HD float share(float x) const { return MediumPlace::mixed(from, to, x); }

  /// Colour and attenuation, without light.
  INKRAY_HD Float4 unlit(float x) const
  {
    Float4 e = constant;
    switch (medium.colourSource)
    {
      case ColourSource::Function:
      {
        const Float3 c = value.colour(x);
        e = { c.x, c.y, c.z, e.w };
        if (medium.opacitySource == OpacitySource::Colours)
          e.w = value.attenuation(x);
        break;
      }
      case ColourSource::Table:
      {
        const float cx = multiplyAdd(x, dColumn, column), cy = multiplyAdd(x, dRow, row);
        const Float4* const above = entries + (medium.table.columns + 2);
        const Float4 e00 = load(entries), e10 = load(entries + 1), e01 = load(above), e11 = load(above + 1);
        const auto at = [&](float a, float b, float c, float d) {
          return MediumPlace::mixed(MediumPlace::mixed(a, b, cx), MediumPlace::mixed(c, d, cx), cy);
        };
        e = { at(e00.x, e10.x, e01.x, e11.x), at(e00.y, e10.y, e01.y, e11.y), at(e00.z, e10.z, e01.z, e11.z),
          medium.opacitySource == OpacitySource::Colours ? at(e00.w, e10.w, e01.w, e11.w) : e.w };
        break;
      }
      case ColourSource::Vertices:
      {
        const Float3 c = MediumPlace::mixed(segment.begin.colour, segment.end.colour, this->share(x));
        e = { c.x, c.y, c.z, e.w };
        break;
      }
      case ColourSource::Nearest:
      case ColourSource::Cells:
        break;
    }
    if (medium.opacitySource == OpacitySource::Vertices)
      e.w = opacity.attenuation(x);
    if (medium.factors.count > 0)
      e.w *= factor.attenuation(x);
    e.w *= segment.factor;
    return e;
  }

  /// Colour in the light, and attenuation.
  INKRAY_HD Float4 at(float x) const
  {
    Float4 e = this->unlit(x);
    if (medium.light)
    {
      const float s = this->share(x);
      const Float3 d = MediumPlace::mixed(segment.begin.diffuse, segment.end.diffuse, s);
      const Float3 b = MediumPlace::mixed(segment.begin.specular, segment.end.specular, s);
      e = { multiplyAdd(e.x, d.x, b.x), multiplyAdd(e.y, d.y, b.y), multiplyAdd(e.z, d.z, b.z), e.w };
    }
    return e;
  }
  /// Whether colours are of third degree.
  INKRAY_HD bool isCubic() const { return medium.light && medium.hasColours(ColourSource::Table); }
};

/// Where a channel is in a piecewise function, on its way to a value.
struct KnotWalk
{
  PiecePlace place;
  float end; ///< the value where the segment ends
  bool isIn; ///< the medium has that function

  INKRAY_HD void begin(bool wanted, const PiecewiseView& view, float from, float to)
  {
    isIn = wanted;
    end = to;
    place.standAt(0.0f);
    if (wanted)
      place.enter(view, findPiece(view, from), from);
  }
  /// Share of what is left at which the next knot comes; more than 1: none comes.
  INKRAY_HD float shareToKnot(const PiecewiseView& view) const
  {
    return isIn ? place.shareToKnot(view, end) : 2.0f;
  }
  /// How the part that ends after a share of what is left, at a knot or not, lies in its piece.
  INKRAY_HD PieceOnPart part(const PiecewiseView& view, float share, bool atKnot) const
  {
    if (!isIn)
      return { nullptr, 0.0f, 0.0f };
    const float to = atKnot ? place.knot(end) : multiplyAdd(share, end - place.middle - place.u, place.u);
    return { view.pieces + place.piece, place.u, to - place.u };
  }
  INKRAY_HD void advance(const PiecewiseView& view, const PieceOnPart& part, bool atKnot)
  {
    if (!isIn)
      return;
    const int next = place.next(end);
    place.u = part.u + part.du;
    if (atKnot)
      place.enter(view, next, place.scalar());
  }
};

/// Call each(part) for the parts of a segment from one share of its way to another, in their order.
/// start(nearest, share) starts the nearest vertices from there, where the medium has colours of these.
template <class Start, class Each>
INKRAY_HD void visitParts(const Medium& medium, const MediumSegment& segment, float from, float to,
  const Start& start, const Each& each)
{
  const MediumPlace &a = segment.begin, &b = segment.end;
  const bool hasTable = medium.hasColours(ColourSource::Table);
  const bool hasNearest = medium.hasColours(ColourSource::Nearest);
  KnotWalk value, opacity, factor;
  value.begin(medium.isByFunction(), medium.colours, MediumPlace::mixed(a.value, b.value, from),
    MediumPlace::mixed(a.value, b.value, to));
  opacity.begin(medium.opacitySource == OpacitySource::Vertices, medium.opacities,
    MediumPlace::mixed(a.opacity, b.opacity, from), MediumPlace::mixed(a.opacity, b.opacity, to));
  factor.begin(medium.factors.count > 0, medium.factors, MediumPlace::mixed(a.magnitude, b.magnitude, from),
    MediumPlace::mixed(a.magnitude, b.magnitude, to));
  TablePlace column = {}, row = {};
  if (hasTable)
  {
    column.standAt(medium.table.column(MediumPlace::mixed(a.value, b.value, from)), medium.table.columns);
    column.begin(medium.table.column(MediumPlace::mixed(a.value, b.value, to)));
    row.standAt(MediumPlace::mixed(a.magnitude, b.magnitude, from), medium.table.rows);
    row.begin(MediumPlace::mixed(a.magnitude, b.magnitude, to));
  }
  NearestVertices nearest;
  if (hasNearest)
    start(nearest, from);
  MediumPart part = { medium, segment, from, from, segment.constant, {}, {}, {}, nullptr, 0.0f, 0.0f, 0.0f,
    0.0f };
  for (;;)
  {
    // The next break, as a share of what is left.
    const float left = to - part.from;
    int nextColumn = 0, nextRow = 0;
    const float toValue = value.shareToKnot(medium.colours),
                toOpacity = opacity.shareToKnot(medium.opacities),
                toFactor = factor.shareToKnot(medium.factors);
    const float toColumn = hasTable ? column.shareOfCell(medium.table.columns, nextColumn) : 2.0f;
    const float toRow = hasTable ? row.shareOfCell(medium.table.rows, nextRow) : 2.0f;
    const float toNearest = hasNearest && left > 0.0f && nearest.until() < to
      ? maximum(0.0f, nearest.until() - part.from) / left
      : 2.0f;
    const float first =
      minimum(minimum(minimum(toValue, toOpacity), toFactor), minimum(minimum(toColumn, toRow), toNearest));
    const bool isLast = !(first <= 1.0f);
    const float share = isLast ? 1.0f : first;
    part.to = isLast ? to : multiplyAdd(share, left, part.from);
    part.value = value.part(medium.colours, share, toValue <= share);
    part.opacity = opacity.part(medium.opacities, share, toOpacity <= share);
    part.factor = factor.part(medium.factors, share, toFactor <= share);
    if (hasTable)
    {
      part.entries = medium.table.entries + ((row.cell + 1) * (medium.table.columns + 2) + column.cell + 1);
      // Beyond the outermost, where both entries are the same, the way may be long.
      const bool betweenColumns = column.isBetween(medium.table.columns);
      const bool betweenRows = row.isBetween(medium.table.rows);
      part.column = betweenColumns ? column.from : 0.0f;
      part.dColumn = betweenColumns ? share * (column.to - column.from) : 0.0f;
      part.row = betweenRows ? row.from : 0.0f;
      part.dRow = betweenRows ? share * (row.to - row.from) : 0.0f;
    }
    if (hasNearest)
    {
      const Float4 c = load(medium.vertexColours + nearest.nearest());
      part.constant = { c.x, c.y, c.z,
        medium.opacitySource == OpacitySource::Cells ? segment.constant.w : c.w };
    }
    if (part.to > part.from)
      each(part);
    if (isLast)
      return;
    value.advance(medium.colours, part.value, toValue <= share);
    opacity.advance(medium.opacities, part.opacity, toOpacity <= share);
    factor.advance(medium.factors, part.factor, toFactor <= share);
    if (hasTable)
    {
      column.advance(share, toColumn <= share, nextColumn);
      row.advance(share, toRow <= share, nextRow);
    }
    if (toNearest <= share)
      nearest.advance();
    part.from = part.to;
  }
}

} // namespace inkray
