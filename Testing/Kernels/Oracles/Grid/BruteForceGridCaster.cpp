// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/Grid/BruteForceGridCaster.h"

#include "Core/FieldValues.h"
#include "Oracles/Grid/BruteForceIsosurface.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

namespace
{
std::vector<double> valuesOf(const Field& field)
{
  std::vector<double> values;
  visitEntries(field, [&](const auto& value) {
    for (std::int64_t i = 0; i < field.numTuples; ++i)
      values.push_back(static_cast<double>(value(i)));
  });
  return values;
}

/// Color and attenuation of a function at a value.
std::array<double, 4> lookUp(const std::vector<TransferFunctionKnot>& knots, double value)
{
  const auto of = [](const TransferFunctionKnot& k) {
    return std::array<double, 4>{ k.red, k.green, k.blue, k.attenuation };
  };
  std::size_t above = 0;
  while (above < knots.size() && knots[above].scalar <= value)
    ++above;
  if (above == 0)
    return of(knots.front());
  if (above == knots.size())
    return of(knots.back());
  const TransferFunctionKnot &a = knots[above - 1], &b = knots[above];
  const double share = (value - a.scalar) / (b.scalar - a.scalar);
  std::array<double, 4> found = of(a);
  const std::array<double, 4> end = of(b);
  for (std::size_t c = 0; c < 4; ++c)
    found[c] += share * (end[c] - found[c]);
  return found;
}

double factorOf(const GradientOpacity& opacity, double magnitude)
{
  std::vector<TransferFunctionKnot> knots;
  for (const GradientOpacityKnot& k : opacity.knots)
    knots.push_back({ k.magnitude, 0.0f, 0.0f, 0.0f, k.factor });
  return std::max(0.0, lookUp(knots, magnitude)[3]);
}

std::array<double, 4> lookUp(const TransferFunction2D& table, double value, double magnitude)
{
  const auto place = [](double x, const double range[2], int n, std::size_t& cell) {
    const double at = std::clamp((x - range[0]) / (range[1] - range[0]) * (n - 1), 0.0, double(n - 1));
    cell = std::min(static_cast<std::size_t>(at), static_cast<std::size_t>(std::max(0, n - 2)));
    return at - static_cast<double>(cell);
  };
  std::size_t column, row;
  const double x = place(value, table.values, table.columns, column);
  const double y = place(magnitude, table.magnitudes, table.rows, row);
  std::array<double, 4> found = {};
  for (std::size_t k = 0; k < 4; ++k)
  {
    const std::size_t right = k & 1, up = k >> 1;
    const TransferFunction2DEntry& e =
      table.entries[(row + up) * static_cast<std::size_t>(table.columns) + column + right];
    const double w = (right ? x : 1.0 - x) * (up ? y : 1.0 - y);
    const double of[4] = { e.red, e.green, e.blue, std::max(0.0f, e.attenuation) };
    for (std::size_t c = 0; c < 4; ++c)
      found[c] += w * of[c];
  }
  return found;
}
} // namespace

void GridVolumeScene::giveTo(GridRayCaster& caster) const
{
  caster.setGrid(volume.input());
  MeshLook look;
  ShownField shown;
  static_cast<Field&>(shown) = volume.input().scalars;
  shown.full = full;
  look.fields.values = shown;
  if (!opacity.bytes.empty())
  {
    HeldField held;
    static_cast<Field&>(held) = opacity.values();
    look.fields.opacity = held;
    look.style.opacityFunction = opacityFunction;
  }
  if (!threshold.bytes.empty())
  {
    ThresholdField shownCells;
    static_cast<Field&>(shownCells) = threshold.values();
    look.fields.threshold = shownCells;
    look.style.threshold = bounds;
  }
  if (!colorValues.bytes.empty())
  {
    look.fields.surfaceValues = colorValues.values();
    look.style.surfaceColors = colors;
  }
  if (!function.knots.empty())
    look.style.function = function;
  look.style.gradientOpacity = gradientOpacity;
  look.style.function2D = table;
  look.style.isosurfaces = surfaces;
  look.style.lights = lights;
  look.style.material = material;
  caster.update(look);
}

