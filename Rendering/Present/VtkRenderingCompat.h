// SPDX-License-Identifier: BSD-3-Clause
#pragma once
class vtkCompositeDataDisplayAttributes;
class vtkMapper;
class vtkPiecewiseFunction;

// What VTK's rendering calls differently from version to version. Nothing else in Rendering asks which VTK it
// is; the target of the same is inkray_opengl (OpenGL.cmake).

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

/// How a mapper of composite data sets shows single blocks; null: alike, or it is another mapper.
vtkCompositeDataDisplayAttributes* BlockAttributesOf(vtkMapper* mapper);

} // namespace VtkCompat
