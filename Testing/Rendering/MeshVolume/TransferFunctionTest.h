// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastTransferFunction.h"
#include "vtkDiscretizableColorTransferFunction.h"
#include "vtkNew.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <string>

using Knot = inkray::TransferFunctionKnot;

/// The function as the ray caster evaluates its knots: linear between them, constant outside.
Knot Evaluate(const inkray::TransferFunction& function, double x);

/// Tests of the knots that the kernels get for VTK's color and opacity functions.
class TransferFunctionTest : public testing::Test
{
protected:
  TransferFunctionTest();

  inkray::TransferFunction Make();

  /// Compares with VTK at scalars between the knots.
  void ExpectAsVTK(vtkColorTransferFunction* colors, double from, double to, double tolerance);
  void ExpectAsVTK(const inkray::TransferFunction& function, vtkColorTransferFunction* colors, double from,
    double to, double tolerance);

  vtkNew<vtkVolumeProperty> Property;
  vtkNew<vtkDiscretizableColorTransferFunction> Colors;
  vtkNew<vtkPiecewiseFunction> Opacity;
  std::string Message;
};
