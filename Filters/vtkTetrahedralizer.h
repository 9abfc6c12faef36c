// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetrahedralizer
 * @brief   converts an unstructured grid into tetrahedra, for ray casting
 *
 * Converts any vtkUnstructuredGrid into a list of tetrahedra, and tells which cell each came from.
 *
 * - A grid with VTK_TETRA only and nothing blanked costs nothing: GetMesh() points to the arrays of the grid.
 *   Arrays on a CUDA device (VTK 9.6) are not read on the host.
 * - Other three-dimensional cells are subdivided in parallel. Subdivisions agree across shared faces, so
 *   there are no cracks: each polygonal face is a fan from its smallest point id (a quadrilateral is divided
 *   by the diagonal through it). A cell is the cone from its smallest point id over the faces without it
 *   (Dompierre et al. 1999, "How to subdivide pyramids, prisms and hexahedra into tetrahedra"). A hexahedron
 *   gives 5 or 6 tets, a wedge 3, a pyramid 2.
 * - A polyhedron or prism that is not convex enough for the cone gets an added point inside.
 * - Quadratic and Lagrange cells are subdivided through their edge, face and interior nodes (a ten-node tet
 *   gives 8 tets). Serendipity cells without a center node get one. Bezier cells and Lagrange pyramids are
 *   drawn as the linear cell of their corners.
 * - One- and two-dimensional cells are ignored. Cells with a DUPLICATECELL, REFINEDCELL or HIDDENCELL
 *   ghost flag, and cells with a HIDDENPOINT, are left out. Cells with point ids out of range or with
 *   too few points are skipped and counted. (A grid that only has tets is passed on unchecked; the
 *   ray caster checks its ids.)
 *
 * The mesh is kept until points, cells or ghost flags change. Other arrays do not matter. A new grid counts
 * as unchanged if its arrays are shared with or equal to those of the last one. A time step on the same
 * mesh thus only updates values.
 */
#ifndef vtkTetrahedralizer_h
#define vtkTetrahedralizer_h

#include "Core/Field.h"            // for inkray::Field
#include "Core/WorkObserver.h"     // for inkray::WorkObserver
#include "Geometry/Mesh/TetMesh.h" // for TetMeshInput
#include "InKRayFiltersModule.h"
#include "vtkObject.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

class vtkDataArray;
class vtkUnstructuredGrid;

class INKRAYFILTERS_EXPORT vtkTetrahedralizer : public vtkObject
{
public:
  static vtkTetrahedralizer* New();
  vtkTypeMacro(vtkTetrahedralizer, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Update the tets to the grid. Returns true if they have changed since the last call, false if the
   * last ones are still valid. A null or empty grid gives no tets. References to the arrays of the grid
   * are kept until the next call that changes them. If memory runs out, there are no tets, and
   * GetMessage() reports it. Throws inkray::Aborted if the observer requests it. There are no tets then,
   * and the next call starts again.
   */
  bool Update(vtkUnstructuredGrid* grid, const inkray::WorkObserver& observer = inkray::WorkObserver());

  /**
   * Whether the tets are those of the present grid, so that Update would change nothing.
   */
  bool IsUpToDate(vtkUnstructuredGrid* grid) const;

  /**
   * Forget the mesh and free its memory.
   */
  void Initialize();

  /**
   * Changes whenever the tets change. 0 if there have never been any.
   */
  vtkMTimeType GetMeshMTime() const;

  ///@{
  /**
   * The tets in the vertex order of VTK_TETRA, with a positive volume if the cell has one. Points of the grid
   * keep their ids, and added points follow. Pointers are valid until the next Update or Initialize; pointers
   * to a device only until the arrays are used on the host. Throws inkray::InvalidInput if an array has left
   * its device since Update: the next Update rebuilds the mesh.
   */
  inkray::TetMeshInput GetMesh();
  const std::int64_t* GetTupleOfTet() const; ///< cell id of each tet; null: tet i is cell i
  ///@}

  /**
   * Get the values of an array of the grid for this mesh. `association` is vtkDataObject::POINT or CELL;
   * `component` is a component, or -1 for the Euclidean norm. Any numeric array type works. Contiguous arrays
   * are pointed to, on the host or their CUDA device. Others, and point arrays if points were added, are
   * copied. An added point gets the weighted mean of its source points. Returns false if the array does not
   * fit the mesh, with the reason in GetMessage(). Pointers are valid until the next call of this method,
   * Update or Initialize, and only while the array exists unchanged.
   */
  bool GetScalars(vtkDataArray* array, int association, int component, inkray::Field& scalars);

  /**
   * Average a cell array (a component, or -1 for the Euclidean norm) at the points of the grid, over the
   * cells around each point that have tets. Returns a new array of that name. Null if the array does not fit
   * the mesh or memory runs out, with the reason in GetMessage().
   */
  vtkSmartPointer<vtkDataArray> AverageAtPoints(vtkDataArray* cellValues, int component);

  ///@{
  /**
   * Counts of the last Update. Each cell is counted at most once.
   */
  vtkIdType GetNumberOfTets() const;
  vtkIdType GetNumberOfAddedPoints() const;      ///< points that the subdivision added
  vtkIdType GetNumberOfIgnoredCells() const;     ///< empty, 0-, 1- and 2-dimensional cells
  vtkIdType GetNumberOfGhostCells() const;       ///< ghost, refined and blanked cells
  vtkIdType GetNumberOfUnsupportedCells() const; ///< types that have no subdivision (parametric cells, ...)
  vtkIdType GetNumberOfInvalidCells() const; ///< point ids out of range, too few points, broken face lists
  ///@}

  /**
   * One line for the user: why there are no tets, which cells were skipped because they are broken or
   * unsupported, or why GetScalars failed. Empty if there is nothing to report.
   */
  std::string GetMessage() const;

  /**
   * The number of bytes held here, without the arrays of the grid.
   */
  std::size_t GetMemorySize() const;

protected:
  vtkTetrahedralizer();
  ~vtkTetrahedralizer() override;

private:
  vtkTetrahedralizer(const vtkTetrahedralizer&) = delete;
  void operator=(const vtkTetrahedralizer&) = delete;

  struct Internals;
  std::unique_ptr<Internals> Internal;
};

#endif
