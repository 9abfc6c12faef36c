// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/Grid/BruteForceIsosurface.h"
#include "Core/FieldValues.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inkray::testing
{
namespace
{

constexpr double Infinity = std::numeric_limits<double>::infinity();

Vector along(const Vector& origin, const Vector& direction, double t)
{
  return { origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2] };
}

Vector point(const Matrix& matrix, const Vector& p)
{
  const auto q = transform(matrix.data(), p);
  return { q[0], q[1], q[2] };
}

Vector vectorOf(const Matrix& matrix, const Vector& v)
{
  const double* m = matrix.data();
  return { m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[4] * v[0] + m[5] * v[1] + m[6] * v[2],
    m[8] * v[0] + m[9] * v[1] + m[10] * v[2] };
}

/// All values in double precision: one component, or the norm of all components.
std::vector<double> readValues(const Field& array, std::size_t count)
{
  std::vector<double> result(count);
  visitValues(array.values, array.type, [&](const auto* values) {
    for (std::size_t i = 0; i < count; ++i)
    {
      if (array.component >= 0)
      {
        result[i] = static_cast<double>(values[i * array.numComponents + array.component]);
        continue;
      }
      double sum = 0.0;
      for (int c = 0; c < array.numComponents; ++c)
      {
        const double v = static_cast<double>(values[i * array.numComponents + c]);
        sum += v * v;
      }
      result[i] = std::sqrt(sum);
    }
  });
  return result;
}

} // namespace

/// The span of a ray in one cell, and the cubic polynomial of the value along it, with u from 0 to 1.
struct BruteForceIsosurface::Piece
{
  double begin, end;
  std::array<double, 4> coefficient;
  double lowest, highest;

  double at(double u) const
  {
    return ((this->coefficient[3] * u + this->coefficient[2]) * u + this->coefficient[1]) * u +
      this->coefficient[0];
  }
  /// The distance of values from the isovalue within which rounding decides. In single precision, values are
  /// stored relative to `origin`.
  double margin(double isovalue, double origin) const
  {
    // The first term is the rounding of positions, the second the rounding of values in single precision.
    return ValueMargin * (this->highest - this->lowest) +
      ValueRounding *
      std::max(
        { std::abs(this->lowest - origin), std::abs(this->highest - origin), std::abs(isovalue - origin) });
  }
  /// The places within (0, 1) where the derivative vanishes, in order.
  std::vector<double> extremes() const
  {
    const double a = 3.0 * this->coefficient[3], b = 2.0 * this->coefficient[2], c = this->coefficient[1];
    std::vector<double> roots;
    const double discriminant = b * b - 4.0 * a * c;
    if (discriminant >= 0.0)
    {
      const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
      for (const double u : { a != 0.0 ? q / a : -1.0, q != 0.0 ? c / q : -1.0 })
      {
        if (u > 0.0 && u < 1.0)
          roots.push_back(u);
      }
    }
    std::sort(roots.begin(), roots.end());
    return roots;
  }
};

/// A sample at the end of a monotone section: the value relative to the isovalue. The section before the
/// sample lies in `piece` from u0 to u1.
struct BruteForceIsosurface::Sample
{
  double distance, value, margin;
  const Piece* piece;
  double u0, u1;

  int zone() const { return this->value > this->margin ? 1 : this->value < -this->margin ? -1 : 0; }
  /// Rounding of the value in double precision.
  double rounding(double isovalue) const
  {
    return 1e-12 *
      std::max({ std::abs(this->piece->lowest), std::abs(this->piece->highest), std::abs(isovalue) });
  }
  /// The distance at which value - level changes to the sign that it has at the end of the section before
  /// this sample. The end decides, because the begin is a sample of the piece before: if both lie on the
  /// isovalue, rounding may have put them on different sides.
  double solve(double isovalue, double level) const
  {
    double low = this->u0, high = this->u1;
    const bool atHigh = this->piece->at(high) - isovalue >= level;
    for (int step = 0; step < 60; ++step)
    {
      const double middle = 0.5 * (low + high);
      (this->piece->at(middle) - isovalue >= level) == atHigh ? high = middle : low = middle;
    }
    return this->piece->begin + 0.5 * (low + high) * (this->piece->end - this->piece->begin);
  }
};

