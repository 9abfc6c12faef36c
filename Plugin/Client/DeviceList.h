// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkSMProxy;

/// The choices of the property Device of the plug-in's displays: to Auto, CUDA and CPU, which the properties
/// have by themselves, the NVIDIA GPUs of the process that draws, each by its number and name.
namespace DeviceList
{
/// Asks the server of a display for its GPUs, and offers them in the display.
void Fill(vtkSMProxy* display);
} // namespace DeviceList
