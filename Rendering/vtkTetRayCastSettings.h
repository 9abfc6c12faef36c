// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastSettings
 * @brief   how vtkTetRayCastMapper draws; may be shared by several of them
 */
#ifndef vtkTetRayCastSettings_h
#define vtkTetRayCastSettings_h

#include "InKRayRenderingModule.h"
#include "vtkRayCastSettings.h"

class INKRAYRENDERING_EXPORT vtkTetRayCastSettings : public vtkRayCastSettings
{
public:
  static vtkTetRayCastSettings* New();
  vtkTypeMacro(vtkTetRayCastSettings, vtkRayCastSettings);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum FaceTestType
  {
    EDGE_FUNCTION = 0,
    ON_DEMAND_VDFI = 1
  };

  ///@{
  /**
   * How the face through which a ray leaves a tetrahedron is found: signs of edge functions (default), or the
   * on-demand view-dependent face information of Gu and Kim (2020), section 5.2. The pictures agree.
   */
  vtkSetClampMacro(FaceTest, int, EDGE_FUNCTION, ON_DEMAND_VDFI);
  vtkGetMacro(FaceTest, int);
  ///@}

protected:
  vtkTetRayCastSettings();
  ~vtkTetRayCastSettings() override;

  int FaceTest = EDGE_FUNCTION;

private:
  vtkTetRayCastSettings(const vtkTetRayCastSettings&) = delete;
  void operator=(const vtkTetRayCastSettings&) = delete;
};

#endif
