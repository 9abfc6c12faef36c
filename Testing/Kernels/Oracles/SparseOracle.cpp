// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/SparseOracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

double errorOf(const SparsePictureOf& picture, const SparsePictureOf& whole)
{
  double sum = 0;
  for (std::size_t i = 0; i < whole.image.size(); ++i)
  {
    const double off = picture.image[i] - whole.image[i];
    sum += off * off;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, whole.image.size())));
}

void expectSparse(const SparsePictureOf& whole, const SparsePictureOf& blurred, const SparsePictureOf& sharp,
  double mostError, const std::string& what)
{
  const std::size_t pixels = whole.image.size() / 4;
  EXPECT_GT(errorOf(blurred, whole), 0.01) << what << ": there is something to be seen";
  EXPECT_LE(errorOf(sharp, whole), mostError * errorOf(blurred, whole)) << what;
  EXPECT_GT(sharp.report.singleRays, 0) << what;
  EXPECT_LT(sharp.report.singleRays, static_cast<std::int64_t>(pixels / 4)) << what;
  std::int64_t other = 0, wrong = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel)
  {
    const auto same = [&](const SparsePictureOf& a, const SparsePictureOf& b) {
      return std::equal(&a.image[4 * pixel], &a.image[4 * pixel] + 4, &b.image[4 * pixel]) &&
        (a.depth.empty() || a.depth[pixel] == b.depth[pixel]);
    };
    const bool isInterpolated = same(sharp, blurred);
    other += isInterpolated ? 0 : 1;
    wrong += isInterpolated || same(sharp, whole) ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0) << what << ": a pixel is neither interpolated nor that of the whole picture";
  EXPECT_GT(other, sharp.report.singleRays / 2) << what;
  EXPECT_LE(other, sharp.report.singleRays) << what;
}

void expectInterpolated(
  const SparsePictureOf& enlarged, const SparsePictureOf& small, int width, int height, int size)
{
  const auto at = [&](int x, int y, int channel) {
    const int i = std::clamp(x, 0, width - 1), j = std::clamp(y, 0, height - 1);
    return static_cast<double>(small.image[4 * (static_cast<std::size_t>(j) * width + i) + channel]);
  };
  double worst = 0;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
    {
      const double u = (x + 0.5) * width / size - 0.5, v = (y + 0.5) * height / size - 0.5;
      const int i = static_cast<int>(std::floor(u)), j = static_cast<int>(std::floor(v));
      const double s = u - i, t = v - j;
      for (int channel = 0; channel < 4; ++channel)
      {
        const double expected = (1 - t) * ((1 - s) * at(i, j, channel) + s * at(i + 1, j, channel)) +
          t * ((1 - s) * at(i, j + 1, channel) + s * at(i + 1, j + 1, channel));
        worst = std::max(
          worst, std::abs(enlarged.image[4 * (static_cast<std::size_t>(y) * size + x) + channel] - expected));
      }
    }
  EXPECT_LT(worst, 2e-5) << width << " x " << height << " pixels";
}

std::vector<float> discOfStops(int size)
{
  std::vector<float> stops;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      stops.push_back(std::hypot(x - 0.42 * size, y - 0.47 * size) < 0.11 * size ? 0.0f : 1.0f);
  return stops;
}

} // namespace inkray::testing