BruteForceIsosurface::BruteForceIsosurface(const IsosurfaceScene& scene, const Camera& camera)
  : Scene(scene)
  , View(camera)
  , ClipToEye(inverse(camera.eyeToClip))
{
  const bool cells = scene.volume.scalars.association == Association::Cells;
  Matrix indexToMesh, meshToEye;
  std::copy(scene.volume.indexToMesh, scene.volume.indexToMesh + 16, indexToMesh.begin());
  std::copy(camera.meshToEye, camera.meshToEye + 16, meshToEye.begin());
  for (int a = 0; a < 3; ++a)
    this->Count[a] = scene.volume.dimensions[a] - (cells ? 1 : 0);
  this->findPlanes();
  this->GridToEye = multiply(meshToEye, multiply(indexToMesh, this->GridToIndex));
  this->EyeToGrid = inverse(this->GridToEye.data());
  const auto count = static_cast<std::size_t>(this->Count[0] * this->Count[1] * this->Count[2]);
  this->Values = readValues(scene.volume.scalars, count);
  if (scene.colorValues.values)
    this->Colors = readValues(scene.colorValues, count);
  this->findOrigin();
  this->findEmptyCells();
  for (int s = 0; s < static_cast<int>(scene.surfaces.size()); ++s)
  {
    const auto same = [&](int other) { return scene.surfaces[other].value == scene.surfaces[s].value; };
    if (std::none_of(this->Order.begin(), this->Order.end(), same))
      this->Order.push_back(s);
  }
  std::sort(this->Order.begin(), this->Order.end(),
    [&](int a, int b) { return scene.surfaces[a].value < scene.surfaces[b].value; });
}

/// Finds the planes on which values lie: the points, or the cells' centers. Grid coordinates run from 0 to
/// the number of cells; those of a rectilinear grid are the caller's, shifted and scaled.
void BruteForceIsosurface::findPlanes()
{
  const bool cells = this->Scene.volume.scalars.association == Association::Cells;
  this->GridToIndex = translation(0, 0, 0);
  for (int a = 0; a < 3; ++a)
  {
    const double* given = this->Scene.volume.coordinates[a];
    const auto coordinate = [&](std::int64_t i) { return given ? given[i] : static_cast<double>(i); };
    std::vector<double>& planes = this->Planes[a];
    for (std::int64_t i = 0; i < this->Count[a]; ++i)
      planes.push_back(cells ? 0.5 * (coordinate(i) + coordinate(i + 1)) : coordinate(i));
    const double first = planes.front(),
                 scale = (planes.back() - first) / static_cast<double>(this->Count[a] - 1);
    for (double& plane : planes)
      plane = (plane - first) / scale;
    this->GridToIndex[5 * a] = scale;
    this->GridToIndex[4 * a + 3] = first;
  }
}

/// Ray casters store short integers and floats unchanged, and other values relative to the middle of their
/// range.
void BruteForceIsosurface::findOrigin()
{
  const Field& scalars = this->Scene.volume.scalars;
  const bool isWide = scalars.type != ValueType::Float32 && scalars.type != ValueType::Int8 &&
    scalars.type != ValueType::UInt8 && scalars.type != ValueType::Int16 && scalars.type != ValueType::UInt16;
  double low = Infinity, high = -Infinity;
  for (const double value : this->Values)
  {
    low = std::isfinite(value) ? std::min(low, value) : low;
    high = std::isfinite(value) ? std::max(high, value) : high;
  }
  if ((isWide || scalars.isMagnitude()) && low <= high)
    this->Origin = 0.5 * low + 0.5 * high;
}

std::int64_t BruteForceIsosurface::cellAt(int axis, double x) const
{
  const std::vector<double>& planes = this->Planes[axis];
  const auto above = std::upper_bound(planes.begin(), planes.end(), x) - planes.begin();
  return std::clamp<std::int64_t>(above - 1, 0, this->Count[axis] - 2);
}

