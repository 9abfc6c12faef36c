// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Writes a generated volume as a file that ParaView opens, slice by slice.
#include "VolumeGenerator.h"

#include <string>

namespace inkray::generator
{

/// Write a volume as an image with one point array "scalar", slice by slice, so that it may be larger than
/// memory: a path that ends in .vti as VTK XML with inline binary data, which every ParaView reads, any other
/// as a legacy binary file (big-endian). Throws std::invalid_argument when the options make no sense,
/// std::runtime_error naming the file when it cannot be written.
void writeVolume(const VolumeOptions& options, const std::string& path);

} // namespace inkray::generator