/// A place in a cell: its coordinates in the grid, and from 0 to 1 within the cell.
struct BruteForceGridCaster::Place
{
  GridIndex cell;
  Vector local, grid;
};

BruteForceGridCaster::BruteForceGridCaster(
  const GridVolumeScene& scene, const Camera& camera, const FrameOptions& options)
  : scene_(scene)
  , camera_(camera)
  , options_(options)
{
  const TestVolume& volume = scene.volume;
  areCellsConstant_ = volume.areCellsConstant && volume.scalars.association == Association::Cells;
  const bool atCells = volume.scalars.association == Association::Cells && !areCellsConstant_;
  const bool isRectilinear = !volume.coordinates[0].empty();
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const std::int64_t planes = volume.dimensions[axis] - (atCells ? 1 : 0);
    count_[axis] = planes - (areCellsConstant_ ? 1 : 0);
    for (std::int64_t i = 0; i < planes; ++i)
    {
      const auto at = static_cast<std::size_t>(i);
      const std::vector<double>& given = volume.coordinates[axis];
      const double half = atCells ? 0.5 : 0.0;
      planes_[axis].push_back(!isRectilinear ? double(i) + half
          : atCells                          ? 0.5 * (given[at] + given[at + 1])
                                             : given[at]);
    }
  }
  gridToMesh_ = volume.indexToMesh;
  Matrix meshToEye;
  std::copy_n(camera.meshToEye, 16, meshToEye.begin());
  gridToEye_ = multiply(meshToEye, gridToMesh_);
  eyeToGrid_ = inverse(gridToEye_.data());
  clipToEye_ = inverse(camera.eyeToClip);

  TestArray scalars = volume.scalars;
  scalars.component = scene.full > 0.0 ? 0 : scalars.component;
  values_ = valuesOf(scalars.values());
  for (int c = 0; c < 3 && scene.full > 0.0; ++c)
  {
    scalars.component = c;
    channels_[c] = valuesOf(scalars.values());
    for (double& x : channels_[c])
      x = std::isfinite(x) ? std::clamp(x / scene.full, 0.0, 1.0) : x;
  }
  for (std::size_t i = 0; i < channels_[0].size(); ++i)
    values_[i] = scene.full * channels_[0][i];
  if (!scene.opacity.bytes.empty())
    opacities_ = valuesOf(scene.opacity.values());
  if (!scene.colorValues.bytes.empty())
    colorValues_ = valuesOf(scene.colorValues.values());
  std::vector<double> thresholds;
  if (!scene.threshold.bytes.empty())
    thresholds = valuesOf(scene.threshold.values());
  showsMissing_ = options.missing[3] > 0.0f && filmOf(options.blend).isComposite;
  isHidden_.assign(values_.size(), 0);
  isMissing_ = isHidden_;
  isBlank_.assign(values_.size(), 1);
  const std::int64_t less = areCellsConstant_ ? 0 : 1;
  for (GridIndex c = { 0, 0, 0 }; c[2] < count_[2] - less; ++c[2])
    for (c[1] = 0; c[1] < count_[1] - less; ++c[1])
      for (c[0] = 0; c[0] < count_[0] - less; ++c[0])
      {
        bool isFlagged = false;
        if (!volume.cellFlags.empty())
        {
          const std::int64_t at =
            (c[2] * (volume.dimensions[1] - 1) + c[1]) * (volume.dimensions[0] - 1) + c[0];
          isFlagged = (volume.cellFlags[static_cast<std::size_t>(at)] & volume.hiddenCellBits) != 0;
        }
        bool isHidden = isFlagged, isMissing = false, hasOpacity = true;
        for (int k = 0; k < (areCellsConstant_ ? 1 : 8); ++k)
        {
          const std::size_t corner =
            this->pointIndex({ c[0] + (k & 1), c[1] + (k >> 1 & 1), c[2] + (k >> 2) });
          isBlank_[corner] = isBlank_[corner] && isFlagged;
          isMissing = isMissing || !std::isfinite(values_[corner]);
          for (const std::vector<double>& channel : channels_)
            isMissing = isMissing || (!channel.empty() && !std::isfinite(channel[corner]));
          hasOpacity = hasOpacity && (scene.full == 0.0 || std::isfinite(opacities_[corner]));
          isHidden = isHidden ||
            (!thresholds.empty() &&
              !(thresholds[corner] >= scene.bounds.low && thresholds[corner] <= scene.bounds.high));
        }
        isHidden_[this->pointIndex(c)] = isHidden || (!hasOpacity && !isMissing);
        isMissing_[this->pointIndex(c)] = isMissing;
      }
  FiniteRange range;
  for (const double value : values_)
    if (std::isfinite(value))
      range.add(value);
  if (range.low <= range.high)
  {
    low_ = range.low;
    scale_ = range.high > range.low ? 1.0 / (range.high - range.low) : 1.0;
  }
}

