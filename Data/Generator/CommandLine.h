// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Command lines of the generators and benchmarks, based on CLI11: options with a choice of names,
/// and options that describe a generated mesh. Only include this in the file with main(), because
/// CLI11 takes seconds to compile.
#include "MeshGenerator.h"

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

namespace inkray::generator
{

/// An app whose help shows default values. If an option is repeated, the last one
/// counts; lists are concatenated.
class CommandLine : public CLI::App
{
public:
  explicit CommandLine(const std::string& description)
    : CLI::App(description)
  {
    this->option_defaults()->always_capture_default()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    this->get_formatter()->column_width(34);
  }
};

/// Add an option that takes one of these names.
template <typename T>
CLI::Option* addChoice(CLI::App& app, const std::string& option, T& to, const std::map<std::string, T>& names,
  const std::string& description)
{
  CLI::Option* added = app.add_option_function<std::string>(
    option, [&to, names](const std::string& name) { to = names.at(name); }, description);
  for (const auto& [name, value] : names)
  {
    if (value == to)
    {
      added->default_str(name);
    }
  }
  return added->check(CLI::IsMember(names));
}

/// Add an option for a whole number, which may be written as 3.8e6.
template <typename T>
CLI::Option* addCount(
  CLI::App& app, const std::string& option, T& to, const std::string& description, double least = 0)
{
  const CLI::Range range(least, 1e15);
  return app.add_option<T, double>(option, to, description)
    ->check(CLI::Validator(range).description(""))
    ->type_name("N")
    ->default_str(std::to_string(to));
}

/// Add an option for values in one argument, separated by `separator`.
template <typename T>
CLI::Option* addList(CLI::App& app, const std::string& option, std::vector<T>& to,
  const std::string& description, char separator = ',')
{
  return app.add_option(option, to, description)->delimiter(separator)->allow_extra_args(false);
}

/// Add --tets, --seed, --shape, --cut, --grading and --boundary-faces of a generated mesh.
inline void addMeshOptions(CLI::App& app, MeshOptions& mesh)
{
  addCount(app, "--tets", mesh.tets, "Wanted number of tetrahedra; the lattice rounds it", 1);
  app.add_option("--seed", mesh.seed, "Seed of jitter, noise and random order");
  addChoice<Shape>(app, "--shape", mesh.shape,
    { { "convex", Shape::Convex }, { "nonconvex", Shape::NonConvex },
      { "disconnected", Shape::Disconnected } },
    "nonconvex: a bent block with a notch, a bore and two closed cavities; disconnected: the same sawn into "
    "pieces");
  addChoice<Cut>(app, "--cut", mesh.cut, { { "center", Cut::Center }, { "kuhn", Cut::Kuhn } },
    "12 tetrahedra around the center of each hexahedron, or 6 along its diagonal");
  app
    .add_option("--grading", mesh.grading,
      "How many times as wide the widest cells along each axis are as the narrowest, which crowd at the "
      "walls")
    ->check(CLI::Range(1.0, 1000.0));
  addCount(app, "--boundary-faces", mesh.boundaryFaces,
    "Of --shape convex, about so many faces without a neighbor, by square tubes that are left out from wall "
    "to wall; 0: no tubes");
}

} // namespace inkray::generator
