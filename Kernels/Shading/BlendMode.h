// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// Modes that turn the values along a ray into a pixel: VTK's modes (vtkVolumeMapper::BlendModes), with the
/// exact extreme or integral in each cell in place of samples. A ray that meets no value is empty.
enum class BlendMode
{
  Composite, ///< emission and absorption
  Maximum,   ///< colour and opacity of the greatest value
  Minimum,   ///< colour and opacity of the least value
  /// Grey, opaque: the mean, by length, of opacity times value, of the values within a range. A value counts
  /// by where it is in the range of all, from 0 to 1.
  Average,
  /// Grey, opaque: the integral of attenuation times value, up to 1; value as for Average. (VTK adds samples,
  /// whose number changes with the sample distance. The opacity here is that of one scalar opacity
  /// unit distance, as in VTK's other integrals.)
  Additive
};

} // namespace inkray