bool BruteForceGridCaster::isDrawn(const GridIndex& cell) const
{
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cell[axis] < 0 || cell[axis] + (areCellsConstant_ ? 0 : 1) >= count_[axis])
      return false;
  return !isHidden_[this->pointIndex(cell)] && (showsMissing_ || !isMissing_[this->pointIndex(cell)]);
}

double BruteForceGridCaster::interpolate(const std::vector<double>& values, const Place& at) const
{
  if (areCellsConstant_)
    return values[this->pointIndex(at.cell)];
  double sum = 0.0;
  for (int k = 0; k < 8; ++k)
  {
    const double w = (k & 1 ? at.local[0] : 1.0 - at.local[0]) * (k & 2 ? at.local[1] : 1.0 - at.local[1]) *
      (k & 4 ? at.local[2] : 1.0 - at.local[2]);
    sum += w *
      values[this->pointIndex({ at.cell[0] + (k & 1), at.cell[1] + (k >> 1 & 1), at.cell[2] + (k >> 2) })];
  }
  return sum;
}

double BruteForceGridCaster::placeOf(std::size_t axis, std::int64_t i) const
{
  const auto plane = static_cast<std::size_t>(i);
  return areCellsConstant_ ? 0.5 * (planes_[axis][plane] + planes_[axis][plane + 1]) : planes_[axis][plane];
}

std::array<double, 4> BruteForceGridCaster::functionAt(double value) const
{
  std::array<double, 4> found = lookUp(scene_.function.knots, value);
  if (!scene_.function.isCategorical)
    return found;
  std::copy_n(scene_.function.otherColor, 3, found.begin());
  for (const TransferFunctionCategory& category : scene_.function.categories)
    if (category.scalar == value)
      return { category.red, category.green, category.blue, found[3] };
  return found;
}

/// Central differences, on one side where a neighbor is missing: outside of the grid, not finite, or only in
/// hidden cells.
Vector BruteForceGridCaster::gradientOfPoint(const GridIndex& point) const
{
  Vector gradient;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    GridIndex before = point, after = point;
    const auto isGood = [&](const GridIndex& p) {
      return std::isfinite(values_[this->pointIndex(p)]) && !isBlank_[this->pointIndex(p)];
    };
    if (point[axis] > 0)
    {
      --before[axis];
      before = isGood(before) ? before : point;
    }
    if (point[axis] + 1 < count_[axis])
    {
      ++after[axis];
      after = isGood(after) ? after : point;
    }
    const double width = this->placeOf(axis, after[axis]) - this->placeOf(axis, before[axis]);
    gradient[axis] =
      width != 0.0 ? (values_[this->pointIndex(after)] - values_[this->pointIndex(before)]) / width : 0.0;
  }
  return gradient;
}

Vector BruteForceGridCaster::gradient(const Place& at) const
{
  if (areCellsConstant_)
    return this->gradientOfPoint(at.cell);
  Vector inGrid = { 0, 0, 0 };
  for (int k = 0; k < 8; ++k)
  {
    const double w = (k & 1 ? at.local[0] : 1.0 - at.local[0]) * (k & 2 ? at.local[1] : 1.0 - at.local[1]) *
      (k & 4 ? at.local[2] : 1.0 - at.local[2]);
    const Vector g =
      this->gradientOfPoint({ at.cell[0] + (k & 1), at.cell[1] + (k >> 1 & 1), at.cell[2] + (k >> 2) });
    for (std::size_t axis = 0; axis < 3; ++axis)
      inGrid[axis] += w * g[axis];
  }
  return inGrid;
}

