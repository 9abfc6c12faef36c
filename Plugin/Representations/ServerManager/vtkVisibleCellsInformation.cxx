// SPDX-License-Identifier: BSD-3-Clause
#include "vtkVisibleCellsInformation.h"

#include "CellSelection.h"
#include "vtkClientServerStream.h"
#include "vtkIdTypeArray.h"
#include "vtkMultiProcessStream.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkVisibleCellsInformation);

vtkVisibleCellsInformation::vtkVisibleCellsInformation()
{
  this->Cells->SetNumberOfComponents(3);
}

vtkVisibleCellsInformation::~vtkVisibleCellsInformation() = default;

void vtkVisibleCellsInformation::CopyFromObject(vtkObject* object)
{
  this->Cells->SetNumberOfTuples(0);
  this->Depth = 1;
  if (auto* representation = dynamic_cast<CellSelection::Finder*>(object))
  {
    this->Depth = representation->FindCells(this->Pixels, this->Cells, this->IsOfAllRanks);
  }
}

void vtkVisibleCellsInformation::AddInformation(vtkPVInformation* other)
{
  auto* const more = vtkVisibleCellsInformation::SafeDownCast(other);
  if (!more || more->Cells->GetNumberOfTuples() == 0)
  {
    return;
  }
  if (this->Pixels->GetNumberOfTuples() > 1)
  {
    this->Cells->InsertTuples(
      this->Cells->GetNumberOfTuples(), more->Cells->GetNumberOfTuples(), 0, more->Cells);
  }
  else if (this->Cells->GetNumberOfTuples() == 0 || more->Depth < this->Depth)
  {
    this->Cells->DeepCopy(more->Cells);
    this->Depth = more->Depth;
  }
}

void vtkVisibleCellsInformation::CopyToStream(vtkClientServerStream* stream)
{
  vtkIdType number = this->Cells->GetNumberOfValues();
  if (number > VTK_INT_MAX)
  {
    vtkErrorMacro("The selected pixels show " << this->Cells->GetNumberOfTuples()
                                              << " cells, but the server can send at most " << VTK_INT_MAX / 3
                                              << ". Select a smaller rectangle.");
    number = 0;
  }
  const auto length = static_cast<int>(number);
  stream->Reset();
  *stream << vtkClientServerStream::Reply << this->Depth << length;
  if (length > 0)
  {
    *stream << vtkClientServerStream::InsertArray(this->Cells->GetPointer(0), length);
  }
  *stream << vtkClientServerStream::End;
}

void vtkVisibleCellsInformation::CopyFromStream(const vtkClientServerStream* stream)
{
  // Check the lengths before allocating memory.
  double depth = 1;
  int length = 0;
  vtkTypeUInt32 held = 0;
  bool isRead = stream->GetArgument(0, 0, &depth) && stream->GetArgument(0, 1, &length) && length >= 0 &&
    length % 3 == 0 &&
    (length == 0 || (stream->GetArgumentLength(0, 2, &held) && held == static_cast<vtkTypeUInt32>(length)));
  this->Cells->SetNumberOfTuples(isRead ? length / 3 : 0);
  if (isRead && length > 0)
  {
    isRead = stream->GetArgument(0, 2, this->Cells->GetPointer(0), held) != 0;
  }
  this->Depth = isRead ? depth : 1;
  if (!isRead)
  {
    this->Cells->SetNumberOfTuples(0);
    vtkErrorMacro(
      "The visible cells that the server has found cannot be read: client and server must load the same "
      "version of InKRay.");
  }
}

void vtkVisibleCellsInformation::CopyParametersToStream(vtkMultiProcessStream& stream)
{
  stream << (this->IsOfAllRanks ? 1 : 0);
  // Send runs of consecutive pixels, such as rows of a rectangle.
  const vtkIdType number = this->Pixels->GetNumberOfTuples();
  for (vtkIdType i = 0; i < number;)
  {
    const vtkIdType first = this->Pixels->GetValue(i);
    int length = 0;
    for (; i < number && this->Pixels->GetValue(i) == first + length; ++i)
    {
      ++length;
    }
    stream << length << static_cast<vtkTypeInt64>(first);
  }
  stream << 0;
}

void vtkVisibleCellsInformation::CopyParametersFromStream(vtkMultiProcessStream& stream)
{
  int all = 0;
  stream >> all;
  this->IsOfAllRanks = all != 0;
  this->Pixels->SetNumberOfTuples(0);
  for (int length = 0;;)
  {
    stream >> length;
    if (length <= 0)
    {
      return;
    }
    vtkTypeInt64 first = 0;
    stream >> first;
    for (int i = 0; i < length; ++i)
    {
      this->Pixels->InsertNextValue(static_cast<vtkIdType>(first) + i);
    }
  }
}

void vtkVisibleCellsInformation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Pixels: " << this->Pixels->GetNumberOfTuples() << "\n";
  os << indent << "Cells: " << this->Cells->GetNumberOfTuples() << "\n";
}
