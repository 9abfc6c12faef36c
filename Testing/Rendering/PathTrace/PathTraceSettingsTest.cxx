// SPDX-License-Identifier: BSD-3-Clause
// vtkPathTraceSettings: each option has its effect, and changing it starts the picture anew.
#include "PathTraceScene.h"
#include "TemporaryFolder.h"
#include "vtkCamera.h"
#include "vtkLight.h"
#include "vtkLightCollection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace
{

TEST(PathTraceSettings, AreKeptInTheirRanges)
{
  vtkNew<vtkPathTraceSettings> settings;
  const auto expectRange = [&settings](auto set, auto get, double low, double high) {
    (settings->*set)(low - 1);
    EXPECT_EQ((settings->*get)(), low);
    (settings->*set)(high + 1);
    EXPECT_EQ((settings->*get)(), high);
    const vtkMTimeType time = settings->GetMTime();
    (settings->*set)(low);
    EXPECT_GT(settings->GetMTime(), time);
  };
  using Settings = vtkPathTraceSettings;
  expectRange(&Settings::SetSamplesPerPixel, &Settings::GetSamplesPerPixel, 1, 1048576);
  expectRange(&Settings::SetBounces, &Settings::GetBounces, 0, 64);
  expectRange(&Settings::SetMaterial, &Settings::GetMaterial, Settings::MATTE, Settings::CAR_PAINT);
  expectRange(&Settings::SetLight, &Settings::GetLight, Settings::SKY_AND_LIGHTS, Settings::IMAGE_AND_LIGHTS);
  expectRange(&Settings::SetSkyUp, &Settings::GetSkyUp, Settings::UP_OF_RENDERER, Settings::UP_OF_CAMERA);
  expectRange(&Settings::SetShininess, &Settings::GetShininess, 1, 10000);
  expectRange(&Settings::SetRefractiveIndex, &Settings::GetRefractiveIndex, 1, 4);
  expectRange(&Settings::SetSkyStrength, &Settings::GetSkyStrength, 0, 1000);
  expectRange(&Settings::SetLightStrength, &Settings::GetLightStrength, 0, 1000);

  vtkNew<vtkIsosurfacePathTraceMapper> mapper;
  mapper->SetSettings(settings);
  const vtkMTimeType time = mapper->GetMTime();
  settings->SetBounces(5);
  EXPECT_GT(mapper->GetMTime(), time) << "views look at the mapper";
  mapper->SetSettings(nullptr);
  EXPECT_NE(mapper->GetSettings(), settings);
}

TEST(PathTraceSettings, AnyChangeBeginsThePictureAnew)
{
  PathTraceScene scene(gyroid);
  AddSun(scene.Renderer, 3, 4, 5);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY_AND_LIGHTS);
  auto before = scene.Picture();
  const auto expectAnew = [&](const char* what) {
    const auto now = scene.Picture();
    EXPECT_EQ(scene.Told("new samples"), 8) << what;
    EXPECT_EQ(scene.Told("samples"), 8) << what;
    EXPECT_GT(LargestDifference(before, now), 0.01f) << what;
    before = now;
  };
  scene.Paths->SetMaterial(vtkPathTraceSettings::CHROME);
  expectAnew("material");
  scene.Paths->SetMaterial(vtkPathTraceSettings::GLASS);
  expectAnew("glass");
  scene.Paths->SolidBelowOn();
  expectAnew("glass on the other side");
  scene.Paths->SetRefractiveIndex(2);
  expectAnew("refractive index");
  scene.Paths->SetMaterial(vtkPathTraceSettings::PLASTIC);
  expectAnew("plastic");
  scene.Paths->SetShininess(10);
  expectAnew("shininess");
  scene.Paths->SetMaterial(vtkPathTraceSettings::MATTE);
  expectAnew("matte");
  scene.Paths->SetSkyColor(1, 0, 0);
  expectAnew("color of the sky");
  scene.Paths->SetGroundColor(0, 0, 1);
  expectAnew("color of the ground");
  scene.Paths->SetLight(vtkPathTraceSettings::SKY);
  expectAnew("no lights");
  scene.Paths->SetBounces(0);
  expectAnew("bounces");
  scene.Paths->GetIsovalues()->SetValue(0, 0.4);
  expectAnew("isovalue");
  scene.Paths->SetOpacity(0.5);
  expectAnew("opacity");
  scene.Paths->SetOpacity(1);
  expectAnew("opaque again");
  scene.Volume->SetPosition(0.2, 0.1, 0);
  expectAnew("placement");
  scene.Renderer->GetActiveCamera()->Azimuth(20);
  expectAnew("camera");
  scene.Perspective(1, 2, 4);
  expectAnew("perspective");
  scene.Paths->SetLensRadius(0.3);
  expectAnew("lens");
  scene.Paths->SetFocalDistance(3);
  expectAnew("focal distance");
  scene.Paths->ShowSkyOn();
  expectAnew("the sky behind");
  scene.Paths->SetSolidColor(0.2, 0.4, 1);
  expectAnew("color");
  scene.Paths->SetSmoothNormals(!scene.Paths->GetSmoothNormals());
  expectAnew("normals");
  vtkSmartPointer<vtkImageData> other = MakeImage(9, ball);
  scene.Tracer->SetInputData(other);
  expectAnew("other data");
}

