// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastStatistics
 * @brief   what the ray caster on the server says about its last frame
 *
 * ParaView asks the client for the information properties of a representation, although the server may be
 * what renders. This object lives on the server only, so that it is asked there.
 */
#ifndef vtkTetRayCastStatistics_h
#define vtkTetRayCastStatistics_h

#include "InKRayRepresentationsModule.h"
#include "vtkObject.h"
#include "vtkWeakPointer.h" // for vtkWeakPointer

class vtkTetRayCastRepresentation;

class INKRAYREPRESENTATIONS_EXPORT vtkTetRayCastStatistics : public vtkObject
{
public:
  static vtkTetRayCastStatistics* New();
  vtkTypeMacro(vtkTetRayCastStatistics, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Whose frames are told about. Not kept alive.
   */
  void SetRepresentation(vtkTetRayCastRepresentation* representation);

  ///@{
  /**
   * As in vtkTetRayCastRepresentation; empty and zero without one.
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  double* GetTimings() VTK_SIZEHINT(6);
  double* GetMemoryUsed() VTK_SIZEHINT(3);
  int* GetImageSize() VTK_SIZEHINT(2);
  vtkIdType* GetCounters() VTK_SIZEHINT(7);
  ///@}

protected:
  vtkTetRayCastStatistics();
  ~vtkTetRayCastStatistics() override;

private:
  vtkTetRayCastStatistics(const vtkTetRayCastStatistics&) = delete;
  void operator=(const vtkTetRayCastStatistics&) = delete;

  vtkWeakPointer<vtkTetRayCastRepresentation> Representation;
};

#endif
