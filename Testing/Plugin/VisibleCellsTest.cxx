// SPDX-License-Identifier: BSD-3-Clause
// Answers of servers about the cells that pixels show. An answer is read as it was sent, and refused where no
// server can send it. The nearest of several ranks counts.
#include "vtkClientServerStream.h"
#include "vtkIdTypeArray.h"
#include "vtkMultiProcessStream.h"
#include "vtkNew.h"
#include "vtkTestErrorObserver.h"
#include "vtkVisibleCellsInformation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace
{

using Ids = std::vector<vtkIdType>;

/// Writes the answer of a server: depth, the length that it claims for the ids, and the ids.
void answer(vtkClientServerStream& stream, double depth, int length, const Ids& ids)
{
  stream << vtkClientServerStream::Reply << depth << length;
  if (!ids.empty())
  {
    stream << vtkClientServerStream::InsertArray(ids.data(), static_cast<int>(ids.size()));
  }
  stream << vtkClientServerStream::End;
}

Ids cellsOf(vtkVisibleCellsInformation* information)
{
  vtkIdTypeArray* const cells = information->GetCells();
  return Ids(cells->GetPointer(0), cells->GetPointer(0) + cells->GetNumberOfValues());
}

/// Gives `information` the answer of a rank that found one cell at a depth.
void find(vtkVisibleCellsInformation* information, double depth, vtkIdType cell)
{
  vtkClientServerStream stream;
  answer(stream, depth, 3, { 1, 0, cell });
  information->CopyFromStream(&stream);
}

TEST(VisibleCells, AreReadAsTheyWereSent)
{
  for (const Ids& ids : { Ids{}, Ids{ 1, 0, 42 }, Ids{ 1, 0, 42, 2, 1, VTK_ID_MAX } })
  {
    vtkNew<vtkVisibleCellsInformation> from, to;
    vtkClientServerStream first, second;
    answer(first, 0.25, static_cast<int>(ids.size()), ids);
    from->CopyFromStream(&first);
    from->CopyToStream(&second);
    to->CopyFromStream(&second);
    EXPECT_EQ(cellsOf(to), ids);
  }
}

TEST(VisibleCells, AnAnswerThatNoServerGivesIsRefused)
{
  const Ids six = { 1, 0, 2, 1, 0, 3 };
  const struct
  {
    int Length;
    Ids Given;
  } answers[] = { { 5, Ids(six.begin(), six.begin() + 5) }, { 4, Ids(six.begin(), six.begin() + 4) },
    { 1, { 1 } }, { -1, {} }, { -3, six }, { 3, six }, { 6, { 1, 0, 2 } }, { 6, {} },
    { VTK_INT_MAX - 1, six } };
  for (const auto& given : answers)
  {
    SCOPED_TRACE(std::to_string(given.Length) + " said, " + std::to_string(given.Given.size()) + " given");
    vtkNew<vtkVisibleCellsInformation> information;
    find(information, 0.5, 7);
    vtkNew<vtkTest::ErrorObserver> said;
    information->AddObserver(vtkCommand::ErrorEvent, said);
    vtkClientServerStream stream;
    answer(stream, 0.5, given.Length, given.Given);
    information->CopyFromStream(&stream);
    EXPECT_EQ(cellsOf(information), Ids());
    EXPECT_NE(said->GetErrorMessage().find("the same version of InKRay"), std::string::npos);
  }
  vtkNew<vtkVisibleCellsInformation> information;
  vtkNew<vtkTest::ErrorObserver> said;
  information->AddObserver(vtkCommand::ErrorEvent, said);
  vtkClientServerStream texts;
  texts << vtkClientServerStream::Reply << "no depth" << 3 << "no ids" << vtkClientServerStream::End;
  information->CopyFromStream(&texts);
  EXPECT_TRUE(said->GetError());
  EXPECT_EQ(cellsOf(information), Ids());
}

TEST(VisibleCells, OfOnePixelTheNearestOfAllRanksCounts)
{
  for (bool nearestFirst : { false, true })
  {
    vtkNew<vtkVisibleCellsInformation> all, near, far, none;
    all->GetPixels()->InsertNextValue(10);
    find(near, 0.2, 2);
    find(far, 0.7, 7);
    all->AddInformation(nearestFirst ? near : far);
    all->AddInformation(none);
    all->AddInformation(nearestFirst ? far : near);
    EXPECT_EQ(cellsOf(all), (Ids{ 1, 0, 2 }));
  }
}

TEST(VisibleCells, OfSeveralPixelsThoseOfAllRanksCount)
{
  vtkNew<vtkVisibleCellsInformation> all, near, far;
  all->GetPixels()->InsertNextValue(10);
  all->GetPixels()->InsertNextValue(11);
  find(near, 0.2, 2);
  find(far, 0.7, 7);
  all->AddInformation(far);
  all->AddInformation(near);
  EXPECT_EQ(cellsOf(all), (Ids{ 1, 0, 7, 1, 0, 2 }));
}

TEST(VisibleCells, AreAskedForByPixels)
{
  const Ids pixels = { 3, 4, 5, 100, 200, 201 };
  vtkNew<vtkVisibleCellsInformation> from, to;
  for (vtkIdType pixel : pixels)
  {
    from->GetPixels()->InsertNextValue(pixel);
  }
  vtkMultiProcessStream stream;
  from->CopyParametersToStream(stream);
  to->CopyParametersFromStream(stream);
  vtkIdTypeArray* const read = to->GetPixels();
  EXPECT_EQ(Ids(read->GetPointer(0), read->GetPointer(0) + read->GetNumberOfValues()), pixels);
}

} // namespace
