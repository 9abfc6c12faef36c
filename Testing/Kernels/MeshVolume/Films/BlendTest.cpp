// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Films/BlendTest.h"

#include <cmath>
#include <memory>

namespace inkray::testing
{
namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// The exact integral of the product of two linear functions; Gauss-Legendre nodes would sample it.
double productIntegral(double a0, double a1, double b0, double b1)
{
  return (2.0 * a0 * b0 + a0 * b1 + a1 * b0 + 2.0 * a1 * b1) / 6.0;
}

/// The pixel of one ray and the length that it averages, in a mesh with this range of values. Segments
/// shorter than `shortest` are left out: rounding decides whether a ray that grazes a cell meets it.
struct BlendedPixel
{
  std::array<double, 4> rgba;
  double length;
};
BlendedPixel blended(const BruteForceTetCaster& oracle, const OracleScene& scene, const Blend& blend,
  const std::array<double, 2>& values, const std::vector<OracleSegment>& segments, double shortest)
{
  const auto [low, high] = values;
  const double range = high > low ? high - low : 1.0;
  const auto opacityAt = [&](double s) { return valueInPiece(scene.transferFunction, s, s); };
  double extreme = NaN, sum = 0.0, length = 0.0;
  for (const OracleSegment& segment : segments)
  {
    if (!oracle.isFinite(scene.scalars, scene.perCell, segment.tet) ||
      segment.end - segment.begin <= shortest)
      continue;
    const auto s = oracle.ends(scene.scalars, scene.perCell, segment);
    if (blend.mode == BlendMode::Maximum)
      extreme = std::fmax(extreme, std::max(s[0], s[1]));
    else if (blend.mode == BlendMode::Minimum)
      extreme = std::fmin(extreme, std::min(s[0], s[1]));
    else
    {
      std::vector<double> cuts = { 0.0, 1.0 };
      appendCuts(scene.transferFunction, s[0], s[1], cuts);
      for (const double end : { blend.low, blend.high })
        if ((s[0] < end) != (s[1] < end))
          cuts.push_back((end - s[0]) / (s[1] - s[0]));
      std::sort(cuts.begin(), cuts.end());
      for (std::size_t c = 0; c + 1 < cuts.size(); ++c)
      {
        const auto at = [&](double t) { return s[0] + t * (s[1] - s[0]); };
        const double a = at(cuts[c]), b = at(cuts[c + 1]), middle = 0.5 * (a + b);
        if (middle < blend.low || middle > blend.high)
          continue;
        const double part = (cuts[c + 1] - cuts[c]) * (segment.end - segment.begin);
        length += part;
        sum += part *
          productIntegral(valueInPiece(scene.transferFunction, middle, a)[3],
            valueInPiece(scene.transferFunction, middle, b)[3], (a - low) / range, (b - low) / range);
      }
    }
  }
  if (filmOf(blend.mode).isOrdered())
  {
    if (std::isnan(extreme))
      return { { 0.0, 0.0, 0.0, 0.0 }, 1.0 };
    const auto shown = opacityAt(extreme);
    const double opacity = std::clamp(shown[3], 0.0, 1.0);
    return { { opacity * shown[0], opacity * shown[1], opacity * shown[2], opacity }, 1.0 };
  }
  if (!(length > 0.0))
    return { { 0.0, 0.0, 0.0, 0.0 }, 1.0 };
  const double gray = std::clamp(blend.mode == BlendMode::Average ? sum / length : sum, 0.0, 1.0);
  return { { gray, gray, gray, 1.0 }, blend.mode == BlendMode::Average ? length : 1.0 };
}

/// The scene with each jump of its function moved to where kernels have it: 2e-6 of the range of values
/// beside its scalar, on the side that does not contain the scalar. A cell value may lie in between.
OracleScene withJumpsMoved(const OracleScene& scene, const std::array<double, 2>& values)
{
  OracleScene moved = scene;
  TransferFunction& function = moved.transferFunction;
  const double step = 2e-6 * (values[1] - values[0]);
  for (std::size_t k = 0; k + 1 < function.knots.size(); ++k)
  {
    const double at = function.knots[k].scalar;
    if (function.knots[k + 1].scalar != at)
      continue;
    const auto& ends = function.upperEnds;
    const double to = std::find(ends.begin(), ends.end(), at) == ends.end() ? at - step : at + step;
    function.knots[k].scalar = function.knots[k + 1].scalar = to;
    ++k;
  }
  return moved;
}

} // namespace

