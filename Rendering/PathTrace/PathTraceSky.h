// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/Environment.h"

#include <cstdint>
#include <filesystem>
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
  /// What tells whether a file has changed: programs that write it anew may keep its length, or its time.
  struct FileState
  {
    static FileState Of(const std::string& fileName);
    bool operator==(const FileState& other) const
    {
      return this->Exists == other.Exists && this->Time == other.Time && this->Bytes == other.Bytes;
    }
    bool Exists = false;
    std::filesystem::file_time_type Time{};
    std::uint64_t Bytes = 0;
  };

  void ReadIfChanged(const std::string& fileName);
  std::string Read();

  std::string FileName;
  FileState State;     // of the file as it was read
  std::string Problem; // of the file
  inkray::Environment Picture;
  bool IsPictureBright = false;
  int Readings = 0;
};
