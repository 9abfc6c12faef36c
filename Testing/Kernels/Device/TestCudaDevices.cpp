// SPDX-License-Identifier: BSD-3-Clause
// Ray casters on one of several CUDA devices draw whichever device is current when they are called. A lost
// device is reported.
#include "Core/Errors.h"
#include "Device/DeviceMemory.h"
#include "Havs/HavsTest.h"
#include "Isosurface/IsosurfaceTest.h"
#include "MeshVolume/RayCastTest.h"
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTestScenes.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int Edge = 40;
constexpr std::size_t Pixels = std::size_t(Edge) * Edge;
/// The difference allowed between the pictures of CUDA and of the CPU.
constexpr double OneLevel = 1.0 / 255;

OracleScene smallMesh()
{
  generator::MeshOptions options;
  options.cells = { 4, 4, 4 };
  OracleScene scene = fromGenerator(options);
  scene.transferFunction = translucentFunction();
  return scene;
}

/// A caster of any kind, as these tests use it: give its data, then draw pictures.
struct Drawn
{
  const char* name;
  std::function<void()> give, draw;
  std::function<const float*()> image, deviceImage;
};

/// One caster of each kind, made on a given device. Where only a kind is given, they are made on the current
/// device.
class Casters
{
public:
  template <class Device>
  explicit Casters(const Device& device)
    : tets_(LookedCaster::create(device))
    , havs_(Havs::create(device))
    , surfaces_(IsosurfaceRayCaster::create(device))
    , paths_(PathTracer::create(device))
  {
  }
  /// Returns all casters. With `copies` they take their fields from the current device, otherwise from the
  /// host.
  std::vector<Drawn> all(DeviceCopies* copies = nullptr)
  {
    const auto field = [copies](const Field& host) { return copies ? copies->of(host) : host; };
    return {
      { "mesh",
        [this, field] {
          tets_->setMesh(meshInput(scene_));
          tets_->setScalars(field(scalarInput(scene_)));
          tets_->setTransferFunction(scene_.transferFunction);
        },
        [this] { tets_->render(perspectiveView(Edge, Edge), {}); }, [this] { return tets_->image(); },
        [this] {
          tets_->renderOnDevice(perspectiveView(Edge, Edge), {});
          return tets_->deviceImage();
        } },
      { "HAVS",
        [this, field] {
          havs_->setMesh(meshInput(scene_));
          havs_->setScalars(field(scalarInput(scene_)));
          havs_->setTransferFunction(scene_.transferFunction);
        },
        [this] { havs_->render(perspectiveView(Edge, Edge), {}); }, [this] { return havs_->image(); },
        [this] {
          havs_->renderOnDevice(perspectiveView(Edge, Edge), {});
          return havs_->deviceImage();
        } },
      { "isosurfaces",
        [this] {
          surfaces_->setVolume(surfaceScene_.volume);
          surfaces_->setIsosurfaces(surfaceScene_.surfaces);
          surfaces_->setLights(surfaceScene_.lights);
        },
        [this] { surfaces_->render(perspectiveView(Edge, Edge), multiKernel()); },
        [this] { return surfaces_->image(); },
        [this] {
          surfaces_->renderOnDevice(perspectiveView(Edge, Edge), multiKernel());
          return surfaces_->deviceImage();
        } },
      { "paths",
        [this] {
          paths_->clearScene();
          paths_->setMaterials({ {} });
          paths_->setEnvironment({});
          const int mesh = paths_->addMesh(pathMesh_.input());
          paths_->setMeshValues(mesh, pathMesh_.field());
          paths_->setMeshIsosurfaces(mesh, { {} });
          paths_->addTriangles(floor_.input());
        },
        [this] {
          paths_->restart();
          paths_->render(frontCamera(Edge, Edge), fewPaths());
        },
        [this] { return paths_->image(); },
        [this] {
          paths_->restart();
          paths_->renderOnDevice(frontCamera(Edge, Edge), fewPaths());
          return paths_->deviceImage();
        } },
    };
  }

private:
  static IsosurfaceFrameOptions multiKernel()
  {
    IsosurfaceFrameOptions options;
    options.pipeline = IsosurfacePipeline::MultiKernel;
    return options;
  }
  static PathFrameOptions fewPaths()
  {
    PathFrameOptions options;
    options.kernel = PathKernel::InKernel;
    options.bounces = 2;
    return options;
  }

