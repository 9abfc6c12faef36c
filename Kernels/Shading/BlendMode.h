// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// What a ray makes of the values along it: VTK's modes (vtkVolumeMapper::BlendModes), with the exact extreme
/// or integral in each cell in place of samples. A ray that meets no value is empty.
enum class BlendMode
{
  Composite, ///< emission and absorption
  Maximum,   ///< colour and opacity of the greatest value
  Minimum,   ///< colour and opacity of the least value
  /// Grey, opaque: the mean, by length, of opacity times value, of the values within a range. A value counts
  /// by where it is in the range of all, from 0 to 1.
  Average,
  /// Grey, opaque: the integral of attenuation times value, up to 1; value as for Average. (VTK adds samples,
  /// whose number changes with the sample distance. As in all that VTK integrates, opacity is that of one
  /// scalar opacity unit distance here.)
  Additive
};

} // namespace inkray
