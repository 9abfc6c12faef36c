// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkCudaDevicesInformation
 * @brief   the NVIDIA GPUs of a process
 *
 * ParaView gathers this without an object, from the process that draws. On several
 * ranks, the first one answers.
 */
#ifndef vtkCudaDevicesInformation_h
#define vtkCudaDevicesInformation_h

#include "InKRayRepresentationsModule.h"
#include "vtkPVInformation.h"

#include <string> // for std::string
#include <vector> // for std::vector

class INKRAYREPRESENTATIONS_EXPORT vtkCudaDevicesInformation : public vtkPVInformation
{
public:
  static vtkCudaDevicesInformation* New();
  vtkTypeMacro(vtkCudaDevicesInformation, vtkPVInformation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * The names of the GPUs in the order of their numbers. Empty without a driver or if
   * InKRay is built without CUDA.
   */
  const std::vector<std::string>& GetNames() const { return this->Names; }

  ///@{
  /**
   * Called by ParaView.
   */
  void CopyFromObject(vtkObject* object) override;
  void CopyToStream(vtkClientServerStream* stream) override;
  void CopyFromStream(const vtkClientServerStream* stream) override;
  ///@}

protected:
  vtkCudaDevicesInformation();
  ~vtkCudaDevicesInformation() override;

private:
  vtkCudaDevicesInformation(const vtkCudaDevicesInformation&) = delete;
  void operator=(const vtkCudaDevicesInformation&) = delete;

  std::vector<std::string> Names;
};

#endif
