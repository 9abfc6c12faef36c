// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastRepresentation
 * @brief   representation "Volume (Ray Cast)": unstructured volumes drawn by vtkTetRayCastMapper
 *
 * Adds the mapper "Gu-Kim ray cast" to those of the stock volume representation and makes it the default.
 * With it, the stock preprocessing (cutting everything into tetrahedra in one thread, at every time step) is
 * left out: unstructured grids go to the mapper as they are, structured and rectilinear grids as hexahedra
 * that keep their connectivity from one time step to the next, composite data sets as one merged grid. With a
 * stock mapper, everything is as in representation Volume.
 *
 * With UseSeparateOpacityArray (colour and opacity from two arrays), the stock mapper "Projected tetra"
 * draws, because the ray caster takes one scalar only. Under OSPRay or OptiX the stock mapper draws as well,
 * because those renderers only know VTK's own mappers. GetFallbackReason() says so.
 *
 * When no array was chosen to colour by, one is chosen (the active scalars or the first array of the points,
 * else of the cells), drawn with a colour map over its range, and a warning says which.
 */
#ifndef vtkTetRayCastRepresentation_h
#define vtkTetRayCastRepresentation_h

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h"          // for vtkNew
#include "vtkSmartPointer.h" // for vtkSmartPointer
#include "vtkUnstructuredGridVolumeRepresentation.h"

#include <set>    // for std::set
#include <string> // for std::string

class vtkCellArray;
class vtkCompositeDataSet;
class vtkDataSet;
class vtkExtractBlockUsingDataAssembly;
class vtkRayCastVolume;
class vtkTetRayCastMapper;
class vtkTetRayCastStatistics;
class vtkUnstructuredGrid;
class vtkVolumeProperty;

class INKRAYREPRESENTATIONS_EXPORT vtkTetRayCastRepresentation
  : public vtkUnstructuredGridVolumeRepresentation
{
public:
  static vtkTetRayCastRepresentation* New();
  vtkTypeMacro(vtkTetRayCastRepresentation, vtkUnstructuredGridVolumeRepresentation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Name of the mapper: "Gu-Kim ray cast", or a stock one ("Projected tetra", "Z sweep", "Bunyk ray cast").
   */
  void SetRayCastMapper(const char* name);

  /**
   * Does nothing: the stock property SelectMapper, which the proxy inherits, would push its own default here.
   * Use SetRayCastMapper.
   */
  void SetActiveVolumeMapper(const char* name) override;

  int ProcessViewRequest(
    vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo) override;

  ///@{
  /**
   * Which blocks of a composite data set are drawn, as in the superclass.
   */
  void SetActiveAssembly(const char* name);
  void AddBlockSelector(const char* selector);
  void RemoveAllBlockSelectors();
  ///@}

  enum VectorModeType
  {
    AS_COLOURED = 0,
    MAGNITUDE = 1,
    COMPONENT = 2
  };

  ///@{
  /**
   * Forwarded to the mapper; see vtkTetRayCastMapper. VectorMode AS_COLOURED (default) takes what the colour
   * map shows of a vector.
   */
  void SetDevice(int device);
  void SetImageSampleDistance(double distance);
  void SetAutoAdjustSampleDistances(bool adjust);
  void SetMaximumImageSampleDistance(double distance);
  void SetEarlyTermination(double share);
  void SetVectorMode(int mode);
  void SetVectorComponent(int component);
  void SetFaceTest(int test);
  ///@}

  ///@{
  /**
   * What the mapper of this process says about its last frame; see vtkTetRayCastMapper.
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  double* GetTimings() VTK_SIZEHINT(6);
  double* GetMemoryUsed() VTK_SIZEHINT(3);
  int* GetImageSize() VTK_SIZEHINT(2);
  vtkIdType* GetCounters() VTK_SIZEHINT(
    7); ///< tets, boundary faces, list entries, failed rays, uploads of mesh, values and transfer function
  ///@}

  /**
   * What is asked for these, on the processes of a server.
   */
  void SetStatistics(vtkTetRayCastStatistics* statistics);

protected:
  vtkTetRayCastRepresentation();
  ~vtkTetRayCastRepresentation() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  void UpdateMapperParameters() override;

private:
  vtkTetRayCastRepresentation(const vtkTetRayCastRepresentation&) = delete;
  void operator=(const vtkTetRayCastRepresentation&) = delete;

  bool UsesRayCaster() const;
  bool ExchangesCells() const;
  void ChooseMapper();
  vtkSmartPointer<vtkUnstructuredGrid> GridOf(vtkDataObject* input);
  vtkSmartPointer<vtkUnstructuredGrid> MergedBlocks(vtkCompositeDataSet* input);
  bool ChooseArray(vtkUnstructuredGrid* grid, std::string& name, int& association);
  void UseOwnColours(vtkUnstructuredGrid* grid);
  void Report(bool error, const std::string& message);

  vtkNew<vtkRayCastVolume> Volume; // the superclass's Actor
  vtkNew<vtkTetRayCastMapper> Mapper;
  std::string MapperName;      // as chosen by the user
  std::string EffectiveMapper; // that draws
  std::string FallbackReason;
  int VectorMode = AS_COLOURED;
  int VectorComponent = 0;

  vtkNew<vtkExtractBlockUsingDataAssembly> Blocks;
  vtkSmartPointer<vtkUnstructuredGrid> Grid; // what RequestData made, on processes with data

  // Hexahedra of the last structured grid.
  int StructuredDimensions[3] = { 0, 0, 0 };
  vtkSmartPointer<vtkCellArray> StructuredCells;

  // Colours for an array that nobody chose.
  vtkNew<vtkVolumeProperty> OwnProperty;

  std::set<std::string> Said;
  double Timings[6] = { 0, 0, 0, 0, 0, 0 };
  double MemoryUsed[3] = { 0, 0, 0 };
  int ImageSize[2] = { 0, 0 };
  vtkIdType Counters[7] = { 0, 0, 0, 0, 0, 0, 0 };
};

#endif
