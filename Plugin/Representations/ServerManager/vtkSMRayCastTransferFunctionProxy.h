// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMRayCastTransferFunctionProxy
 * @brief   color map whose histogram is made from the volumes that the plug-in shows with it
 *
 * The Color Map Editor shows the histogram behind the opacity function. ParaView's own histogram
 * counts all cells or points, whatever their size, even hidden ones. It is used if no display of type
 * Volume (Ray Cast) uses the map.
 */
#ifndef vtkSMRayCastTransferFunctionProxy_h
#define vtkSMRayCastTransferFunctionProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMTransferFunctionProxy.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMRayCastTransferFunctionProxy : public vtkSMTransferFunctionProxy
{
public:
  static vtkSMRayCastTransferFunctionProxy* New();
  vtkTypeMacro(vtkSMRayCastTransferFunctionProxy, vtkSMTransferFunctionProxy);

  /**
   * A table with the middle of each bin of values, and the shown volume in the bin.
   */
  vtkTable* ComputeDataHistogramTable(int numberOfBins) override;

protected:
  vtkSMRayCastTransferFunctionProxy();
  ~vtkSMRayCastTransferFunctionProxy() override;

private:
  vtkSMRayCastTransferFunctionProxy(const vtkSMRayCastTransferFunctionProxy&) = delete;
  void operator=(const vtkSMRayCastTransferFunctionProxy&) = delete;
};

#endif
