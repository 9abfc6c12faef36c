// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

class RayCastSession;
struct RayCastArray;

namespace inkray
{
struct VolumeReport;
}

/// Messages about the values that a volume draws.
namespace DrawnValues
{

/// Note findings about the values of an array: their `range`, and how many are not finite; `nonFinite` says
/// how their cells are drawn. Returns false, and reports it, if there is no finite value: `noValue` says so,
/// and what follows.
bool Check(RayCastSession& session, const RayCastArray& array, const double (&range)[2],
  std::int64_t numNonFinite, const std::string& nonFinite,
  const std::string& noValue = " is a finite number, so nothing is drawn");

/// Note findings of a caster about the values of an image. Returns false if no cell can be drawn: with a
/// problem if no value is finite, otherwise with a note, except for a part of an image. `noValue`, `noCell`
/// and `nonFinite` say what follows.
bool CheckImage(RayCastSession& session, const RayCastArray& array, const inkray::VolumeReport& found,
  bool isPart, const char* noValue, const char* noCell, const char* nonFinite = "are left out.");

/// Adds a note to the report of a session if all values of a volume are equal.
void NoteOneValue(RayCastSession& session, const RayCastArray& array, const double (&range)[2]);

} // namespace DrawnValues
