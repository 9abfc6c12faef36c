// SPDX-License-Identifier: BSD-3-Clause
#include "BenchSupport.h"
#include "Oracles/BruteForceTetCaster.h"

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>

namespace inkray::bench
{

double median(std::vector<double> sample)
{
  if (sample.empty())
  {
    return 0.0;
  }
  std::sort(sample.begin(), sample.end());
  const std::size_t n = sample.size();
  return n % 2 ? sample[n / 2] : 0.5 * (sample[n / 2 - 1] + sample[n / 2]);
}

Summary summarize(std::vector<double> sample)
{
  Summary result;
  if (!sample.empty())
  {
    std::sort(sample.begin(), sample.end());
    result.mean = std::accumulate(sample.begin(), sample.end(), 0.0) / double(sample.size());
    result.median = median(sample);
    result.high = sample[std::min(sample.size() - 1, static_cast<std::size_t>(0.95 * double(sample.size())))];
    result.maximum = sample.back();
  }
  return result;
}

TetMeshInput meshInput(const generator::TetMesh& mesh)
{
  TetMeshInput input;
  input.points = mesh.points.data();
  input.numPoints = mesh.numPoints();
  input.connectivity = mesh.tets.data();
  input.connectivityType = ValueType::Int32;
  input.numTets = mesh.numTets();
  return input;
}

Field scalarInput(const generator::TetMesh& mesh)
{
  Field input;
  input.values = mesh.scalars.data();
  input.numTuples = mesh.numPoints();
  return input;
}

/// Returns a rainbow of so many intervals, as bent as Turbo, over a ramp of the opacity or over five peaks.
TransferFunction rainbow(int count, bool peaks)
{
  TransferFunction function;
  for (int i = 0; i <= count; ++i)
  {
    const double s = double(i) / count;
    const auto wave = [s](
                        double phase) { return static_cast<float>(0.5 + 0.5 * std::sin(10.0 * s + phase)); };
    const double peak =
      (0.5 + std::floor(5.0 * s)) * std::max(0.0, 1.0 - std::abs(std::fmod(s, 0.2) - 0.1) / 0.06);
    function.knots.push_back(
      { s, wave(0.0), wave(2.0), wave(4.0), static_cast<float>(peaks ? 0.4 * peak : 0.9 * s) });
  }
  return function;
}

/// Four narrow peaks of opacity, each 4 % of the range wide, with a color each.
TransferFunction fourPeaks()
{
  TransferFunction function;
  const auto add = [&](double scalar, float red, float green, float blue, float attenuation) {
    function.knots.push_back({ scalar, red, green, blue, attenuation });
  };
  add(0.0, 0.1f, 0.2f, 0.9f, 0.0f);
  for (int k = 1; k <= 4; ++k)
  {
    const double at = 0.2 * k;
    const float red = 0.25f * static_cast<float>(k), green = k % 2 == 0 ? 0.9f : 0.3f;
    add(at - 0.02, red, green, 1.0f - red, 0.0f);
    add(at, red, green, 1.0f - red, 20.0f);
    add(at + 0.02, red, green, 1.0f - red, 0.0f);
  }
  add(1.0, 1.0f, 0.1f, 0.2f, 0.0f);
  return function;
}

/// Make four peaks as ParaView's users draw them: the peaks are of the opacity, up to a half. The attenuation
/// follows from it and is bent, so that the function has hundreds of knots.
TransferFunction peaksOfOpacity()
{
  TransferFunction function;
  const TransferFunction peaks = fourPeaks();
  for (std::size_t i = 0; i < peaks.knots.size(); ++i)
  {
    TransferFunctionKnot knot = peaks.knots[i];
    if (knot.attenuation == 0.0f)
      function.knots.push_back(knot);
    for (int k = knot.attenuation > 0.0f ? -29 : 30; k < 30; ++k)
    {
      const double share = std::pow(1.0 - std::abs(k) / 30.0, 2.0);
      knot.scalar = peaks.knots[i].scalar + (k < 0 ? -0.02 : 0.02) * (1.0 - share);
      knot.attenuation = static_cast<float>(-60.0 * std::log(1.0 - 0.5 * share));
      function.knots.push_back(knot);
    }
  }
  return function;
}

TransferFunction transferFunction(const std::string& name)
{
  static const std::map<std::string, TransferFunction> functions = {
    { "translucent",
      { { { 0.0, 0.1f, 0.2f, 0.9f, 0.0f }, { 0.3, 0.1f, 0.8f, 0.4f, 0.5f }, { 0.45, 0.9f, 0.9f, 0.1f, 0.1f },
        { 0.6, 0.9f, 0.4f, 0.1f, 1.2f }, { 1.0, 1.0f, 0.1f, 0.2f, 0.5f } } } },
    { "opaque",
      { { { 0.0, 0.2f, 0.3f, 0.9f, 0.5f }, { 0.4, 0.2f, 0.7f, 0.5f, 10.0f }, { 0.6, 0.9f, 0.8f, 0.3f, 60.0f },
        { 1.0, 0.9f, 0.2f, 0.1f, 300.0f } } } },
    { "ramp", rainbow(1, false) }, { "rainbow", rainbow(32, false) }, { "rainbow-256", rainbow(255, false) },
    { "peaks", rainbow(199, true) }, { "four-peaks", fourPeaks() }, { "opacity-peaks", peaksOfOpacity() }
  };
  return functions.at(name);
}

generator::TetMesh plateMesh(generator::MeshOptions options, int n)
{
  options.shape = generator::Shape::Convex;
  options.cells = { n, n, static_cast<int>(std::max(1.0, double(options.tets) / (12.0 * n * n))) };
  generator::TetMesh mesh = generator::generateMesh(options);
  for (std::size_t i = 2; i < mesh.points.size(); i += 3)
    mesh.points[i] *= float(options.cells[2]) / float(n);
  return mesh;
}

std::vector<Camera> orbitCameras(const generator::TetMesh& mesh, int count, int size, double zoom)
{
  testing::Vector low = { 1e30, 1e30, 1e30 }, high = { -1e30, -1e30, -1e30 };
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
  {
    low[i % 3] = std::min<double>(low[i % 3], mesh.points[i]);
    high[i % 3] = std::max<double>(high[i % 3], mesh.points[i]);
  }
  constexpr double degree = 3.14159265358979323846 / 180.0;
  const testing::Vector center = { 0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]),
    0.5 * (low[2] + high[2]) };
  const double radius = 0.5 * testing::norm(testing::minus(high, low)),
               distance = radius / std::sin(15.0 * degree);
  const double near = distance - radius, edge = near * std::tan(15.0 * degree) / zoom,
               elevation = 20.0 * degree;
  std::vector<Camera> cameras;
  for (int index = 0; index < count; ++index)
  {
    const double azimuth = 360.0 * degree * index / count;
    const testing::Vector eye = { center[0] + distance * std::cos(elevation) * std::sin(azimuth),
      center[1] + distance * std::sin(elevation),
      center[2] + distance * std::cos(elevation) * std::cos(azimuth) };
    cameras.push_back(testing::makeCamera(testing::lookAt(eye, center, { 0, 1, 0 }),
      testing::frustum(-edge, edge, -edge, edge, near, distance + radius), size, size));
  }
  return cameras;
}