TEST(PathTraceSettings, AnythingOfALightOrOfTheSkyBeginsThePictureAnew)
{
  PathTraceScene scene(gyroid);
  AddSun(scene.Renderer, 3, 4, 5);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY_AND_LIGHTS);
  auto before = scene.Picture();
  const auto expectAnew = [&](const char* what) {
    const auto now = scene.Picture();
    EXPECT_EQ(scene.Told("new samples"), 8) << what;
    EXPECT_GT(LargestDifference(before, now), 0.01f) << what;
    before = now;
  };
  scene.Paths->SetSkyStrength(0.3);
  expectAnew("strength of the sky");
  scene.Paths->SetLightStrength(0.3);
  expectAnew("strength of the lights");
  scene.Paths->SetLightStrength(1);
  scene.Paths->SetSkyColor(0, 0, 0);
  scene.Renderer->SetEnvironmentUp(1, 0, 0);
  scene.Renderer->SetEnvironmentRight(0, 1, 0);
  expectAnew("up");
  scene.Paths->SetSkyUp(vtkPathTraceSettings::UP_Z);
  expectAnew("up along z");
  scene.Paths->SetSkyUp(vtkPathTraceSettings::UP_OF_CAMERA);
  expectAnew("up in the camera");
  scene.Paths->SetSkyUp(vtkPathTraceSettings::UP_OF_RENDERER);
  expectAnew("up in the renderer");
  AddSun(scene.Renderer, -3, 4, 5);
  expectAnew("place of a light");
  auto* const light = vtkLight::SafeDownCast(scene.Renderer->GetLights()->GetItemAsObject(0));
  light->SetColor(1, 0, 0);
  expectAnew("color of a light");
  light->SetIntensity(0.5);
  expectAnew("intensity of a light");
  light->SetPositional(1);
  light->SetConeAngle(10);
  expectAnew("cone of a light");
  light->SetSwitch(0);
  expectAnew("switch of a light");
}

TEST(PathTraceSettings, LightIsInTheShares)
{
  // A ground under a uniform sky of 0.4, with a sun of 1 straight above.
  PathTraceScene scene(height);
  AddSun(scene.Renderer, 0, 0, 10);
  scene.Paths->SetBounces(0);
  scene.Paths->SetSkyColor(0.4, 0.4, 0.4);
  scene.Paths->SetGroundColor(0.4, 0.4, 0.4);
  const auto expectLight = [&scene](int light, double expected, const char* what) {
    scene.Paths->SetLight(light);
    ExpectColor(scene.Pixel(16, 16), expected, expected, expected, 2 * OneLevel, what);
  };
  expectLight(vtkPathTraceSettings::SKY, 0.4, "sky");
  expectLight(vtkPathTraceSettings::OVERCAST, 0.4, "overcast");
  expectLight(vtkPathTraceSettings::LIGHTS, 1, "lights");
  expectLight(vtkPathTraceSettings::SKY_AND_LIGHTS, 0.5 * 0.4 + 0.5, "half of each");
  scene.Paths->SetSkyStrength(0.5);
  scene.Paths->SetLightStrength(0.25);
  expectLight(vtkPathTraceSettings::SKY_AND_LIGHTS, 0.5 * 0.2 + 0.5 * 0.25, "with strengths");
}

TEST(PathTraceSettings, APictureIsAllAround)
{
  // The environment map is red above and blue below. It counts in full, and the lights count half.
  const TemporaryFolder folder;
  const std::string header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 32\n";
  std::string upper, lower, black;
  for (int i = 0; i < 8 * 32; ++i)
  {
    upper += std::string("\x80\x00\x00\x81", 4);
    lower += std::string("\x00\x00\x80\x81", 4);
    black += std::string("\x00\x00\x00\x00\x00\x00\x00\x00", 8);
  }
  const std::string picture = folder.Write("sides.hdr", header + upper + lower);
  PathTraceScene scene(ball, 64);
  scene.Paths->SetLight(vtkPathTraceSettings::IMAGE);
  scene.Paths->SetImageFileName(picture.c_str());
  scene.Paths->SetSamplesPerPixel(64);
  scene.Paths->SetBounces(0);
  auto drawn = scene.Picture();
  EXPECT_GT(scene.PixelOf(drawn, 32, 49)[0], 0.7f) << "the ball is red from above";
  EXPECT_LT(scene.PixelOf(drawn, 32, 49)[2], 0.3f);
  EXPECT_GT(scene.PixelOf(drawn, 32, 15)[2], 0.7f) << "and blue from below";
  EXPECT_LT(scene.PixelOf(drawn, 32, 15)[0], 0.3f);
  scene.Paths->ShowSkyOn();
  scene.Perspective(0, 0, 4);
  drawn = scene.Picture();
  EXPECT_GT(scene.PixelOf(drawn, 4, 60)[0], 0.9f) << "red is above behind it";
  EXPECT_GT(scene.PixelOf(drawn, 4, 4)[2], 0.9f);
  EXPECT_EQ(scene.Told("sky uploads"), 1);

  const std::string night = folder.Write("black.hdr", header + black);
  scene.Paths->SetImageFileName(night.c_str());
  Messages messages(scene.Tracer);
  scene.Picture();
  ASSERT_EQ(messages.Said.size(), 1u) << "a picture that gives no light";
  EXPECT_NE(messages.Said[0].find("no light"), std::string::npos) << messages.Said[0];
  AddSun(scene.Renderer, 0, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::IMAGE_AND_LIGHTS);
  scene.Paths->ShowSkyOff();
  EXPECT_NEAR(scene.Pixel(32, 32)[0], 0.5, 0.02);
  EXPECT_EQ(messages.Said.size(), 1u);
}

