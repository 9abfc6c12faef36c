// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkDataObject;

namespace GridDimensions
{
/// Get the number of points along each axis of an image or a rectilinear grid. Returns false for other data.
bool Get(vtkDataObject* data, int dimensions[3]);
} // namespace GridDimensions
