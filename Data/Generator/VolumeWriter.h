// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Writes a generated volume to a file that ParaView opens, slice by slice.
#include "VolumeGenerator.h"

#include <string>

namespace inkray::generator
{

/// Write a volume as an image with one point array "scalar". Slices are made and written a few at a
/// time, so the volume may be larger than memory. A path that ends in .vti gives VTK XML with inline
/// binary data, which every ParaView reads. Any other path gives a legacy binary file (big-endian).
/// Throws std::invalid_argument if the dimensions are out of range, std::runtime_error with the file's
/// path if it cannot be written.
void writeVolume(const VolumeOptions& options, const std::string& path);

} // namespace inkray::generator