void BlendTest::expectBlended(const std::vector<float>& image, const OracleScene& scene, const Camera& camera,
  const Blend& blend, double tolerance, const std::string& what, const float* opaqueDepth)
{
  const auto moved = [&](double right, double up) {
    Camera toSide = camera;
    Matrix projection;
    std::copy(camera.eyeToClip, camera.eyeToClip + 16, projection.begin());
    projection = multiply(translation(2.0 * right / camera.width, 2.0 * up / camera.height, 0.0), projection);
    std::copy(projection.begin(), projection.end(), toSide.eyeToClip);
    return std::make_unique<BruteForceTetCaster>(scene, toSide);
  };
  constexpr double near = 1e-5; // in pixels
  const BruteForceTetCaster oracle(scene, camera);
  const std::array<double, 2> values = finiteRange(scene.scalars);
  std::vector<std::unique_ptr<BruteForceTetCaster>> neighbors;
  int atOdds = 0;
  for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
  {
    const double opaque = opaqueDepth ? opaqueDepth[pixel] : 1.0;
    const auto segmentsOf = [&](const BruteForceTetCaster& of, const MovedEnds& moved = {}) {
      return of.segments(pixel % camera.width, pixel / camera.width, opaque, { 0.0, 0.0 }, moved);
    };
    const auto pixelOf = [&](const BruteForceTetCaster& of, double shortest, const MovedEnds& moved = {}) {
      return blended(of, scene, blend, values, segmentsOf(of, moved), shortest);
    };
    const BlendedPixel wanted = pixelOf(oracle, 0.0);
    this->Covered += wanted.rgba[3] > 0.0;
    std::array<double, 4> low = wanted.rgba, high = wanted.rgba;
    // For a short average, the rounding of depths is a large share of the length.
    const double tolerated = tolerance + (wanted.length < 0.05 ? 2e-6 / wanted.length : 0.0);
    const auto fits = [&] {
      for (std::size_t c = 0; c < 4; ++c)
      {
        const double is = image[4 * static_cast<std::size_t>(pixel) + c];
        if (!(is >= low[c] - tolerated && is <= high[c] + tolerated))
          return false;
      }
      return true;
    };
    if (fits())
      continue;
    const auto widen = [&](const BlendedPixel& by) {
      for (std::size_t c = 0; c < 4; ++c)
      {
        low[c] = std::min(low[c], by.rgba[c]);
        high[c] = std::max(high[c], by.rgba[c]);
      }
    };
    const MovedEnds by = roundingOfEnds(scene, camera, opaque);
    for (const double begin : { by.begin, -by.begin })
      for (const double end : { by.end, -by.end })
        widen(pixelOf(oracle, 0.0, { begin, end }));
    widen(blended(oracle, withJumpsMoved(scene, values), blend, values, segmentsOf(oracle), 0.0));
    if (fits())
      continue;
    ++atOdds;
    if (neighbors.empty())
    {
      for (const double by : { near, -near })
      {
        neighbors.push_back(moved(by, 0));
        neighbors.push_back(moved(0, by));
      }
    }
    widen(pixelOf(oracle, 1e-5));
    for (const auto& neighbor : neighbors)
      widen(pixelOf(*neighbor, 0.0));
    const float* const is = &image[4 * static_cast<std::size_t>(pixel)];
    EXPECT_TRUE(fits()) << what << ", " << name(blend.mode) << ": pixel " << pixel << " is " << is[0] << " "
                        << is[1] << " " << is[2] << " " << is[3] << ", the reference " << wanted.rgba[0]
                        << " " << wanted.rgba[1] << " " << wanted.rgba[2] << " " << wanted.rgba[3];
  }
  EXPECT_LE(atOdds, 3 + camera.width * camera.height / 200) << what << ", " << name(blend.mode);
}

} // namespace inkray::testing
