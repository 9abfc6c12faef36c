// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMRayCastTransferFunction2DProxy
 * @brief   2-D transfer function whose histogram is made from the volumes that the plug-in shows with it
 *
 * ParaView's own histogram computes gradients with a filter that warns about every flat cell. It is used if
 * no display of type Volume (Ray Cast) uses the function.
 */
#ifndef vtkSMRayCastTransferFunction2DProxy_h
#define vtkSMRayCastTransferFunction2DProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMTransferFunction2DProxy.h"

#include <vector> // for std::vector

struct DisplayHistogram;

class INKRAYREPRESENTATIONS_EXPORT vtkSMRayCastTransferFunction2DProxy : public vtkSMTransferFunction2DProxy
{
public:
  static vtkSMRayCastTransferFunction2DProxy* New();
  vtkTypeMacro(vtkSMRayCastTransferFunction2DProxy, vtkSMTransferFunction2DProxy);

  /**
   * The histogram of shown volume by values and gradient magnitudes, from 0 to 1e6 for the largest bin. The
   * second axis of the function gets the range of the magnitudes. There are at least BoxBins bins along each
   * axis: ParaView's editor makes the function's table as fine, and small boxes need enough entries.
   */
  vtkSmartPointer<vtkImageData> ComputeDataHistogram2D(int numberOfBins) override;

  static constexpr int BoxBins = 256; ///< bins along each axis that small boxes need

  /**
   * Give a function, which may be of ParaView's own class, its first boxes and a fine table. The boxes cover
   * the values and gradients of most of the volume with a nonzero gradient. Their colors are those of the
   * display's color map. ComputeDataHistogram2D() calls this for a function without boxes whose second axis
   * has not been set. ParaView's editor may clear the property "Boxes" before it shows the histogram.
   * ComputeDataHistogram2D() then restores them.
   */
  static void AddFirstBoxes(vtkSMProxy* function, const DisplayHistogram& all);

protected:
  vtkSMRayCastTransferFunction2DProxy();
  ~vtkSMRayCastTransferFunction2DProxy() override;

private:
  vtkSMRayCastTransferFunction2DProxy(const vtkSMRayCastTransferFunction2DProxy&) = delete;
  void operator=(const vtkSMRayCastTransferFunction2DProxy&) = delete;

  std::vector<double> FirstBoxes; // kept until there is a histogram
};

#endif
