// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastStatistics
 * @brief   what the isosurface ray caster on the server says about its last frame
 *
 * ParaView asks the client for the information properties of a representation, although the server may be
 * what renders. This object lives on the server only, so that it is asked there.
 */
#ifndef vtkIsosurfaceRayCastStatistics_h
#define vtkIsosurfaceRayCastStatistics_h

#include "InKRayRepresentationsModule.h"
#include "vtkObject.h"
#include "vtkWeakPointer.h" // for vtkWeakPointer

class vtkIsosurfaceRayCastRepresentation;

class INKRAYREPRESENTATIONS_EXPORT vtkIsosurfaceRayCastStatistics : public vtkObject
{
public:
  static vtkIsosurfaceRayCastStatistics* New();
  vtkTypeMacro(vtkIsosurfaceRayCastStatistics, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Whose frames are told about. Not kept alive.
   */
  void SetRepresentation(vtkIsosurfaceRayCastRepresentation* representation);

  ///@{
  /**
   * As in vtkIsosurfaceRayCastRepresentation; empty and zero without one.
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  const char* GetUsedPipelineName();
  double* GetTimings() VTK_SIZEHINT(6);
  double* GetMemoryUsed() VTK_SIZEHINT(3);
  double GetCompactionRatio();
  int* GetImageSize() VTK_SIZEHINT(2);
  vtkIdType* GetRays() VTK_SIZEHINT(5);
  vtkIdType* GetLeaves() VTK_SIZEHINT(2);
  vtkIdType* GetUploads() VTK_SIZEHINT(4);
  int GetProbed();
  double* GetProbedPosition() VTK_SIZEHINT(3);
  double* GetProbedValues() VTK_SIZEHINT(3);
  ///@}

protected:
  vtkIsosurfaceRayCastStatistics();
  ~vtkIsosurfaceRayCastStatistics() override;

private:
  vtkIsosurfaceRayCastStatistics(const vtkIsosurfaceRayCastStatistics&) = delete;
  void operator=(const vtkIsosurfaceRayCastStatistics&) = delete;

  vtkWeakPointer<vtkIsosurfaceRayCastRepresentation> Representation;
};

#endif
