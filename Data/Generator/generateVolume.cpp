// SPDX-License-Identifier: BSD-3-Clause
// inkray-generate-volume: image volumes of any size for demonstrations, tests and measurements.
#include "CommandLine.h"
#include "VolumeWriter.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace inkray::generator;

int main(int argc, char** argv)
try
{
  CommandLine app(
    "Writes an image with one point array (\"scalar\") over the cube [-1, 1]^3, as VTK XML with "
    "inline binary data (.vti) or as a legacy binary file (.vtk); ParaView opens both. Equal "
    "options give equal files.");
  VolumeOptions options;
  std::vector<std::int64_t> size = { 256 };
  std::string path;
  bool list = false;
  app.add_option("FILE", path, "The .vti or .vtk file to write");
  addChoice(
    app, "--kind", options.kind,
    [] {
      std::map<std::string, VolumeKind> kinds;
      for (const auto& [kind, name] : volumeKinds())
      {
        kinds[name] = kind;
      }
      return kinds;
    }(),
    "vessels: thin branching tubes, like an angiogram; tree: trunk, twigs, leaves, pot and haze, like a "
    "plant "
    "in a CT scanner; head: nested shells of skin, bone with holes, and brain; mixing: a turbulent layer "
    "between two fluids");
  addList(app, "--size", size, "Grid points along each axis, 2 to 4096: N or NXxNYxNZ", 'x')->type_name("N");
  addChoice<VolumeType>(app, "--type", options.type,
    { { "float", VolumeType::Float32 }, { "uint8", VolumeType::UInt8 }, { "uint16", VolumeType::UInt16 } },
    "Integers hold the range of the values linearly");
  app.add_option("--seed", options.seed, "Of vessels, tree, head and mixing");
  app.add_flag("--isovalues", list, "List isovalues worth a look for that kind and type; no file is needed");
  CLI11_PARSE(app, argc, argv);
  if (size.size() != 1 && size.size() != 3)
  {
    throw CLI::ValidationError("--size", "One number or three are needed, as 256x256x128");
  }
  for (std::size_t a = 0; a < 3; ++a)
  {
    options.dimensions[a] = size[size.size() == 3 ? a : 0];
  }

  if (list)
  {
    for (const double value : isovaluesOf(options.kind, options.type))
    {
      std::printf("%g\n", value);
    }
  }
  if (path.empty())
  {
    if (list)
    {
      return EXIT_SUCCESS;
    }
    throw CLI::RequiredError("FILE");
  }
  const auto begin = std::chrono::steady_clock::now();
  writeVolume(options, path);
  std::printf("%s: %lld x %lld x %lld %s, made and written in %.2f s\n", path.c_str(),
    static_cast<long long>(options.dimensions[0]), static_cast<long long>(options.dimensions[1]),
    static_cast<long long>(options.dimensions[2]), nameOf(options.kind).c_str(),
    std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "inkray-generate-volume: %s\n", error.what());
  return EXIT_FAILURE;
}
