// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkDataObject;

namespace GridDimensions
{
/// The points along each axis of an image or a rectilinear grid; false for anything else, which has none.
bool Get(vtkDataObject* data, int dimensions[3]);
} // namespace GridDimensions
