// SPDX-License-Identifier: BSD-3-Clause
#include "vtkVisibleCellsInformation.h"

#include "vtkClientServerStream.h"
#include "vtkIdTypeArray.h"
#include "vtkMultiProcessStream.h"
#include "vtkObjectFactory.h"
#include "vtkTetRayCastRepresentation.h"

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
  if (auto* representation = vtkTetRayCastRepresentation::SafeDownCast(object))
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
  const auto length = static_cast<int>(this->Cells->GetNumberOfValues());
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
  int length = 0;
  this->Cells->SetNumberOfTuples(0);
  if (!stream->GetArgument(0, 0, &this->Depth) || !stream->GetArgument(0, 1, &length))
  {
    vtkErrorMacro("What a server has found of the cells that pixels show cannot be read.");
    return;
  }
  this->Cells->SetNumberOfTuples(length / 3);
  if (length > 0)
  {
    stream->GetArgument(0, 2, this->Cells->GetPointer(0), static_cast<vtkTypeUInt32>(length));
  }
}

void vtkVisibleCellsInformation::CopyParametersToStream(vtkMultiProcessStream& stream)
{
  stream << (this->IsOfAllRanks ? 1 : 0);
  // Runs of pixels that follow one another: rows of a rectangle.
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
