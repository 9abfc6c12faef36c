// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkHavsMapper
 * @brief   volume rendering of unstructured grids by Hardware-Assisted Visibility Sorting
 *
 * Draws any vtkUnstructuredGrid, as vtkTetRayCastMapper does, with the method that vtkHAVSVolumeMapper had up
 * to VTK 8.2: S. P. Callahan, M. Ikits, J. L. D. Comba and C. T. Silva, "Hardware-Assisted Visibility Sorting
 * for Unstructured Volume Rendering", IEEE TVCG 11, 2005. The faces of the tetrahedra are sorted by their
 * centroids, and a k-buffer in each pixel corrects the errors of this order; see inkray::Havs. It runs on a
 * CUDA device, or on CPU threads with the same picture.
 *
 * If a fragment is out of order by more than the k-buffer holds, its pixel is wrong. The report counts such
 * rays. vtkTetRayCastMapper has no such error and is faster on most meshes; this mapper is for comparison,
 * and for levels of detail (SetLevelOfDetailTargetTime).
 *
 * Values of the points or cells are composited, with attenuation as in vtkTetRayCastMapper. This mapper
 * leaves out all other features of vtkTetRayCastMapper and its settings, and one note says so: light,
 * gradient opacity, 2-D transfer functions, other blend modes, opacity from another array, direct colors,
 * categories between points, isosurfaces, slices, thresholds, clipping, cropping and colors of NaN. Nothing
 * can be selected.
 */
#ifndef vtkHavsMapper_h
#define vtkHavsMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastMapperOf.h"
#include "vtkUnstructuredGridVolumeMapper.h"

#include <memory> // for std::unique_ptr

class INKRAYRENDERING_EXPORT vtkHavsMapper : public RayCastMeshMapper
{
public:
  static vtkHavsMapper* New();
  vtkTypeMacro(vtkHavsMapper, RayCastMeshMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;
  RayCastMapperWrappedMethods(vtkTetRayCastSettings);

  ///@{
  /**
   * Entries of each pixel's k-buffer: 2, or 6 (default), which is slower and makes fewer errors. Other
   * numbers are changed to the nearer of the two.
   */
  void SetBufferSize(int size);
  vtkGetMacro(BufferSize, int);
  ///@}

  ///@{
  /**
   * While someone interacts with the window, leave out inner faces of the mesh so that a frame takes this
   * many seconds. Stills have all faces. With 0, the default, no faces are left out.
   */
  vtkSetClampMacro(LevelOfDetailTargetTime, double, 0.0, 10.0);
  vtkGetMacro(LevelOfDetailTargetTime, double);
  ///@}

  ///@{
  /**
   * Features that the user chose elsewhere and that this mapper does not draw, for the note about them: words
   * separated by commas, or null.
   */
  vtkSetStringMacro(LeftOut);
  vtkGetStringMacro(LeftOut);
  ///@}

  ///@{
  /**
   * Answers to vtkRayCastVolume: the picture is translucent, and no ids are drawn.
   */
  bool IsPictureOpaque() override { return false; }
  bool StopsAtDepths() override { return true; }
  bool DrawsIds() override { return false; }
  ///@}

  void Render(vtkRenderer* renderer, vtkVolume* volume) override;
  void ReleaseCaster() override;

protected:
  vtkHavsMapper();
  ~vtkHavsMapper() override;

  void ForgetFrame() override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - in ms: "adjacency" (tetrahedra of the cells, and their faces), "upload", "sort" (of the faces, with the
   * projection of the vertices), "lists" (of the faces in each tile of the image), "cast"
   * - in MiB: "mesh memory", "set-up memory"
   * - counts: "tetrahedra"; "faces"; "left out faces", by the level of detail; "list entries"; "rays" that
   * meet the mesh; "fragments"; "unsorted fragments", which came behind a farther one in the order of the
   * centroids; "late fragments" among them, which the k-buffer did not hold back long enough; "late rays",
   * which have at least one: as many pixels of the image at most are wrong; "mesh uploads", "scalar uploads",
   * "transfer function uploads"
   */
  void AddRows(vtkRayCastReport* report) override;

private:
  vtkHavsMapper(const vtkHavsMapper&) = delete;
  void operator=(const vtkHavsMapper&) = delete;

  struct Frame;
  struct Internals;

  // The steps of Render, in order. A step that finds nothing to draw returns false.
  bool CheckInput(Frame& frame);
  bool UpdateValues(const Frame& frame);
  void UpdateFunction();
  void NoteLeftOut(const Frame& frame);
  void Cast();

  int BufferSize = 6;
  double LevelOfDetailTargetTime = 0;
  char* LeftOut = nullptr;
  std::unique_ptr<Internals> Internal;
};

#endif
