// SPDX-License-Identifier: BSD-3-Clause
#pragma once
class vtkCompositeDataDisplayAttributes;
class vtkMapper;
class vtkPiecewiseFunction;

// Calls of VTK's rendering whose names differ from version to version. Nothing else in Rendering asks which
// VTK it is; the target of the same is inkray_opengl (OpenGL.cmake).

// OpenGL's functions: from GLEW before VTK 9.4, from GLAD since.
#if __has_include("vtk_glad.h")
#include "vtk_glad.h" // IWYU pragma: export
#else
#include "vtk_glew.h" // IWYU pragma: export
#endif

namespace VtkCompat
{

/// The value of a function at x. Between two nodes with sharpness 1 it is a step: VTK documents that, but
/// from 9.3 on draws a steep curve.
double ValueOf(vtkPiecewiseFunction* function, double x);

/// Display attributes of single blocks in a mapper of composite data sets; null: all blocks are drawn alike,
/// or it is another mapper.
vtkCompositeDataDisplayAttributes* BlockAttributesOf(vtkMapper* mapper);

} // namespace VtkCompat