namespace
{
/// Converts a gradient over the coordinates that a matrix maps from to one over the coordinates that it maps
/// to.
Vector mapped(const Vector& gradient, const Matrix& matrix)
{
  const Matrix back = inverse(matrix.data());
  Vector found = { 0, 0, 0 };
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t axis = 0; axis < 3; ++axis)
      found[row] += back[4 * axis + row] * gradient[axis];
  return found;
}
} // namespace

std::array<double, 3> BruteForceGridCaster::directColor(const Place& at) const
{
  return { this->interpolate(channels_[0], at), this->interpolate(channels_[1], at),
    this->interpolate(channels_[2], at) };
}

std::array<double, 4> BruteForceGridCaster::emission(const Place& at, double value) const
{
  if (isMissing_[this->pointIndex(at.cell)])
    return { double(options_.missing[0]), double(options_.missing[1]), double(options_.missing[2]),
      double(options_.missing[3]) };
  const bool hasTable = !scene_.table.entries.empty();
  const bool isSteep = hasTable || !scene_.gradientOpacity.knots.empty() || options_.shade;
  const Vector gradient = isSteep ? this->gradient(at) : Vector{ 0, 0, 0 };
  const double magnitude = isSteep ? norm(mapped(gradient, gridToMesh_)) : 0.0;
  std::array<double, 4> found = hasTable ? lookUp(scene_.table, value, magnitude)
    : scene_.full > 0.0                  ? std::array<double, 4>{}
                                         : this->functionAt(value);
  if (scene_.full > 0.0)
  {
    const std::array<double, 3> color = this->directColor(at);
    std::copy(color.begin(), color.end(), found.begin());
  }
  if (!opacities_.empty())
    found[3] = lookUp(scene_.opacityFunction.knots, this->interpolate(opacities_, at))[3];
  if (!hasTable && !scene_.gradientOpacity.knots.empty())
    found[3] *= factorOf(scene_.gradientOpacity, magnitude);
  if (!options_.shade)
    return found;
  Vector normal = mapped(gradient, gridToEye_);
  const double length = norm(normal);
  const std::array<double, 4> p4 = transform(gridToEye_.data(), at.grid);
  const Vector p = { p4[0], p4[1], p4[2] };
  std::array<double, 3> lit;
  if (length > 0.0)
  {
    for (double& x : normal)
      x /= length;
    const double far = norm(p);
    const Vector direction =
      camera_.isParallel() ? Vector{ 0, 0, -1 } : Vector{ p[0] / far, p[1] / far, p[2] / far };
    lit =
      shadeSurface(scene_.material, scene_.lights, { found[0], found[1], found[2] }, p, normal, direction);
  }
  else
  {
    const double flat = static_cast<double>(scene_.material.ambient) +
      (scene_.lights.empty() ? static_cast<double>(scene_.material.diffuse) : 0.0);
    lit = { flat * found[0], flat * found[1], flat * found[2] };
  }
  return { lit[0], lit[1], lit[2], found[3] };
}

std::array<double, 3> BruteForceGridCaster::colorByArray(const Place& at) const
{
  const ColorTable& table = scene_.colors;
  std::array<double, 3> rgb = { table.nanColor[0], table.nanColor[1], table.nanColor[2] };
  const double value = this->interpolate(colorValues_, at);
  if (!std::isfinite(value))
    return rgb;
  if (table.ofColors)
  {
    std::vector<double> channel(colorValues_.size());
    for (std::size_t c = 0; c < 3; ++c)
    {
      for (std::size_t i = 0; i < channel.size(); ++i)
        channel[i] = std::isfinite(colorValues_[i])
          ? double(static_cast<std::int64_t>(colorValues_[i]) >> 8 * c & 255) / 255.0
          : colorValues_[i];
      rgb[c] = this->interpolate(channel, at);
    }
    return rgb;
  }
  const double last = double(table.rgb.size() / 3 - 1);
  const double place =
    std::clamp((value - table.range[0]) / (table.range[1] - table.range[0]), 0.0, 1.0) * last;
  const double entry = std::min(std::floor(place), std::max(0.0, last - 1.0));
  for (std::size_t c = 0; c < 3; ++c)
  {
    const double a = table.rgb[3 * static_cast<std::size_t>(entry) + c],
                 b = table.rgb[3 * static_cast<std::size_t>(std::min(entry + 1.0, last)) + c];
    rgb[c] = a + (b - a) * (place - entry);
  }
  return rgb;
}

