// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/Environment.h"

#include <functional>
#include <string>
#include <vector>

class vtkPathTraceSettings;
class vtkRenderer;

/// The light from all around that vtkPathTraceSettings describes. A picture is read once, until its file is
/// another or has changed.
class PathTraceSky
{
public:
  /// What the settings describe now. `report` gets a sentence where the picture cannot be had; the sky of the
  /// settings takes its place then.
  inkray::Environment Make(vtkPathTraceSettings* settings, vtkRenderer* renderer,
    const std::function<void(const std::string&)>& report);

  /// Whether any light comes from the result of Make.
  bool IsBright(const inkray::Environment& sky) const;

  /// Whatever the result of Make depends on, as numbers that are equal as long as it is. Call it afterwards.
  static std::vector<double> KeyOf(const inkray::Environment& sky, int readings);
  /// How often a file was read.
  int GetNumberOfReadings() const { return this->Readings; }

private:
  std::string Read(const std::string& fileName); // returns what is wrong

  std::string FileName;
  long FileTime = 0;
  std::string Problem; // of the file
  inkray::Environment Picture;
  bool IsPictureBright = false;
  int Readings = 0;
};