TEST(PathTraceSettings, ALensKeepsSharpWhatIsInItsFocus)
{
  // The left half of the image has no ground. The edge of the ground is seen from a distance of 4.
  PathTraceScene scene([](double x, double, double z) { return x < -0.01 ? std::nan("") : z; }, 64);
  scene.Perspective(0, 0, 4);
  scene.Paths->SetSamplesPerPixel(64);
  const auto blurred = [&scene] {
    const auto picture = scene.Picture();
    int between = 0;
    for (int x = 0; x < 64; ++x)
    {
      const float value = scene.PixelOf(picture, x, 32)[0];
      between += value > 0.1f && value < 0.9f ? 1 : 0;
    }
    return between;
  };
  EXPECT_LE(blurred(), 1) << "a pinhole";
  scene.Paths->SetLensRadius(0.5);
  EXPECT_LE(blurred(), 1) << "in focus at the camera's focal point";
  scene.Paths->SetFocalDistance(2);
  EXPECT_GT(blurred(), 5) << "behind the focus";
  scene.Paths->SetFocalDistance(4);
  EXPECT_LE(blurred(), 1) << "in focus";
}

TEST(PathTraceSettings, DenoisingKeepsEdges)
{
  PathTraceScene scene(height, 64);
  scene.Paths->SetSamplesPerPixel(1);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY);
  scene.Paths->SetSkyColor(1, 1, 1);
  scene.Paths->SetGroundColor(0, 0, 0);
  const auto noisy = scene.Picture();
  scene.Paths->DenoiseOn();
  const auto smooth = scene.Picture();
  EXPECT_EQ(scene.Told("new samples"), 0) << "the samples stay";
  const auto spread = [](const std::vector<float>& picture) {
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < picture.size(); i += 3)
    {
      const double value = picture[i] + picture[i + 1];
      sum += value;
      squares += value * value;
    }
    const double n = static_cast<double>(picture.size() / 3);
    return std::sqrt(squares / n - sum * sum / n / n);
  };
  EXPECT_LT(spread(smooth), 0.5 * spread(noisy));

  // Denoising leaves the pixels outside a ball's outline empty.
  PathTraceScene edges(ball, 64);
  edges.Paths->SetSamplesPerPixel(1);
  edges.Paths->DenoiseOn();
  const auto denoised = edges.Picture();
  edges.Paths->DenoiseOff();
  edges.Paths->SetSamplesPerPixel(32);
  const auto exact = edges.Picture();
  int lit = 0;
  for (std::size_t i = 0; i < exact.size(); i += 3)
  {
    ASSERT_TRUE(exact[i] > 0 || denoised[i] == 0) << i / 3;
    lit += denoised[i] > 0 ? 1 : 0;
  }
  EXPECT_GT(lit, 1000);
}

TEST(PathTraceSettings, DenoisingIsLessWithMoreSamples)
{
  // Denoising blurs an edge between light and shadow within one surface, as it is no outline. A picture of
  // few samples loses more of it than one of many.
  PathTraceScene scene(height, 64);
  AddSun(scene.Renderer, 10, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  vtkSmartPointer<vtkImageData> roof = MakeImage(9, height);
  roof->SetSpacing(0.05, 0.05, 0.05);
  roof->SetOrigin(-0.3, -0.1, 0.25);
  scene.Tracer->AddDataSet(roof);
  const auto changed = [&scene](int samples) {
    scene.Paths->SetSamplesPerPixel(samples);
    scene.Paths->DenoiseOff();
    const auto sharp = scene.Picture();
    scene.Paths->DenoiseOn();
    const auto smooth = scene.Picture();
    double sum = 0;
    for (std::size_t i = 0; i < sharp.size(); ++i)
    {
      sum += std::abs(sharp[i] - smooth[i]);
    }
    return sum;
  };
  const double ofFew = changed(1), ofMany = changed(256);
  EXPECT_GT(ofFew, 4 * ofMany);
}

} // namespace
