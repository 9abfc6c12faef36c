// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkFrameInformation
 * @brief   base class of information about the last frame, which the process that drew the frame provides
 *
 * ParaView asks the client's copy of a representation for information, even if a server renders. Therefore a
 * subproxy answers such questions. Its objects, one on the client and one on the server, derive from this
 * class. Its proxy, vtkSMFrameInformationProxy, asks the object of the process that drew the last frame.
 */
#ifndef vtkFrameInformation_h
#define vtkFrameInformation_h

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h" // for vtkNew
#include "vtkObject.h"
#include "vtkWeakPointer.h" // for vtkWeakPointer

class vtkPVDataRepresentation;
class vtkRayCastReport;
class vtkStringArray;

class INKRAYREPRESENTATIONS_EXPORT vtkFrameInformation : public vtkObject
{
public:
  vtkTypeMacro(vtkFrameInformation, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Set the representation, which is not kept alive.
   */
  void SetRepresentation(vtkPVDataRepresentation* representation);

  /**
   * On a client: whether the client draws the frames of the view itself. Otherwise the server draws them, and
   * the client shows its pictures.
   */
  bool IsDrawnByClient();

protected:
  vtkFrameInformation();
  ~vtkFrameInformation() override;

  /**
   * The rows of a report for a property: tuples of name, value and unit as texts.
   */
  vtkStringArray* RowsOf(vtkRayCastReport* report);

private:
  vtkFrameInformation(const vtkFrameInformation&) = delete;
  void operator=(const vtkFrameInformation&) = delete;

  vtkWeakPointer<vtkPVDataRepresentation> Representation;
  vtkNew<vtkStringArray> Rows;
};

#endif
