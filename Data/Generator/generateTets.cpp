// SPDX-License-Identifier: BSD-3-Clause
// inkray-generate-tets: tetrahedral meshes of any size for demonstrations, tests and measurements.
#include "LegacyVtkWriter.h"
#include "MeshGenerator.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>

using namespace inkray::generator;

namespace
{

constexpr const char* Help = R"(usage: inkray-generate-tets [options] FILE.vtk

Writes a tetrahedral mesh with one scalar per point ("scalar": a smooth field plus five octaves of
noise, about 0 to 1) as a legacy binary VTK file, which ParaView opens. The mesh is a jittered lattice
of hexahedra cut into tetrahedra. Equal options give equal files.

  --tets N                                 wanted number of tetrahedra, 10000 to 50 million and more
                                           (default 1000000; the lattice rounds it)
  --seed S                                 seed of jitter, noise and random order (default 1)
  --shape convex|nonconvex|disconnected    nonconvex (default): a bent block with a notch, a bore and two
                                           closed cavities; disconnected: the same sawn into pieces
  --order lattice|random                   random: tetrahedra and points shuffled, the corners of each
                                           tetrahedron in random even order (default lattice)
  --cut centre|kuhn                        12 tetrahedra around the centre of each hexahedron (default),
                                           or 6 along its diagonal
  --jitter J                               displacement of points in cells, 0 to 0.16 (kuhn: 0.15), the default
  --type float|double                      type of points and scalars in the file (default float)
  --help                                   this text
)";

template <typename T>
T choose(const std::map<std::string, T>& choices, const std::string& option, const std::string& value)
{
  const auto found = choices.find(value);
  if (found == choices.end())
  {
    throw std::invalid_argument("Option " + option + " does not know \"" + value + "\".");
  }
  return found->second;
}

template <typename T, typename Parse>
T number(const std::string& option, const std::string& value, Parse parse)
{
  std::size_t used = 0;
  T result{};
  try
  {
    result = static_cast<T>(parse(value, &used));
  }
  catch (const std::exception&)
  {
    used = std::string::npos;
  }
  if (used != value.size())
  {
    throw std::invalid_argument("Option " + option + " wants a number, not \"" + value + "\".");
  }
  return result;
}

} // namespace

int main(int argc, char** argv)
try
{
  MeshOptions options;
  bool asDouble = false;
  std::string path;
  for (int i = 1; i < argc; ++i)
  {
    const std::string option = argv[i];
    if (option == "--help" || option == "-h")
    {
      std::fputs(Help, stdout);
      return EXIT_SUCCESS;
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
    if (option == "--tets")
    {
      options.tets = number<std::int64_t>(
        option, value, [](const std::string& s, std::size_t* n) { return std::stoll(s, n); });
    }
    else if (option == "--seed")
    {
      options.seed = number<std::uint64_t>(
        option, value, [](const std::string& s, std::size_t* n) { return std::stoull(s, n); });
    }
    else if (option == "--jitter")
    {
      options.jitter =
        number<double>(option, value, [](const std::string& s, std::size_t* n) { return std::stod(s, n); });
    }
    else if (option == "--shape")
    {
      options.shape = choose<Shape>({ { "convex", Shape::Convex }, { "nonconvex", Shape::NonConvex },
                                      { "disconnected", Shape::Disconnected } },
        option, value);
    }
    else if (option == "--order")
    {
      options.order =
        choose<Order>({ { "lattice", Order::Lattice }, { "random", Order::Random } }, option, value);
    }
    else if (option == "--cut")
    {
      options.cut = choose<Cut>({ { "centre", Cut::Centre }, { "kuhn", Cut::Kuhn } }, option, value);
    }
    else if (option == "--type")
    {
      asDouble = choose<bool>({ { "float", false }, { "double", true } }, option, value);
    }
    else
    {
      throw std::invalid_argument("Unknown option " + option + "; --help lists them.");
    }
  }
  if (path.empty())
  {
    throw std::invalid_argument("No file to write was named; --help tells how.");
  }

  auto seconds = [last = std::chrono::steady_clock::now()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - last).count();
    last = now;
    return passed;
  };
  const TetMesh mesh = generateMesh(options);
  std::printf("%lld tets, %lld points made in %.2f s\n", static_cast<long long>(mesh.numTets()),
    static_cast<long long>(mesh.numPoints()), seconds());
  writeLegacyVtk(mesh, path, asDouble);
  std::printf("%s written in %.2f s\n", path.c_str(), seconds());
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "inkray-generate-tets: %s\n", error.what());
  return EXIT_FAILURE;
}
