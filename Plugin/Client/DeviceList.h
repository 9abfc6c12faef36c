// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkSMProxy;

/// The choices of the property Device of the plug-in's displays. The property itself has Auto, CUDA and CPU.
/// The NVIDIA GPUs of the process that draws are added by number and name.
namespace DeviceList
{
/// Ask the server of a display for its GPUs, and add them to the choices of the display.
void Fill(vtkSMProxy* display);
} // namespace DeviceList