void wakeDevice(DeviceKind device)
{
  generator::MeshOptions options;
  options.tets = 10000;
  const generator::TetMesh mesh = generator::generateMesh(options);
  const auto caster = LookedCaster::create(device);
  caster->setMesh(meshInput(mesh));
  caster->setScalars(scalarInput(mesh));
  caster->setTransferFunction(transferFunction("translucent"));
  const Camera camera = orbitCameras(mesh, 1, 64, 1.0).front();
  caster->render(camera, {});
  FrameOptions counting;
  counting.methods.countSteps = true;
  caster->render(camera, counting);
}

Accuracy checkAccuracy(const generator::TetMesh& mesh, const TransferFunction& function, const Camera& camera,
  const float* image, int count, std::uint64_t seed)
{
  // Choose random pixels that see the mesh.
  const int width = camera.width, height = camera.height;
  std::mt19937_64 random(seed);
  std::vector<int> pixels;
  for (int attempt = 0; attempt < 1000 * count && static_cast<int>(pixels.size()) < count; ++attempt)
  {
    const int pixel = static_cast<int>(random() % (static_cast<std::uint64_t>(width) * height));
    if (image[4 * static_cast<std::size_t>(pixel) + 3] > 0.0f)
    {
      pixels.push_back(pixel);
    }
  }
  // Count the chosen pixels below and left of each pixel corner. Four look-ups then tell whether a tet's
  // bounds hold any.
  std::vector<int> below(static_cast<std::size_t>(width + 1) * (height + 1), 0);
  const auto corner = [&](int x, int y) -> int& {
    return below[static_cast<std::size_t>(y) * (width + 1) + x];
  };
  for (const int pixel : pixels)
  {
    ++corner(pixel % width + 1, pixel / width + 1);
  }
  for (int y = 1; y <= height; ++y)
  {
    for (int x = 1; x <= width; ++x)
    {
      corner(x, y) += corner(x - 1, y) + corner(x, y - 1) - corner(x - 1, y - 1);
    }
  }
  const testing::Matrix meshToClip = [&] {
    testing::Matrix view, lens;
    std::copy(camera.meshToEye, camera.meshToEye + 16, view.begin());
    std::copy(camera.eyeToClip, camera.eyeToClip + 16, lens.begin());
    return testing::multiply(lens, view);
  }();
  // Pixel coordinates of all points; the cameras of benchmarks are outside of the mesh.
  std::vector<float> projected(2 * static_cast<std::size_t>(mesh.numPoints()));
  tbb::parallel_for(std::int64_t{ 0 }, mesh.numPoints(), [&](std::int64_t p) {
    const auto clip = testing::transform(
      meshToClip.data(), { mesh.points[3 * p], mesh.points[3 * p + 1], mesh.points[3 * p + 2] });
    projected[2 * p] = static_cast<float>(0.5 * (clip[0] / clip[3] + 1.0) * width);
    projected[2 * p + 1] = static_cast<float>(0.5 * (clip[1] / clip[3] + 1.0) * height);
  });
  tbb::combinable<std::vector<std::int64_t>> found;
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, mesh.numTets(), 1 << 16),
    [&](const tbb::blocked_range<std::int64_t>& range) {
      std::vector<std::int64_t>& mine = found.local();
      for (std::int64_t t = range.begin(); t < range.end(); ++t)
      {
        float low[2] = { 1e30f, 1e30f }, high[2] = { -1e30f, -1e30f };
        for (int v = 0; v < 4; ++v)
        {
          for (int a = 0; a < 2; ++a)
          {
            const float x = projected[2 * static_cast<std::size_t>(mesh.tets[4 * t + v]) + a];
            low[a] = std::min(low[a], x);
            high[a] = std::max(high[a], x);
          }
        }
        const auto clampTo = [](float x, int limit) {
          return static_cast<int>(std::clamp(x, 0.0f, static_cast<float>(limit)));
        };
        const int x0 = clampTo(low[0] - 1.0f, width), x1 = clampTo(high[0] + 2.0f, width),
                  y0 = clampTo(low[1] - 1.0f, height), y1 = clampTo(high[1] + 2.0f, height);
        if (corner(x1, y1) - corner(x0, y1) - corner(x1, y0) + corner(x0, y0) > 0)
        {
          mine.push_back(t);
        }
      }
    });
  // Make a scene of those tets alone, each with its own points.
  testing::OracleScene scene;
  scene.transferFunction = function;
  found.combine_each([&](const std::vector<std::int64_t>& tets) {
    for (const std::int64_t t : tets)
    {
      for (int v = 0; v < 4; ++v)
      {
        const auto p = static_cast<std::size_t>(mesh.tets[4 * t + v]);
        scene.tets.push_back(static_cast<std::int64_t>(scene.scalars.size()));
        scene.points.insert(
          scene.points.end(), { mesh.points[3 * p], mesh.points[3 * p + 1], mesh.points[3 * p + 2] });
        scene.scalars.push_back(mesh.scalars[p]);
      }
    }
  });
  const testing::BruteForceTetCaster oracle(scene, camera);
  Accuracy accuracy;
  double sum = 0.0;
  for (const int pixel : pixels)
  {
    const auto reference = oracle.ray(pixel % width, pixel / width);
    double worst = 0.0;
    for (int c = 0; c < 4; ++c)
    {
      const double error = std::abs(image[4 * static_cast<std::size_t>(pixel) + c] - reference[c]);
      worst = std::isnan(error) ? 1e9 : std::max(worst, error);
      sum += error * error;
    }
    ++accuracy.rays;
    accuracy.maximum = std::max(accuracy.maximum, worst);
    accuracy.shareOverOneLevel += worst > 1.0 / 255.0;
  }
  if (accuracy.rays > 0)
  {
    accuracy.rmse = std::sqrt(sum / (4.0 * accuracy.rays));
    accuracy.shareOverOneLevel /= accuracy.rays;
  }
  return accuracy;
}