std::array<double, 3> BruteForceGridCaster::shade(const Isosurface& surface, const Place& at) const
{
  Vector normal = mapped(this->gradient(at), gridToEye_);
  const double length = norm(normal);
  for (double& x : normal)
    x = length > 0.0 ? x / length : 0.0;
  const std::array<double, 4> p4 = transform(gridToEye_.data(), at.grid);
  const Vector p = { p4[0], p4[1], p4[2] };
  const double far = norm(p);
  const Vector direction =
    camera_.isParallel() ? Vector{ 0, 0, -1 } : Vector{ p[0] / far, p[1] / far, p[2] / far };
  std::array<double, 3> color = { surface.color[0], surface.color[1], surface.color[2] };
  if (!colorValues_.empty() && !surface.keepsColor)
    color = this->colorByArray(at);
  return shadeSurface(scene_.material, scene_.lights, color, p, normal, direction);
}

bool BruteForceGridCaster::findCell(const Vector& grid, Place& place) const
{
  place.grid = grid;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const std::vector<double>& planes = planes_[axis];
    const double x = grid[axis];
    place.cell[axis] = -1;
    for (std::size_t c = 0; c + 1 < planes.size(); ++c)
      if ((x >= planes[c] && x < planes[c + 1]) || (x <= planes[c] && x > planes[c + 1]))
      {
        place.cell[axis] = static_cast<std::int64_t>(c);
        place.local[axis] = (x - planes[c]) / (planes[c + 1] - planes[c]);
      }
    if (place.cell[axis] < 0)
      return false;
  }
  return this->isDrawn(place.cell);
}

std::array<double, 4> BruteForceGridCaster::emissionAt(int i, int j, double share, double* length) const
{
  const auto [first, last] = pixelRay(camera_, clipToEye_, i, j);
  const Vector along = minus(last, first);
  if (length)
    *length = norm(along);
  const std::array<double, 4> p = transform(eyeToGrid_.data(),
    { first[0] + share * along[0], first[1] + share * along[1], first[2] + share * along[2] });
  Place place;
  if (!this->findCell({ p[0], p[1], p[2] }, place))
    return { 0, 0, 0, 0 };
  return this->emission(place, this->interpolate(values_, place));
}

