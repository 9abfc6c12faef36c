// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "Shading/GradientFunctions.h"

#include <functional>

namespace inkray::testing
{

/// Functions of the magnitude of the gradient that a volume has, if any.
struct OracleGradientFunctions
{
  GradientOpacity opacity;
  TransferFunction2D table; ///< in place of transfer function and opacity

  bool areUsed() const { return !this->opacity.knots.empty() || !this->table.entries.empty(); }
};

/// The factor as a transfer function's attenuation.
TransferFunction factorFunction(const GradientOpacity& opacity);
/// Red, green, blue and attenuation of a table: bilinear between its entries, constant beyond.
std::array<double, 4> tableAt(const TransferFunction2D& table, double value, double magnitude);
/// Places on the way of both, from 0 to 1, where they pass a line of the table.
void appendTableLines(const TransferFunction2D& table, const std::array<double, 2>& s,
  const std::array<double, 2>& m, std::vector<double>& cuts);

/// integrateSegment with those functions: scalar and magnitude run linearly over the length, and `light`
/// changes the colour at the share t of the way where there is no table.
void integrateGradientFunctions(const TransferFunction& function, const OracleGradientFunctions& functions,
  const std::array<double, 2>& s, const std::array<double, 2>& m,
  const std::function<void(double t, std::array<double, 4>& value)>& light, double length,
  double& opticalDepth, std::array<double, 4>& rgba);

} // namespace inkray::testing
