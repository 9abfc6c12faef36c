// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <iosfwd>
#include <string>

class vtkImageData;

/// The difference between a picture and its baseline. Testing/Baselines/README.md explains the rule.
struct PictureDifference
{
  /// The sum over all pixels of the differences beyond 3 of 255 levels, in units of wholly different pixels.
  double InPlace = 0.0;
  /// The share of pixels that differ by more than one level, which is the effect of rounding.
  double Shade = 0.0;
  /// The number of pixels of either picture without a counterpart in the other: no color within 16 levels at
  /// that pixel or the eight around it. These are holes, tears and additions.
  int Lost = 0;
};

/// The largest differences that a picture may have to pass.
struct PictureLimits
{
  double InPlace = 10.0;
  double Shade = 0.05;
  int Lost = 10;
};

/// Compares red, green and blue of two pictures in bytes. Throws std::invalid_argument if their sizes differ
/// or they have no colors.
PictureDifference ComparePictures(vtkImageData* picture, vtkImageData* baseline);

bool IsWithin(const PictureDifference& difference, const PictureLimits& limits);

/// Compares a picture with the file of its baseline and prints the result in a line or two. If the picture
/// does not pass, it writes STEM.png, STEM.valid.png (the baseline) and STEM.diff.png (ten times the
/// difference).
bool MatchesBaseline(vtkImageData* picture, const std::string& baselineFile, const std::string& stem,
  const PictureLimits& limits, std::ostream& out);
