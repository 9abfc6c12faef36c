// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkFrameInformation
 * @brief   something to be asked about the last frame of a representation, where that frame was drawn
 *
 * ParaView asks the client's copy of a representation for information, although a server may be what renders.
 * Such questions go to a subproxy instead, whose objects derive from this class: one on the client and one on
 * the server. Its proxy, vtkSMFrameInformationProxy, asks the one whose process drew the last frame.
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
   * The representation, which is not kept alive.
   */
  void SetRepresentation(vtkPVDataRepresentation* representation);

  /**
   * Called on a client: whether it draws the view's frames itself. Otherwise the server does, and the client
   * shows its picture.
   */
  bool IsDrawnByClient();

protected:
  vtkFrameInformation();
  ~vtkFrameInformation() override;

  /**
   * Rows for a property: tuples of name, value and unit as texts.
   */
  vtkStringArray* RowsOf(vtkRayCastReport* report);

private:
  vtkFrameInformation(const vtkFrameInformation&) = delete;
  void operator=(const vtkFrameInformation&) = delete;

  vtkWeakPointer<vtkPVDataRepresentation> Representation;
  vtkNew<vtkStringArray> Rows;
};

#endif
