// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <iosfwd>
#include <string>

class vtkImageData;

/// How far a picture is from its baseline. Testing/Baselines/README.md has the rule in words.
struct PictureDifference
{
  /// What goes beyond 3 of 255 levels, at the place itself, summed over the picture, in wholly different
  /// pixels.
  double InPlace = 0.0;
  /// The share of pixels that differ by more than one level, which is what rounding comes to.
  double Shade = 0.0;
  /// Pixels of either picture to which the other has nothing like it, within 16 levels, at the place itself
  /// or at one of the eight around it: holes, tears, and what should not be there.
  int Lost = 0;
};

/// The largest differences that pass.
struct PictureLimits
{
  double InPlace = 10.0;
  double Shade = 0.05;
  int Lost = 10;
};

/// Compares red, green and blue of two pictures of one size, in bytes. Throws std::invalid_argument where
/// they are of different sizes, or have no colours.
PictureDifference ComparePictures(vtkImageData* picture, vtkImageData* baseline);

bool IsWithin(const PictureDifference& difference, const PictureLimits& limits);

/// Compares a picture with the file of its baseline, and says in a line or two what came out. A picture that
/// does not pass is left, with its baseline and ten times the difference, as STEM.png, STEM.valid.png and
/// STEM.diff.png.
bool MatchesBaseline(vtkImageData* picture, const std::string& baselineFile, const std::string& stem,
  const PictureLimits& limits, std::ostream& out);
