// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "Shading/GradientFunctions.h"

#include <functional>

namespace inkray::testing
{

/// The functions of the gradient's magnitude that a volume has, if any.
struct OracleGradientFunctions
{
  GradientOpacity opacity;
  TransferFunction2D table; ///< replaces transfer function and gradient opacity

  bool areUsed() const { return !this->opacity.knots.empty() || !this->table.entries.empty(); }
};

/// The factor of a gradient opacity, as the attenuation of a transfer function.
TransferFunction factorFunction(const GradientOpacity& opacity);
/// Red, green, blue and attenuation of a table: bilinear between its entries, constant outside.
std::array<double, 4> tableAt(const TransferFunction2D& table, double value, double magnitude);
/// Appends the places, from 0 to 1, where s or m passes a line of the table.
void appendTableLines(const TransferFunction2D& table, const std::array<double, 2>& s,
  const std::array<double, 2>& m, std::vector<double>& cuts);

/// As integrateSegment, with functions of the gradient: value and magnitude are linear over the length.
/// Without a table, `light` changes the color at the share t of the way.
void integrateGradientFunctions(const TransferFunction& function, const OracleGradientFunctions& functions,
  const std::array<double, 2>& s, const std::array<double, 2>& m,
  const std::function<void(double t, std::array<double, 4>& value)>& light, double length,
  double& opticalDepth, std::array<double, 4>& rgba);

} // namespace inkray::testing
