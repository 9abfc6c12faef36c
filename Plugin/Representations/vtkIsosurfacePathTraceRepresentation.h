// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfacePathTraceRepresentation
 * @brief   representation "Isosurface (Path Traced)": isosurfaces of images and meshes in global illumination
 *
 * What is drawn is chosen as in vtkIsosurfaceRayCastRepresentation: the isosurface array, the surfaces and
 * their colours. All pieces are one scene of vtkIsosurfacePathTraceMapper, whose light and shadows they
 * share. On several ranks each traces what it has; their pictures are composited by depth, with IncludeVolume
 * box by box, and no light goes from one to another.
 */
#ifndef vtkIsosurfacePathTraceRepresentation_h
#define vtkIsosurfacePathTraceRepresentation_h

#include "InKRayRepresentationsModule.h"
#include "vtkIsosurfaceRayCastRepresentation.h"
#include "vtkNew.h" // for vtkNew

class vtkIsosurfacePathTraceMapper;
class vtkPathTraceRefinement;
class vtkPathTraceSettings;

class INKRAYREPRESENTATIONS_EXPORT vtkIsosurfacePathTraceRepresentation
  : public vtkIsosurfaceRayCastRepresentation
{
public:
  static vtkIsosurfacePathTraceRepresentation* New();
  vtkTypeMacro(vtkIsosurfacePathTraceRepresentation, vtkIsosurfaceRayCastRepresentation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * ParaView's subproxy: the settings of the mapper.
   */
  void SetPathTraceSettings(vtkPathTraceSettings* settings);

  /**
   * Whether stills may come in several frames, see vtkIsosurfacePathTraceMapper::SetRefine(); those of
   * screenshots have all samples nevertheless. A client that asks for the frames sets it. Off by default.
   */
  void SetRefine(bool refine);

  /**
   * ParaView's subproxy: who asks for the frames asks it whether there are more to come.
   */
  void SetRefinement(vtkPathTraceRefinement* refinement);

  bool IsOpaque() override;

protected:
  vtkIsosurfacePathTraceRepresentation();
  ~vtkIsosurfacePathTraceRepresentation() override;

  void UpdateMapperParameters() override;
  bool CutsRays() override { return false; }
  void AddMapperReports(vtkRayCastReport* report) override;

private:
  vtkIsosurfacePathTraceRepresentation(const vtkIsosurfacePathTraceRepresentation&) = delete;
  void operator=(const vtkIsosurfacePathTraceRepresentation&) = delete;

  vtkNew<vtkIsosurfacePathTraceMapper> Tracer;
  bool Refine = false;
};

#endif