  const OracleScene scene_ = smallMesh();
  const TestVolume volume_ = makeVolume(gyroid(), { 24, 23, 22 });
  const IsosurfaceScene surfaceScene_ = makeScene(volume_, { 0.1 });
  const PathTestMesh pathMesh_ = PathTestMesh::ball(4);
  QuadMesh floor_ = [] {
    QuadMesh floor;
    floor.add({ { { -2, -1, -2 }, { -2, -1, 2 }, { 2, -1, 2 }, { 2, -1, -2 } } }, { 1, 0.5f, 0.5f });
    return floor;
  }();
  std::unique_ptr<LookedCaster> tets_;
  std::unique_ptr<Havs> havs_;
  std::unique_ptr<IsosurfaceRayCaster> surfaces_;
  std::unique_ptr<PathTracer> paths_;
};

std::vector<float> pictureOf(const Drawn& drawn)
{
  drawn.draw();
  const float* const image = drawn.image();
  return { image, image + 4 * Pixels };
}

/// Expects pictures of two devices to be the same but for rounding, and for single pixels at edges.
void expectAlike(const std::vector<float>& a, const std::vector<float>& b, const std::string& what)
{
  ASSERT_EQ(a.size(), b.size());
  int off = 0;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    off += std::abs(double(a[i]) - double(b[i])) > OneLevel;
    sum += a[i];
  }
  EXPECT_LE(off, static_cast<int>(a.size() / 500)) << what;
  EXPECT_GT(sum, 1.0) << what << ": there is something to see";
}

class CudaDevices : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (!cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  }
  void TearDown() override
  {
    if (numCudaDevices() > 0)
      makeCudaDeviceCurrent(0);
  }
};

TEST_P(CudaDevices, ACasterStaysOnTheDeviceItWasMadeOn)
{
  if (numCudaDevices() < 2)
    GTEST_SKIP() << "one CUDA device: this wants two";
  makeCudaDeviceCurrent(1);
  ASSERT_TRUE(cudaDevice().available) << cudaDevice().reason;
  std::vector<std::vector<float>> pictures;
  Casters onCpu(DeviceKind::CPU);
  for (const Drawn& drawn : onCpu.all())
  {
    drawn.give();
    pictures.push_back(pictureOf(drawn));
  }
  for (const bool onDevice : { false, true })
  {
    SCOPED_TRACE(onDevice ? "values on device 1" : "values on the host");
    makeCudaDeviceCurrent(1);
    DeviceCopies copies;
    auto onFirst = std::make_unique<Casters>(DeviceKind::CUDA);
    const std::vector<Drawn> all = onFirst->all(onDevice ? &copies : nullptr);
    makeCudaDeviceCurrent(0);
    Casters onZero(DeviceKind::CUDA);
    const std::vector<Drawn> others = onZero.all();
    for (std::size_t i = 0; i < all.size(); ++i)
    {
      SCOPED_TRACE(all[i].name);
      if (onDevice && i < 2)
      {
        makeCudaDeviceCurrent(1); // where the copies lie
        all[i].give();
        makeCudaDeviceCurrent(0);
      }
      else
        all[i].give();
      others[i].give();
      EXPECT_EQ(currentCudaDevice(), 0);
      expectAlike(pictureOf(all[i]), pictures[i], "device 1");
      EXPECT_EQ(currentCudaDevice(), 0);
      expectAlike(pictureOf(others[i]), pictures[i], "device 0");
      EXPECT_EQ(cudaDeviceOf(all[i].deviceImage()), 1);
      EXPECT_EQ(cudaDeviceOf(others[i].deviceImage()), 0);
      // A new thread begins with device 0 current, to which its copies could go by mistake.
      if (!onDevice)
        expectAlike(std::async(std::launch::async,
                      [&] {
                        all[i].give();
                        return pictureOf(all[i]);
                      })
                      .get(),
          pictures[i], "from another thread");
    }
    onFirst.reset(); // while the other device is current
    EXPECT_EQ(currentCudaDevice(), 0);
  }
}