void BruteForceIsosurface::findEmptyCells()
{
  const VolumeInput& volume = this->Scene.volume;
  const std::int64_t* n = volume.dimensions;
  const auto pointHidden = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return volume.pointFlags && (volume.pointFlags[(k * n[1] + j) * n[0] + i] & volume.hiddenPointBits) != 0;
  };
  // A cell of the image is hidden by its own flag or by the flag of one of its points.
  const auto cellHas = [&](std::int64_t i, std::int64_t j, std::int64_t k, std::uint8_t bits) {
    return volume.cellFlags && (volume.cellFlags[(k * (n[1] - 1) + j) * (n[0] - 1) + i] & bits) != 0;
  };
  const auto cellHidden = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    bool hidden = cellHas(i, j, k, volume.hiddenCellBits);
    for (int c = 0; c < 8; ++c)
      hidden = hidden || pointHidden(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
    return hidden;
  };
  const bool cells = volume.scalars.association == Association::Cells;
  this->Empty.assign(this->Values.size(), 1);
  for (std::int64_t k = 0; k + 1 < this->Count[2]; ++k)
    for (std::int64_t j = 0; j + 1 < this->Count[1]; ++j)
      for (std::int64_t i = 0; i + 1 < this->Count[0]; ++i)
      {
        bool empty = cellHas(i, j, k, volume.ghostCellBits) || (!cells && cellHidden(i, j, k));
        for (int c = 0; c < 8; ++c)
        {
          const std::int64_t x = i + (c & 1), y = j + (c >> 1 & 1), z = k + (c >> 2);
          empty = empty || !std::isfinite(this->value(x, y, z)) || (cells && cellHidden(x, y, z));
        }
        this->Empty[this->pointIndex(i, j, k)] = empty;
      }
  // A value is good if it is finite and in a visible cell of the interpolant. Ghost cells count as visible.
  this->Good.assign(this->Values.size(), 0);
  for (std::int64_t k = 0; k + 1 < this->Count[2]; ++k)
    for (std::int64_t j = 0; j + 1 < this->Count[1]; ++j)
      for (std::int64_t i = 0; i + 1 < this->Count[0]; ++i)
      {
        bool hidden = !cells && cellHidden(i, j, k);
        for (int c = 0; c < 8 && cells; ++c)
          hidden = hidden || cellHidden(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
        for (int c = 0; c < 8 && !hidden; ++c)
        {
          const std::size_t at = this->pointIndex(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
          this->Good[at] = std::isfinite(this->Values[at]) ? 1 : 0;
        }
      }
}

OracleRay BruteForceIsosurface::ray(int i, int j, const Vector& shift) const
{
  const auto [near, far] = pixelRay(this->View, this->ClipToEye, i, j);
  OracleRay ray;
  const Vector way = minus(far, near);
  ray.length = norm(way);
  ray.eyeDirection = { way[0] / ray.length, way[1] / ray.length, way[2] / ray.length };
  ray.eyeOrigin = along(near, vectorOf(this->GridToEye, shift), 1.0);
  ray.gridOrigin = point(this->EyeToGrid, ray.eyeOrigin);
  ray.gridDirection = vectorOf(this->EyeToGrid, ray.eyeDirection);
  ray.voxelsPerLength = norm(ray.gridDirection);
  return ray;
}

std::vector<std::vector<BruteForceIsosurface::Piece>> BruteForceIsosurface::stretches(
  const OracleRay& ray) const
{
  // The part of the ray in the grid's box. It reaches a little beyond the near and far planes: events on
  // these planes are then found, and count as unclear.
  const double margin = RimMargin / ray.voxelsPerLength;
  double begin = -margin, end = ray.length + margin;
  for (int a = 0; a < 3; ++a)
  {
    const double o = ray.gridOrigin[a], d = ray.gridDirection[a], last = this->Planes[a].back();
    if (d == 0.0)
    {
      end = o >= 0.0 && o <= last ? end : -Infinity;
      continue;
    }
    begin = std::max(begin, std::min(-o / d, (last - o) / d));
    end = std::min(end, std::max(-o / d, (last - o) / d));
  }
  std::vector<std::vector<Piece>> result;
  if (!(begin < end))
    return result;

  // Cut the ray by all grid planes; the middle of each piece determines its cell.
  std::vector<double> cuts = { begin, end };
  for (int a = 0; a < 3; ++a)
  {
    const double o = ray.gridOrigin[a], d = ray.gridDirection[a];
    if (d == 0.0)
      continue;
    for (const double plane : this->Planes[a])
    {
      const double t = (plane - o) / d;
      if (t > begin && t < end)
        cuts.push_back(t);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  bool connected = false;
  for (std::size_t c = 0; c + 1 < cuts.size(); ++c)
  {
    if (!(cuts[c] < cuts[c + 1]))
      continue;
    const Vector middle = along(ray.gridOrigin, ray.gridDirection, 0.5 * (cuts[c] + cuts[c + 1]));
    std::array<std::int64_t, 3> cell;
    for (int a = 0; a < 3; ++a)
      cell[a] = this->cellAt(a, middle[a]);
    if (this->isEmpty(cell[0], cell[1], cell[2]))
    {
      connected = false;
      continue;
    }
    if (!connected)
      result.emplace_back();
    connected = true;

    // The cubic is the sum over the corners of their value times three linear functions.
    Piece piece{ cuts[c], cuts[c + 1], { 0, 0, 0, 0 }, Infinity, -Infinity };
    const Vector from = along(ray.gridOrigin, ray.gridDirection, piece.begin);
    for (int corner = 0; corner < 8; ++corner)
    {
      const double value =
        this->value(cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2));
      piece.lowest = std::min(piece.lowest, value);
      piece.highest = std::max(piece.highest, value);
      std::array<double, 4> product = { value, 0, 0, 0 };
      for (int a = 0; a < 3; ++a)
      {
        const double start = (from[a] - this->Planes[a][cell[a]]) / this->width(a, cell[a]),
                     slope = ray.gridDirection[a] * (piece.end - piece.begin) / this->width(a, cell[a]);
        const double p0 = corner >> a & 1 ? start : 1.0 - start, p1 = corner >> a & 1 ? slope : -slope;
        for (int power = 3; power >= 0; --power)
          product[power] = product[power] * p0 + (power > 0 ? product[power - 1] * p1 : 0.0);
      }
      for (int power = 0; power < 4; ++power)
        piece.coefficient[power] += product[power];
    }
    result.back().push_back(piece);
  }
  return result;
}

void BruteForceIsosurface::findEvents(const std::vector<Piece>& stretch, int surface, double voxelsPerLength,
  std::vector<OracleEvent>& events) const
{
  // Place samples at the ends of monotone sections. The extremes of a piece do not matter if its corners are
  // all on one side of the isovalue. Neighboring pieces share a sample.
  const double isovalue = this->Scene.surfaces[surface].value;
  std::vector<Sample> samples;
  for (const Piece& piece : stretch)
  {
    const double margin = piece.margin(isovalue, this->Origin);
    if (samples.empty())
      samples.push_back({ piece.begin, piece.at(0.0) - isovalue, margin, &piece, 0.0, 0.0 });
    else
      samples.back().margin = std::max(samples.back().margin, margin);
    double u0 = 0.0;
    if (piece.lowest - isovalue <= margin && piece.highest - isovalue >= -margin)
    {
      for (const double u : piece.extremes())
      {
        samples.push_back(
          { piece.begin + u * (piece.end - piece.begin), piece.at(u) - isovalue, margin, &piece, u0, u });
        u0 = u;
      }
    }
    samples.push_back({ piece.end, piece.at(1.0) - isovalue, margin, &piece, u0, 1.0 });
  }

  // Append the event between samples a and b. All samples between them are within the margin.
  const auto event = [&](std::size_t a, std::size_t b, bool clear) {
    OracleEvent e{ surface, clear, samples[a].distance, samples[b].distance, {}, {} };
    for (std::size_t k = a; k < b; ++k)
    {
      if ((samples[k].value >= 0.0) != (samples[k + 1].value >= 0.0))
        e.crossings.push_back(samples[k + 1].solve(isovalue, 0.0));
    }
    for (std::size_t k = a; k <= b; ++k)
    {
      if (std::abs(samples[k].value) <= samples[k].rounding(isovalue))
        e.touches.push_back(samples[k].distance);
    }
    const auto edge = [&](const Sample& outside, const Sample& section) {
      const double level = outside.zone() * std::max(outside.margin, section.margin);
      return std::abs(outside.value) <= std::abs(level) ? outside.distance : section.solve(isovalue, level);
    };
    if (samples[a].zone() != 0)
      e.low = edge(samples[a], samples[a + 1]);
    if (samples[b].zone() != 0)
    {
      Sample backward = samples[b];
      backward.margin = std::max(backward.margin, samples[b - 1].margin);
      const double level = samples[b].zone() * backward.margin;
      e.high = std::abs(samples[b].value) <= backward.margin ? samples[b].distance
                                                             : samples[b].solve(isovalue, level);
    }
    const double rim = RimMargin / voxelsPerLength;
    const double first = e.crossings.empty() ? e.low : e.crossings.front(),
                 last = e.crossings.empty() ? e.high : e.crossings.back();
    e.clear =
      clear && !e.crossings.empty() && first - stretch.front().begin > rim && stretch.back().end - last > rim;
    e.low = std::min(e.low, first);
    e.high = std::max(e.high, last);
    events.push_back(e);
  };
  bool known = false;
  std::size_t last = 0;
  for (std::size_t k = 0; k < samples.size(); ++k)
  {
    if (samples[k].zone() == 0)
      continue;
    if (known && samples[last].zone() != samples[k].zone())
      event(last, k, true);
    else if (k > last + (known ? 1 : 0))
      event(last, k, false);
    known = true;
    last = k;
  }
  if (last + 1 < samples.size())
    event(last, samples.size() - 1, false);
}

bool BruteForceIsosurface::isKept(const OracleRay& ray, double distance, const Vector& offset,
  const IsosurfaceFrameOptions& options, double opaque) const
{
  if (distance < 0.0 || distance > ray.length)
    return false;
  const Vector eye =
    along(along(ray.eyeOrigin, ray.eyeDirection, distance), vectorOf(this->GridToEye, offset), 1.0);
  if (opaque < 1.0 && this->windowDepth(-eye[2]) > opaque)
    return false;
  const Vector index =
    point(this->GridToIndex, along(along(ray.gridOrigin, ray.gridDirection, distance), offset, 1.0));
  const auto mesh = transform(this->Scene.volume.indexToMesh, index);
  for (const ClippingPlane& plane : options.clippingPlanes)
  {
    if (plane.normal[0] * mesh[0] + plane.normal[1] * mesh[1] + plane.normal[2] * mesh[2] < plane.distance)
      return false;
  }
  if (options.cropBox.on)
  {
    // The coordinates of the point along the box's three edges, by Cramer's rule.
    const auto determinant = [](const double* a, const double* b, const double* c) {
      return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    };
    const auto& edges = options.cropBox.edges;
    const double whole = determinant(edges[0], edges[1], edges[2]);
    const double from[3] = { mesh[0] - options.cropBox.origin[0], mesh[1] - options.cropBox.origin[1],
      mesh[2] - options.cropBox.origin[2] };
    bool inside = true;
    for (int i = 0; i < 3; ++i)
    {
      const double share = determinant(from, edges[(i + 1) % 3], edges[(i + 2) % 3]) / whole;
      inside = inside && share >= 0 && share <= 1;
    }
    if (inside == options.cropBox.keepsOutside)
      return false;
  }
  if (options.cropping)
  {
    int region = 0;
    for (int a = 0, stride = 1; a < 3; ++a, stride *= 3)
      region += stride *
        (index[a] < options.croppingPlanes[2 * a]           ? 0
            : index[a] <= options.croppingPlanes[2 * a + 1] ? 1
                                                            : 2);
    return (options.croppingRegions >> region & 1u) != 0;
  }
  return true;
}

std::vector<OracleEvent> BruteForceIsosurface::events(
  const OracleRay& ray, const IsosurfaceFrameOptions& options, double opaque) const
{
  std::vector<OracleEvent> found, kept;
  for (const std::vector<Piece>& stretch : this->stretches(ray))
  {
    for (const int surface : this->Order)
      this->findEvents(stretch, surface, ray.voxelsPerLength, found);
  }
  // An event is dropped if its whole neighborhood is cut away; an event at the rim of the visible part is
  // unclear.
  for (OracleEvent& event : found)
  {
    std::vector<double> places = event.crossings;
    if (!event.clear)
      places.insert(places.end(), { event.low, 0.5 * (event.low + event.high), event.high });
    bool all = true, any = false;
    for (const double place : places)
    {
      for (int corner = 0; corner < 8; ++corner)
      {
        const Vector offset = { corner & 1 ? RimMargin : -RimMargin, corner & 2 ? RimMargin : -RimMargin,
          corner & 4 ? RimMargin : -RimMargin };
        for (const double ahead : { -1.0, 1.0 })
        {
          const bool here = this->isKept(ray, place + ahead * RimMargin / ray.voxelsPerLength, offset,
            options, opaque < 1.0 ? opaque + 2e-7 * ahead : opaque);
          all = all && here;
          any = any || here;
        }
      }
    }
    event.clear = event.clear && all;
    if (any)
      kept.push_back(event);
  }
  const auto place = [](const OracleEvent& e) { return e.crossings.empty() ? e.low : e.crossings.front(); };
  std::stable_sort(kept.begin(), kept.end(),
    [&](const OracleEvent& a, const OracleEvent& b) { return place(a) < place(b); });
  return kept;
}

std::vector<OracleEvent> BruteForceIsosurface::eventsNearby(
  int i, int j, const IsosurfaceFrameOptions& options, double opaque) const
{
  constexpr int NumRays = 9;
  constexpr double Moved = 0.1; // voxels: how far apart events of neighboring rays may lie
  const auto place = [](const OracleEvent& e) { return e.crossings.empty() ? e.low : e.crossings.front(); };
  const OracleRay own = this->ray(i, j);
  std::vector<OracleEvent> all = this->events(own, options, opaque);
  std::vector<int> numRays(all.size(), 1), lastRay(all.size(), 0);
  const double slack = Moved / own.voxelsPerLength;
  for (int n = 1; n < NumRays; ++n)
  {
    Vector shift;
    for (int a = 0; a < 3; ++a)
      shift[a] = (n - 1) >> a & 1 ? RayMargin : -RayMargin;
    for (const OracleEvent& event : this->events(this->ray(i, j, shift), options, opaque))
    {
      std::size_t nearest = all.size();
      for (std::size_t k = 0; k < all.size(); ++k)
      {
        const bool isNear = all[k].surface == event.surface && lastRay[k] != n &&
          event.low <= all[k].high + slack && event.high >= all[k].low - slack;
        if (isNear &&
          (nearest == all.size() ||
            std::abs(place(all[k]) - place(event)) < std::abs(place(all[nearest]) - place(event))))
          nearest = k;
      }
      if (nearest == all.size())
      {
        all.push_back(event);
        numRays.push_back(1);
        lastRay.push_back(n);
        continue;
      }
      OracleEvent& same = all[nearest];
      same.clear = same.clear && event.clear;
      same.low = std::min(same.low, event.low);
      same.high = std::max(same.high, event.high);
      if (same.crossings.size() < event.crossings.size())
        same.crossings = event.crossings;
      same.touches.insert(same.touches.end(), event.touches.begin(), event.touches.end());
      ++numRays[nearest];
      lastRay[nearest] = n;
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k].clear = all[k].clear && numRays[k] == NumRays;
  std::stable_sort(
    all.begin(), all.end(), [&](const OracleEvent& a, const OracleEvent& b) { return place(a) < place(b); });
  return all;
}

double BruteForceIsosurface::depth(const OracleRay& ray, double distance) const
{
  return -(ray.eyeOrigin[2] + distance * ray.eyeDirection[2]);
}

double BruteForceIsosurface::windowDepth(double depth) const
{
  const double* P = this->View.eyeToClip;
  const double ndc = this->View.isParallel() ? -P[10] * depth + P[11] : (-P[10] * depth + P[11]) / depth;
  return 0.5 * ndc + 0.5;
}

} // namespace inkray::testing