std::array<double, 4> BruteForceGridCaster::pixel(double i, double j, int samples, double* met) const
{
  const auto at = static_cast<std::size_t>(std::lround(i) + std::lround(j) * camera_.width);
  const double window = options_.opaqueDepth ? double(options_.opaqueDepth.depths[at]) : 1.0;
  const auto [first, last] = pixelRay(camera_, clipToEye_, i, j, std::min(1.0, window));
  const Vector along = minus(last, first);
  const double length = norm(along);
  const auto toGrid = [&](const Vector& p) {
    const std::array<double, 4> g = transform(eyeToGrid_.data(), p);
    return Vector{ g[0], g[1], g[2] };
  };
  const Vector from = toGrid(first), to = toGrid(last), way = minus(to, from);

  // The ray is cut where it passes a plane of the grid. Its parameter goes from 0 to 1.
  std::vector<double> cuts = { 0.0, 1.0 };
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const double plane : planes_[axis])
    {
      const double t = (plane - from[axis]) / way[axis];
      if (t > 0.0 && t < 1.0)
        cuts.push_back(t);
    }
  Matrix meshToEye;
  std::copy_n(camera_.meshToEye, 16, meshToEye.begin());
  const Matrix eyeToMesh = inverse(meshToEye.data());
  ClippingPlane sides[6];
  if (options_.cropBox.on)
    options_.cropBox.halfSpaces(sides);
  const auto isInside = [&](const ClippingPlane& plane, const Vector& p) {
    return plane.normal[0] * p[0] + plane.normal[1] * p[1] + plane.normal[2] * p[2] >= plane.distance;
  };
  const auto isCut = [&](double t) {
    const std::array<double, 4> p4 = transform(
      eyeToMesh.data(), { first[0] + t * along[0], first[1] + t * along[1], first[2] + t * along[2] });
    const Vector p = { p4[0], p4[1], p4[2] };
    for (const ClippingPlane& plane : options_.clippingPlanes)
      if (!isInside(plane, p))
        return true;
    if (!options_.cropBox.on)
      return false;
    bool isInBox = true;
    for (const ClippingPlane& side : sides)
      isInBox = isInBox && isInside(side, p);
    return isInBox == options_.cropBox.keepsOutside;
  };
  const auto addPlane = [&](const ClippingPlane& plane) {
    const auto height = [&](const Vector& eye) {
      const std::array<double, 4> p = transform(eyeToMesh.data(), eye);
      return plane.normal[0] * p[0] + plane.normal[1] * p[1] + plane.normal[2] * p[2] - plane.distance;
    };
    const double a = height(first), b = height(last);
    if (a * b < 0.0)
      cuts.push_back(a / (a - b));
  };
  for (const ClippingPlane& plane : options_.clippingPlanes)
    addPlane(plane);
  if (options_.cropBox.on)
    for (const ClippingPlane& side : sides)
      addPlane(side);
  std::vector<double> slices;
  {
    const std::size_t before = cuts.size();
    for (const ClippingPlane& plane : options_.slices)
      addPlane(plane);
    slices.assign(cuts.begin() + static_cast<std::ptrdiff_t>(before), cuts.end());
  }
  std::sort(cuts.begin(), cuts.end());

  // Surfaces: their light, and the share of light that comes through. They attenuate a composited volume
  // where they are, and lie over all other films.
  std::array<double, 3> over = { 0, 0, 0 };
  double through = 1.0, lastValue = std::nan(""), lastEnd = -1.0;
  const auto countBelow = [&](double value) {
    return std::count_if(scene_.surfaces.begin(), scene_.surfaces.end(),
      [value](const Isosurface& surface) { return surface.value <= value; });
  };

  const FilmTraits& film = filmOf(options_.blend);
  std::array<double, 4> pixel = { 0, 0, 0, 0 };
  std::array<double, 3> sums = { 0, 0, 0 }; ///< of direct colors
  double transmittance = 1.0, sum = 0.0, counted = 0.0, inCells = 0.0;
  double extreme = film.order * HUGE_VAL, opacityThere = 0.0;
  for (std::size_t n = 0; n + 1 < cuts.size(); ++n)
  {
    const double begin = cuts[n], end = cuts[n + 1], middle = 0.5 * (begin + end);
    if (!(end - begin > 1e-12) || isCut(middle))
      continue;
    Place place;
    const auto locate = [&](double t) {
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        place.grid[axis] = from[axis] + t * way[axis];
        const auto c = static_cast<std::size_t>(place.cell[axis]);
        const std::vector<double>& planes = planes_[axis];
        place.local[axis] = (place.grid[axis] - planes[c]) / (planes[c + 1] - planes[c]);
      }
    };
    if (!this->findCell(
          { from[0] + middle * way[0], from[1] + middle * way[1], from[2] + middle * way[2] }, place))
      continue;
    const double step = (end - begin) * length / samples;
    inCells +=
      norm(minus(toGrid({ first[0] + end * along[0], first[1] + end * along[1], first[2] + end * along[2] }),
        toGrid({ first[0] + begin * along[0], first[1] + begin * along[1], first[2] + begin * along[2] })));
    const auto meet = [&](const std::array<double, 3>& color, double opacity) {
      double& light = film.isComposite ? transmittance : through;
      for (std::size_t c = 0; c < 3; ++c)
        (film.isComposite ? pixel[c] : over[c]) += light * opacity * color[c];
      light *= 1.0 - opacity;
    };
    bool isOver = false;
    if (begin > lastEnd + 1e-12 || areCellsConstant_) // a jump between constant cells is no surface
    {
      locate(begin);
      lastValue = this->interpolate(values_, place);
    }
    if (std::find(slices.begin(), slices.end(), begin) != slices.end())
    {
      locate(begin);
      if (scene_.full > 0.0)
      {
        if (!isMissing_[this->pointIndex(place.cell)])
          meet(this->directColor(place), double(options_.sliceOpacity));
      }
      else
      {
        const std::array<double, 4> color = this->functionAt(this->interpolate(values_, place));
        meet({ color[0], color[1], color[2] }, double(options_.sliceOpacity));
      }
    }
    for (int k = 0; k < samples && !isOver; ++k)
    {
      // Extremes also count the ends of the part.
      const double share = film.isOrdered() ? double(k) / (samples - 1) : (k + 0.5) / samples;
      locate(begin + share * (end - begin));
      const double value = this->interpolate(values_, place);
      for (auto below = countBelow(lastValue), to = countBelow(value); lastValue == lastValue && below != to;)
      {
        const bool up = to > below;
        const Isosurface& surface = scene_.surfaces[static_cast<std::size_t>(up ? below : below - 1)];
        below += up ? 1 : -1;
        meet(this->shade(surface, place), double(surface.opacity));
        isOver = isOver || surface.opacity >= 1.0f;
      }
      lastValue = value;
      if (!options_.drawVolume || isOver)
        continue;
      if (film.isComposite)
      {
        const std::array<double, 4> e = this->emission(place, value);
        const double behind = transmittance * std::exp(-e[3] * step);
        for (std::size_t c = 0; c < 3; ++c)
          pixel[c] += (transmittance - behind) * e[c];
        transmittance = behind;
        continue;
      }
      const double scalar = (value - low_) * scale_;
      const double opacity = !opacities_.empty()
        ? lookUp(scene_.opacityFunction.knots, this->interpolate(opacities_, place))[3]
        : lookUp(scene_.function.knots, value)[3];
      if (scene_.full > 0.0)
      {
        const std::array<double, 3> color = this->directColor(place);
        for (std::size_t c = 0; c < 3; ++c)
          sums[c] += opacity * color[c] * step;
        counted += step;
      }
      else if (film.isOrdered())
      {
        if (film.order < 0 ? value > extreme : value < extreme)
        {
          extreme = value;
          opacityThere = opacity;
        }
      }
      else if (!film.hasRange || (value >= options_.averageRange[0] && value <= options_.averageRange[1]))
      {
        sum += opacity * scalar * step;
        counted += step;
      }
    }
    lastEnd = end;
    if (isOver)
      break;
  }
  if (met)
    *met = inCells;
  if (film.isComposite)
    return { pixel[0], pixel[1], pixel[2], 1.0 - transmittance };
  if (film.isOrdered() && !std::isinf(extreme))
  {
    const std::array<double, 4> color = this->functionAt(extreme);
    const double opacity = std::clamp(opacityThere, 0.0, 1.0);
    pixel = { opacity * color[0], opacity * color[1], opacity * color[2], opacity };
  }
  if (!film.isOrdered() && counted > 0.0)
  {
    const double gray = std::clamp(film.hasRange ? sum / counted : sum, 0.0, 1.0);
    pixel = { gray, gray, gray, 1.0 };
  }
  if (scene_.full > 0.0 && counted > 0.0)
  {
    for (std::size_t c = 0; c < 3; ++c)
      pixel[c] = std::clamp(film.hasRange ? sums[c] / counted : sums[c], 0.0, 1.0);
    pixel[3] = 1.0;
  }
  for (std::size_t c = 0; c < 3; ++c)
    pixel[c] = over[c] + through * pixel[c];
  pixel[3] = 1.0 - through * (1.0 - pixel[3]);
  return pixel;
}

} // namespace inkray::testing
