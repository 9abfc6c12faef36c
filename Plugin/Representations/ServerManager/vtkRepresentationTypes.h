// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRepresentationTypes
 * @brief   adds the plug-in's types of representation to those that ParaView offers
 *
 * "Volume (Ray Cast)" and "Isosurface (Ray Cast)" are extensions of ParaView's definitions of displays. A
 * client that creates such a display needs all classes that the definition names, and aborts if it does not
 * find them. Therefore only a client that has loaded the plug-in extends the definitions: it creates an
 * object of this class on all processes of its server.
 *
 * Source: vtkSIProxy::CreateVTKObjects() of ParaView 5.11, which calls abort().
 */
#ifndef vtkRepresentationTypes_h
#define vtkRepresentationTypes_h

#include "InKRayRepresentationsModule.h"
#include "vtkObject.h"

class vtkSIProxyDefinitionManager;

class INKRAYREPRESENTATIONS_EXPORT vtkRepresentationTypes : public vtkObject
{
public:
  static vtkRepresentationTypes* New();
  vtkTypeMacro(vtkRepresentationTypes, vtkObject);

  /**
   * Extend the definitions of all sessions of this process that have not been extended yet.
   */
  void Offer();

  /**
   * Whether these definitions have been extended. False if the plug-in's own definitions are missing.
   */
  static bool AreOffered(vtkSIProxyDefinitionManager* definitions);

protected:
  vtkRepresentationTypes() = default;
  ~vtkRepresentationTypes() override = default;

private:
  vtkRepresentationTypes(const vtkRepresentationTypes&) = delete;
  void operator=(const vtkRepresentationTypes&) = delete;
};

#endif
