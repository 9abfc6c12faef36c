// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPathTraceRefinement
 * @brief   whether the last frame of Isosurface (Path Traced) has fewer samples than it is to have
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
   * Says whether what this process has drawn is unfinished.
   */
  void SetSource(const std::function<bool()>& source);

  /**
   * Ask all ranks of a parallel server, which all have to call this.
   */
  void FindUnfinished();

  /**
   * 1 where samples were missing when FindUnfinished was called last.
   */
  vtkGetMacro(Unfinished, int);

protected:
  vtkPathTraceRefinement();
  ~vtkPathTraceRefinement() override;

private:
  vtkPathTraceRefinement(const vtkPathTraceRefinement&) = delete;
  void operator=(const vtkPathTraceRefinement&) = delete;

  std::function<bool()> Source;
  int Unfinished = 0;
};

#endif
