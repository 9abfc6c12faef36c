// SPDX-License-Identifier: BSD-3-Clause
#pragma once
class vtkCompositeDataDisplayAttributes;
class vtkMapper;
class vtkPiecewiseFunction;

// Calls of VTK's rendering classes whose names differ between versions. No other file of Rendering depends on
// VTK's version, except the target inkray_opengl (OpenGL.cmake), which does so for OpenGL.

// OpenGL's functions come from GLEW before VTK 9.4, and from GLAD since.
#if __has_include("vtk_glad.h")
#include "vtk_glad.h" // IWYU pragma: export
#else
#include "vtk_glew.h" // IWYU pragma: export
#endif

namespace VtkCompat
{

/// The value of a function at x. Between two nodes with sharpness 1 the function is a step, as VTK documents;
/// from 9.3 on VTK itself draws a steep curve.
double ValueOf(vtkPiecewiseFunction* function, double x);

/// Display attributes of single blocks in a mapper of composite data sets; null if all blocks are drawn
/// alike, or for another mapper.
vtkCompositeDataDisplayAttributes* BlockAttributesOf(vtkMapper* mapper);

} // namespace VtkCompat
