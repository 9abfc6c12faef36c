// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkAlgorithm;

/// ParaView's progress bar only observes algorithms that the server manager has created. These are
/// representations, not their mappers.
namespace MapperProgress
{
/// Pass on the progress of `mapper` as progress of `representation`. Only progress with a text is passed on:
/// the progress of frames, not of the pipeline. Neither object keeps the other alive. If the client has
/// ended, its frame is aborted: nobody would see it, and the server is free sooner.
void HandOn(vtkAlgorithm* mapper, vtkAlgorithm* representation);
} // namespace MapperProgress
