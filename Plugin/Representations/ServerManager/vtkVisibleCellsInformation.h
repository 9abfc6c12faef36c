// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkVisibleCellsInformation
 * @brief   the cells of a representation that some pixels of a view show
 *
 * Gathered from a representation of a volume where the last selection was drawn: see
 * vtkTetRayCastMapper::FindCells. On several ranks, each finds cells of its own part, behind what other ranks
 * have in front. For a single pixel, the nearest cell counts.
 */
#ifndef vtkVisibleCellsInformation_h
#define vtkVisibleCellsInformation_h

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h" // for vtkNew
#include "vtkPVInformation.h"

class vtkIdTypeArray;

class INKRAYREPRESENTATIONS_EXPORT vtkVisibleCellsInformation : public vtkPVInformation
{
public:
  static vtkVisibleCellsInformation* New();
  vtkTypeMacro(vtkVisibleCellsInformation, vtkPVInformation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * The pixels to ask about, as indices x + y * width in the renderer's viewport, in ascending order.
   */
  vtkIdTypeArray* GetPixels() { return this->Pixels; }

  /**
   * Whether all ranks of the server, each of which draws its part, are asked. Off by default.
   */
  void SetIsOfAllRanks(bool all) { this->IsOfAllRanks = all; }

  /**
   * The cells as tuples of composite index (1 for data that are not composite), process and id.
   */
  vtkIdTypeArray* GetCells() { return this->Cells; }

  ///@{
  /**
   * Called by ParaView.
   */
  void CopyFromObject(vtkObject* object) override;
  void AddInformation(vtkPVInformation* other) override;
  void CopyToStream(vtkClientServerStream* stream) override;
  void CopyFromStream(const vtkClientServerStream* stream) override;
  void CopyParametersToStream(vtkMultiProcessStream& stream) override;
  void CopyParametersFromStream(vtkMultiProcessStream& stream) override;
  ///@}

protected:
  vtkVisibleCellsInformation();
  ~vtkVisibleCellsInformation() override;

private:
  vtkVisibleCellsInformation(const vtkVisibleCellsInformation&) = delete;
  void operator=(const vtkVisibleCellsInformation&) = delete;

  vtkNew<vtkIdTypeArray> Pixels;
  vtkNew<vtkIdTypeArray> Cells;
  bool IsOfAllRanks = false;
  double Depth = 1; // of the cell, if a single pixel is asked about
};

#endif