void savePicture(const std::string& path, const float* image, int width, int height)
{
  std::ofstream file(path, std::ios::binary);
  file << "P6\n" << width << ' ' << height << "\n255\n";
  for (int j = height - 1; j >= 0; --j) // PPM starts with the upper row
  {
    for (int i = 0; i < width; ++i)
    {
      const float* rgba = image +
        4 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(width) + static_cast<std::size_t>(i));
      for (int c = 0; c < 3; ++c)
      {
        const float value = rgba[c] + (1.0f - rgba[3]) * 0.25f;
        file.put(
          static_cast<char>(static_cast<unsigned char>(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f)))));
      }
    }
  }
  if (!file.flush())
    throw std::runtime_error("Cannot write " + path + ".");
}

void saveDifference(const std::string& path, const float* image, const float* expected, int width, int height)
{
  std::vector<float> gray(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1.0f);
  for (std::size_t p = 0; p < gray.size(); p += 4)
  {
    float worst = 0.0f;
    for (std::size_t c = p; c < p + 4; ++c)
      worst = std::max(worst, std::abs(image[c] - expected[c]));
    std::fill_n(gray.begin() + static_cast<std::ptrdiff_t>(p), 3, 32.0f * worst);
  }
  savePicture(path, gray.data(), width, height);
}

} // namespace inkray::bench
