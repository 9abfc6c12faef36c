// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetrahedralizer
 * @brief   the tetrahedra of an unstructured grid, for ray casting
 *
 * Turns any vtkUnstructuredGrid into a list of tetrahedra and tells which cell each of them came from.
 *
 * - A grid of nothing but VTK_TETRA, with nothing blanked, costs nothing: GetMesh() points into the arrays of
 * the grid. Arrays on a CUDA device (VTK 9.6) are not read on the host.
 * - Other three-dimensional cells are subdivided, in parallel. Subdivisions agree across shared faces, so
 * that the tets have no cracks: every polygonal face is a fan from its smallest point id (a quadrilateral is
 * divided by the diagonal through it), and a cell is the cone from its smallest point id over the faces that
 * do not contain it (Dompierre et al. 1999, "How to subdivide pyramids, prisms and hexahedra into
 * tetrahedra"). A hexahedron gives 5 or 6 tets, a wedge 3, a pyramid 2.
 * - A polyhedron or prism that is not convex enough for the cone gets its centroid as an additional point.
 * - Quadratic and Lagrange cells are subdivided through their edge, face and interior nodes (a ten-node tet
 * gives 8 tets); serendipity cells without a centre node get one. Bezier cells and Lagrange pyramids are
 * drawn as the linear cell of their corners.
 * - One- and two-dimensional cells are ignored. Cells with a DUPLICATECELL, REFINEDCELL or HIDDENCELL ghost
 * flag, and cells with a HIDDENPOINT, are left out. Cells with point ids out of range or with too few points
 * are skipped and counted. (A grid of tets alone is passed on unchecked; the ray caster checks its ids.)
 *
 * The mesh is kept until points, cells or ghost flags change. Other arrays do not matter, and a new grid that
 * shares or equals the arrays of the last one counts as unchanged, so that a time step on the same mesh moves
 * values only.
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
   * Bring the tets up to date with the grid. Returns true when they changed since the last call, false when
   * the last ones still hold. A null or empty grid gives no tets. References to the arrays of the grid are
   * kept until the next call that changes them. When memory runs out there are no tets, and GetMessage()
   * reports it. Throws inkray::Aborted when the observer says so; there are no tets then, and the next call
   * starts again.
   */
  bool Update(vtkUnstructuredGrid* grid, const inkray::WorkObserver& observer = inkray::WorkObserver());

  /**
   * Whether the tets are those of the grid as it is now, so that Update would change nothing.
   */
  bool IsUpToDate(vtkUnstructuredGrid* grid) const;

  /**
   * Forget the mesh and give back its memory.
   */
  void Initialize();

  /**
   * Changes whenever the tets change; 0 when there never were any.
   */
  vtkMTimeType GetMeshMTime() const;

  ///@{
  /**
   * The tets in the vertex order of VTK_TETRA: positive volume wherever the cell had a positive one. Points
   * of the grid keep their ids; added points follow them. The pointers are valid until the next Update or
   * Initialize; pointers to a device, until the arrays are used on the host. Throws inkray::InvalidInput
   * where an array has left its device since Update: the next Update makes the mesh anew.
   */
  inkray::TetMeshInput GetMesh();
  const std::int64_t* GetTupleOfTet() const; ///< cell id of each tet; null when tet i is cell i
  ///@}

  /**
   * The values of an array of the grid for this mesh. `association` is vtkDataObject::POINT or CELL;
   * `component` is a component or -1 for the Euclidean norm. Any numeric array type works: plain arrays are
   * pointed at, on the host or on the CUDA device that they live on, others (and point arrays when points
   * were added) are copied. An added point gets the weighted mean of the points it came from. Returns false,
   * with the reason in GetMessage(), when the array does not fit the mesh. The pointers are valid until the
   * next call of this method, Update or Initialize, and only as long as the array lives unchanged.
   */
  bool GetScalars(vtkDataArray* array, int association, int component, inkray::Field& scalars);

  /**
   * The values of a cell array (a component, or for -1 the Euclidean norm) at the points of the grid: the
   * mean over the cells around each that the tets came from. A new array of that name, or null, with the
   * reason in GetMessage(), where the array does not fit the mesh or memory runs out.
   */
  vtkSmartPointer<vtkDataArray> AverageAtPoints(vtkDataArray* cellValues, int component);

  ///@{
  /**
   * Counts of the last Update. Each cell is in one count at most.
   */
  vtkIdType GetNumberOfTets() const;
  vtkIdType GetNumberOfAddedPoints() const;      ///< points that the subdivision added
  vtkIdType GetNumberOfIgnoredCells() const;     ///< empty, 0-, 1- and 2-dimensional cells
  vtkIdType GetNumberOfGhostCells() const;       ///< ghost, refined and blanked cells
  vtkIdType GetNumberOfUnsupportedCells() const; ///< types that have no subdivision (parametric cells, ...)
  vtkIdType GetNumberOfInvalidCells() const; ///< point ids out of range, too few points, broken face lists
  ///@}

  /**
   * One line for the user: why there are no tets, or which cells were skipped although they should not have
   * been there, or why GetScalars failed. Empty when there is nothing to report.
   */
  std::string GetMessage() const;

  /**
   * Bytes held here, without the arrays of the grid.
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
