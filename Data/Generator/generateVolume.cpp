// SPDX-License-Identifier: BSD-3-Clause
// inkray-generate-volume: image volumes of any size for demonstrations, tests and measurements.
#include "VolumeWriter.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

using namespace inkray::generator;

namespace
{

constexpr const char* Help = R"(usage: inkray-generate-volume [options] FILE.vti|FILE.vtk

Writes an image with one point array ("scalar") over the cube [-1, 1]^3, as VTK XML with inline binary
data (.vti) or as a legacy binary file (.vtk); ParaView opens both. Equal options give equal files.

  --kind K              sphere | gyroid | marschner-lobb | vessels | tree | head | mixing (default gyroid)
                        vessels: thin branching tubes, like an angiogram
                        tree:    trunk, twigs, leaves, pot and haze, like a plant in a CT scanner
                        head:    nested shells of skin, bone with holes, and brain
                        mixing:  a turbulent layer between two fluids
  --size N or NXxNYxNZ  grid points along each axis, 2 to 4096 (default 256)
  --type float|uint8|uint16
                        integers hold the range of the values linearly (default float)
  --seed S              of vessels, tree, head and mixing (default 1)
  --isovalues           list isovalues worth a look for that kind and type; no file is needed
  --help                this text
)";

std::int64_t integer(const std::string& option, const std::string& text)
{
  std::size_t used = 0;
  std::int64_t value = 0;
  try
  {
    value = std::stoll(text, &used);
  }
  catch (const std::exception&)
  {
    used = std::string::npos;
  }
  if (used != text.size())
  {
    throw std::invalid_argument("Option " + option + " wants a number, not \"" + text + "\".");
  }
  return value;
}

void parseSize(VolumeOptions& options, const std::string& text)
{
  std::vector<std::int64_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();)
  {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    sizes.push_back(integer("--size", text.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (sizes.size() != 1 && sizes.size() != 3)
  {
    throw std::invalid_argument("Option --size wants one number or three, as 256x256x128.");
  }
  for (std::size_t a = 0; a < 3; ++a)
  {
    options.dimensions[a] = sizes[sizes.size() == 3 ? a : 0];
  }
}

} // namespace

int main(int argc, char** argv)
try
{
  VolumeOptions options;
  std::string path;
  bool list = false;
  for (int i = 1; i < argc; ++i)
  {
    const std::string option = argv[i];
    if (option == "--help" || option == "-h")
    {
      std::fputs(Help, stdout);
      return EXIT_SUCCESS;
    }
    if (option == "--isovalues")
    {
      list = true;
      continue;
    }
    if (option.rfind("--", 0) != 0)
    {
      if (!path.empty())
      {
        throw std::invalid_argument("One file at a time: \"" + path + "\" or \"" + option + "\"?");
      }
      path = option;
      continue;
    }
    if (i + 1 == argc)
    {
      throw std::invalid_argument("Option " + option + " wants a value.");
    }
    const std::string value = argv[++i];
    if (option == "--kind")
    {
      options.kind = kindNamed(value);
    }
    else if (option == "--size")
    {
      parseSize(options, value);
    }
    else if (option == "--type")
    {
      options.type = typeNamed(value);
    }
    else if (option == "--seed")
    {
      options.seed = static_cast<std::uint64_t>(integer(option, value));
    }
    else
    {
      throw std::invalid_argument("Unknown option " + option + "; --help lists them.");
    }
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
    throw std::invalid_argument("No file to write was named; --help tells how.");
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
