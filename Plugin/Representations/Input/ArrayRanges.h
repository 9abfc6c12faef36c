// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkDataObject;

namespace ArrayRanges
{
/// Compute the ranges that ParaView asks for at each step of a series, for all arrays of a data set or of
/// its blocks. These are the ranges of each component and of the magnitude, over all values and over the
/// finite ones. Arrays cache these ranges until they change. All threads compute them, where VTK alone
/// would use one. Null does nothing.
void Find(vtkDataObject* data);
} // namespace ArrayRanges
