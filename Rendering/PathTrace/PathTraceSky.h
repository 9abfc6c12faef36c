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

/// The light from all around that vtkPathTraceSettings describes. A picture file is read once, and again only
/// if its name or the file changes.
class PathTraceSky
{
public:
  /// Make the environment of the settings. If the picture cannot be read, `report` gets a sentence that says
  /// why, and the sky of the settings is used.
  inkray::Environment Make(vtkPathTraceSettings* settings, vtkRenderer* renderer,
    const std::function<void(const std::string&)>& report);

  /// Whether an environment made by Make gives any light.
  bool IsBright(const inkray::Environment& sky) const;

  /// The numbers that the result of Make depends on: equal keys mean equal environments. Call it after Make.
  static std::vector<double> KeyOf(const inkray::Environment& sky, int readings);
  /// Number of times that a file was read.
  int GetNumberOfReadings() const { return this->Readings; }

private:
  /// State that changes with a file. A program that writes the file again may keep its length, or its time.
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
  FileState State;     // of the file when it was last read
  std::string Problem; // why the file could not be read; empty: it was read
  inkray::Environment Picture;
  bool IsPictureBright = false;
  int Readings = 0;
};
