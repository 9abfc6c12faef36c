// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkDataObject;

namespace ArrayRanges
{
/// Has each array of numbers of a data set, or of the blocks of one, know the ranges that ParaView asks for
/// at each step of a series: those of each component and of the magnitude, of all values and of the finite
/// ones. All threads find them, where VTK alone would take one; arrays keep them until they change. Later
/// answers of an array are the same. Null has none.
void Find(vtkDataObject* data);
} // namespace ArrayRanges
