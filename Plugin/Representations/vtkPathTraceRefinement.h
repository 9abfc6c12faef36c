// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPathTraceRefinement
 * @brief   the number of samples that the last frame of Isosurface (Path Traced) still lacks
 *
 * A client that refines pictures asks for it after each frame. With several ranks, the picture is unfinished
 * as long as that of any rank is.
 */
#ifndef vtkPathTraceRefinement_h
#define vtkPathTraceRefinement_h

#include "InKRayRepresentationsModule.h"
#include "vtkFrameInformation.h"

#include <functional> // for std::function

class INKRAYREPRESENTATIONS_EXPORT vtkPathTraceRefinement : public vtkFrameInformation
{
public:
  static vtkPathTraceRefinement* New();
  vtkTypeMacro(vtkPathTraceRefinement, vtkFrameInformation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Set the function that returns how many samples this process's picture lacks.
   */
  void SetSource(const std::function<int()>& source);

  /**
   * Ask all ranks of a parallel server, which call this together.
   */
  void FindUnfinished();

  /**
   * The number of samples per pixel that were missing at the last FindUnfinished. 0: the picture is finished.
   */
  vtkGetMacro(Unfinished, int);

protected:
  vtkPathTraceRefinement();
  ~vtkPathTraceRefinement() override;

private:
  vtkPathTraceRefinement(const vtkPathTraceRefinement&) = delete;
  void operator=(const vtkPathTraceRefinement&) = delete;

  std::function<int()> Source;
  int Unfinished = 0;
};

#endif
