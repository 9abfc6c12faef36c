// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfacePathTraceRepresentation
 * @brief   representation "Isosurface (Path Traced)": isosurfaces of images and meshes in global illumination
 *
 * The isosurface array, the surfaces and their colors are chosen as in vtkIsosurfaceRayCastRepresentation.
 * All blocks form one scene of vtkIsosurfacePathTraceMapper and share light and shadows. Each of several
 * ranks traces its own part. Their pictures are composited by depth, or with IncludeVolume in the order of
 * the ranks' boxes. No light passes from one rank to another.
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
   * Set the settings of the mapper. Called by ParaView for a subproxy.
   */
  void SetPathTraceSettings(vtkPathTraceSettings* settings);

  /**
   * Whether stills may be refined over several frames: see vtkIsosurfacePathTraceMapper::SetRefine().
   * Screenshots always have all samples. A client that requests the frames turns this on. Off by default.
   */
  void SetRefine(bool refine);

  /**
   * Set the object that a client asks whether more frames are to come. Called by ParaView for a subproxy.
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