TEST_P(CudaDevices, CastersAreMadeOnTheDeviceThatIsNamed)
{
  std::vector<std::vector<float>> pictures;
  Casters onCpu(DeviceId{});
  for (const Drawn& drawn : onCpu.all())
  {
    drawn.give();
    pictures.push_back(pictureOf(drawn));
  }
  for (int ordinal = 0; ordinal < numCudaDevices(); ++ordinal)
  {
    SCOPED_TRACE(ordinal);
    if (!cudaDevice(ordinal).available)
      continue;
    makeCudaDeviceCurrent(0);
    Casters casters(DeviceId{ DeviceKind::CUDA, ordinal });
    EXPECT_EQ(currentCudaDevice(), 0);
    const std::vector<Drawn> all = casters.all();
    for (std::size_t i = 0; i < all.size(); ++i)
    {
      all[i].give();
      expectAlike(pictureOf(all[i]), pictures[i], all[i].name);
      EXPECT_EQ(cudaDeviceOf(all[i].deviceImage()), ordinal);
      EXPECT_EQ(currentCudaDevice(), 0);
    }
  }
}

TEST_P(CudaDevices, MemoryOfADeviceIsGivenBackUnderAnother)
{
  if (numCudaDevices() < 2)
    GTEST_SKIP() << "one CUDA device: this wants two";
  const auto round = [] {
    makeCudaDeviceCurrent(1);
    auto casters = std::make_unique<Casters>(DeviceKind::CUDA);
    makeCudaDeviceCurrent(0);
    for (const Drawn& drawn : casters->all())
    {
      drawn.give();
      drawn.draw();
    }
    casters.reset();
    makeCudaDeviceCurrent(1);
    return cudaFreeBytes();
  };
  round(); // CUDA takes memory for itself
  const std::size_t free = round();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(round(), free);
}

/// Breaks the device under a ray caster and checks what happens. It runs in a separate process and returns
/// the exit status.
int loseDevice()
{
  const auto expect = [](bool holds, const char* what) {
    if (!holds)
    {
      std::fprintf(stderr, "not so: %s\n", what);
      std::exit(1);
    }
  };
  const OracleScene scene = smallMesh();
  const Camera camera = perspectiveView(Edge, Edge);
  const std::unique_ptr<LookedCaster> onCuda = LookedCaster::create(DeviceKind::CUDA);
  giveScene(*onCuda, scene);
  onCuda->render(camera, {});
  const std::vector<float> picture(onCuda->image(), onCuda->image() + 4 * Pixels);

  // An error that does not break the context does not lose the device.
  try
  {
    TetMeshInput mesh = meshInput(scene);
    mesh.numPoints = 0;
    onCuda->setMesh(mesh);
    expect(false, "a mesh without points is refused");
  }
  catch (const Error&)
  {
  }
  expect(cudaDevice().available, "the device is there after bad input");
  giveScene(*onCuda, scene);

  breakCudaDevice();
  std::string message;
  try
  {
    onCuda->render(camera, {});
    expect(false, "a frame on a broken device fails");
  }
  catch (const DeviceLost& error)
  {
    message = error.what();
  }
  expect(message.find("started anew") != std::string::npos, "the error says what to do");
  expect(!cudaDevice().available, "the device is not available");
  expect(cudaDevice().reason.find("was lost") != std::string::npos, "the reason says that it was lost");
  const std::unique_ptr<LookedCaster> next = LookedCaster::create(DeviceKind::Auto);
  expect(next->device() == DeviceKind::CPU, "the CPU is taken");
  giveScene(*next, scene);
  next->render(camera, {});
  for (std::size_t i = 0; i < picture.size(); ++i)
    expect(std::abs(picture[i] - next->image()[i]) < 2 * OneLevel, "the CPU draws the same");
  try
  {
    LookedCaster::create(DeviceKind::CUDA);
    expect(false, "a caster on the lost device is refused");
  }
  catch (const Error& error)
  {
    expect(std::string(error.what()).find("was lost") != std::string::npos, "and the error says why");
  }
  return 0;
}

TEST_P(CudaDevices, FullMemoryLeavesNoErrorBehind)
{
  const std::string message = messageOfFullCudaMemory();
  EXPECT_NE(message.find(std::to_string(std::int64_t(1) << 45) + " bytes were asked for"), std::string::npos)
    << message;
  EXPECT_TRUE(cudaDevice().available);
}

TEST_P(CudaDevices, ALostDeviceIsSaidAndLeftAlone)
{
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // starts a new process, which makes its own CUDA context
  EXPECT_EXIT(std::exit(loseDevice()), ::testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(CUDA, CudaDevices, ::testing::Values(DeviceKind::CUDA));

} // namespace
