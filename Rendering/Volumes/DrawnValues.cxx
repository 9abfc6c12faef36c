// SPDX-License-Identifier: BSD-3-Clause
#include "DrawnValues.h"

#include "Geometry/RegularGrid/VolumeInput.h"
#include "RayCastHeld.h"
#include "RayCastSession.h"
#include "vtkDataArray.h"

#include <sstream>

bool DrawnValues::Check(RayCastSession& session, const RayCastArray& array, const double (&range)[2],
  std::int64_t numNonFinite, const std::string& nonFinite, const std::string& noValue)
{
  // A value that is no number draws nothing: report it, so that holes in the picture are explained.
  const std::string name = array.GetQuotedName();
  if (!(range[0] <= range[1]))
  {
    session.Report(true, "No value of the array " + name + noValue + ".");
    return false;
  }
  if (numNonFinite > 0)
  {
    session.Note(std::to_string(numNonFinite) + " of " + std::to_string(array.Array->GetNumberOfTuples()) +
      " values of the array " + name + " are not finite numbers (NaN or infinite); the cells that use them " +
      nonFinite);
  }
  return true;
}

bool DrawnValues::CheckImage(RayCastSession& session, const RayCastArray& array,
  const inkray::VolumeReport& found, bool isPart, const char* noValue, const char* noCell,
  const char* nonFinite)
{
  if (!(found.range[0] <= found.range[1]) && found.numNonFinite != array.Array->GetNumberOfTuples())
  {
    if (!isPart)
    {
      session.Note("No visible cell of the image has eight finite values of the array " +
        array.GetQuotedName() + ", so " + noCell + ".");
    }
    return false;
  }
  return Check(session, array, found.range, found.numNonFinite, nonFinite,
    std::string(" is a finite number, so ") + noValue);
}

void DrawnValues::NoteOneValue(RayCastSession& session, const RayCastArray& array, const double (&range)[2])
{
  if (range[0] == range[1])
  {
    std::ostringstream value;
    value << range[0];
    session.Note("The array " + array.GetQuotedName() + " is " + value.str() +
      " everywhere: the whole volume has one color and one opacity.");
  }
}
