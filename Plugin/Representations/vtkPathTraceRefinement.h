// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPathTraceRefinement
 * @brief   how many samples the last frame of Isosurface (Path Traced) lacks of those that it is to have
 *
 * A client that refines pictures asks it after each frame. Where several ranks draw, the picture is
 * unfinished as long as that of any of them is.
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
   * Says how many samples what this process has drawn lacks.
   */
  void SetSource(const std::function<int()>& source);

  /**
   * Ask all ranks of a parallel server, which all have to call this.
   */
  void FindUnfinished();

  /**
   * Samples that were missing in each pixel when FindUnfinished was called last; 0: the picture is finished.
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
