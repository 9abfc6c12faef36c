// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkAlgorithm;

/// ParaView's progress bar hears of algorithms that the server manager has made, as representations are and
/// their mappers are not.
namespace MapperProgress
{
/// From now on, the progress of `mapper` that has a text, which is that of frames and not of its pipeline, is
/// also that of `representation`. Neither keeps the other. A frame whose client has ended is aborted then:
/// nobody would see it, and a server ends, or serves others, when it is done.
void HandOn(vtkAlgorithm* mapper, vtkAlgorithm* representation);
} // namespace MapperProgress
