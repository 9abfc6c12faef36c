// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Geometry/RegularGrid/BrickTree.h"
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/LinearBounds.h"
#include "Geometry/RegularGrid/QuantizedField.h"
#include "Geometry/RegularGrid/VisibleValues.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// A volume on a backend in which rays find isosurfaces: the quantized field, its min/max bricks, the
/// isovalues, and the tree made explicit for them (Hughes et al., section 3.1). A renderer passes a volume
/// and isovalues, updates the tree if it is old, and gives kernels the results of describe() and visitView().
template <class Backend>
class BrickedVolume
{
protected:
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// Slots of Backend::mark.
  enum Mark
  {
    BricksBegin,
    BricksEnd,
    numMarks
  };

  /// Take the values and build the bricks. The backend's steps go from 0 to 1. Throws InvalidInput,
  /// OutOfMemory, Aborted; afterwards empty() is true.
  const VolumeReport& setVolume(Backend& backend, const VolumeInput& volume);
  /// Take a grid without its values: everything that its pieces share. Pieces have their values in the given
  /// form; `form` fits the range of finite values.
  const VolumeReport& setFrame(Backend& backend, const VolumeInput& volume, const KeptForm& form);
  /// Become a piece of `frame`, which must outlive it. Allocates memory for the piece's values and returns
  /// its address; the caller writes the values there, x fastest, before buildPiece makes their bricks. Memory
  /// of a piece of the same size is used again. describe() and visitView() then use coordinates of the whole
  /// grid.
  char* setPiece(Backend& backend, const BrickedVolume& frame, const GridBlock& piece);
  void buildPiece(Backend& backend);
  bool empty() const { return !hasVolume_; }

  /// Whether the tree belongs to another volume or other isovalues.
  bool treeIsOld() const { return !treeIsCurrent_; }
  /// Update the leaf flags and the tree above them for the isovalues.
  void updateTree(Backend& backend);
  /// Make a second tree, over the bricks in which something is visible, and the masks of findMasks.
  void makeTree(Backend& backend, const VisibleValues& visible, Array<BrickNode>& nodes,
    Array<std::uint64_t>& leafMasks) const;
  /// Make the masks alone, by leafIndex. Leaves without a visible brick have the mask 0.
  void findMasks(Backend& backend, const VisibleValues& visible, Array<std::uint64_t>& leafMasks) const;
  /// Fill the data that kernels need in addition to the values.
  void describe(BrickedGrid& grid) const;

  /// Call f with the values as kernels read them.
  template <class F>
  void visitView(const F& f) const
  {
    if (isRectilinear_)
    {
      RectilinearView view;
      static_cast<VolumeView<float>&>(view) = this->view<float>();
      view.planes = rectilinear_;
      return f(view);
    }
    if (values_.type == QuantizedField<Backend>::UInt8)
      return f(this->view<std::uint8_t>());
    if (values_.type == QuantizedField<Backend>::UInt16)
      return f(this->view<std::uint16_t>());
    f(this->view<float>());
  }
  /// The implicit tree of all bricks.
  template <class T>
  const MinMax<T>* tree() const
  {
    return reinterpret_cast<const MinMax<T>*>(tree_.data());
  }
  const BrickNode* nodes() const { return nodes_.data(); }
  const BrickLayout& layout() const { return layout_; }

  /// The row-major matrix from the grid's to the camera's coordinates; for cell values, from the grid of the
  /// cells' centers.
  const double (&gridToMesh() const)[16] { return gridToMesh_; }
  /// The box around the grid, in the camera's coordinates: xmin xmax ymin ymax zmin zmax.
  void bounds(double (&box)[6]) const
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      box[2 * axis] = box[2 * axis + 1] = gridToMesh_[4 * axis + 3];
      for (int along = 0; along < 3; ++along)
      {
        const double side = gridToMesh_[4 * axis + along] * this->layout().cells[along];
        box[2 * axis + (side < 0 ? 0 : 1)] += side;
      }
    }
  }
  /// Convert a coordinate of VolumeInput (index coordinate, or one of a rectilinear grid) to the grid's
  /// coordinates.
  double gridCoordinate(int axis, double x) const { return (x - gridOrigin_[axis]) / gridScale_[axis]; }
  bool isDescending(int axis) const { return gridScale_[axis] < 0.0; }
  bool isEven() const { return !isRectilinear_; }
  /// The coordinate of the grid's plane i, in the grid's coordinates.
  double planePosition(int axis, std::int64_t i) const
  {
    return isRectilinear_ ? double(planePositions_[axis][static_cast<std::size_t>(i)]) : double(i);
  }
  /// Drop the volume; its memory is kept for the next one.
  void drop() { hasVolume_ = false; }

  double uploadMilliseconds() const { return uploadMilliseconds_; }
  double bricksMilliseconds() const { return bricksMilliseconds_; }
  std::size_t valueBytes() const
  {
    std::size_t bytes = values_.bytes();
    bytes += blankPoints_.bytes();
    if (isPiece_)
      return bytes; // everything else belongs to the frame
    bytes += hidden_.bytes();
    for (int axis = 0; axis < 3; ++axis)
      bytes += planes_[axis].bytes() + inverseWidths_[axis].bytes();
    return bytes;
  }
  std::size_t brickBytes() const
  {
    return subBricks_.bytes() + leafRanges_.bytes() + leafRefs_.bytes() + tree_.bytes() + nodes_.bytes() +
      leafMasks_.bytes() + bounds_.bytes() + arrivals_.bytes();
  }

protected:
  /// Address of a piece's values, as if they began at the first point of the whole grid.
  const void* shifted(const void* values, const KeptForm& form) const
  {
    return static_cast<const char*>(values) - valueShift_ * static_cast<std::int64_t>(form.bytesOfAValue());
  }

  QuantizedField<Backend> values_;
  std::int64_t numPoints_ = 0; ///< the number of values
  std::int64_t valuesAlong_[3] = { 0, 0, 0 };
  Association association_ = Association::Points;
  bool areCellsConstant_ = false; ///< values fill the cells, and do not lie at their corners
  bool areCellsOfPoints_ = false; ///< VolumeInput::areCellsOfPoints
  bool hasVolume_ = false, treeIsCurrent_ = false, entriesAreCurrent_ = false;
  bool wantsBounds_ = true; ///< sub-bricks get the linear bounds by which rays find isosurfaces
  SurfaceList surfaceList_ = {};

private:
  template <class T>
  VolumeView<T> view() const
  {
    return { static_cast<const T*>(values_.values) - valueShift_, strideY_, strideZ_,
      numHidden_ > 0 ? hidden_.data() : nullptr,
      blankPoints_.size() > 0 ? blankPoints_.data() - valueShift_ / 32 : nullptr };
  }

  /// The share of taking the values in setVolume's work: a device has to receive them.
  static constexpr double valuesTaken = Backend::isDevice ? 0.9 : 0.3;

  template <class T>
  static MinMax<T>* ranges(Array<char>& bytes)
  {
    return reinterpret_cast<MinMax<T>*>(bytes.data());
  }
  static void takeBits(Backend& backend, const std::vector<std::uint32_t>& words, Array<std::uint32_t>& to);
  void takeDimensions(const VolumeInput& volume, std::int64_t (&cells)[3]);
  void placeGrid(Backend& backend, const VolumeInput& volume);
  void buildBricks(Backend& backend);
  template <class T>
  void buildBricks(Backend& backend, const VolumeView<T>& view);
  template <class T>
  void launchBricks(Backend& backend, const VolumeView<T>& view);
  void countNonFinite(Backend& backend);

  VolumeReport report_;
  BrickLayout layout_ = {};
  std::int64_t strideY_ = 0, strideZ_ = 0;
  /// For a piece: how far the whole grid's first point, and its first leaf, lie before those of the piece.
  std::int64_t valueShift_ = 0, leafShift_ = 0;
  bool isPiece_ = false;
  bool isRectilinear_ = false;
  double gridToMesh_[16] = {}, gridOrigin_[3] = { 0, 0, 0 }, gridScale_[3] = { 1, 1, 1 };
  RectilinearAxes rectilinear_ = {};
  Array<float> planes_[3], inverseWidths_[3];
  std::vector<float> planePositions_[3]; ///< of a rectilinear grid
  Array<std::uint32_t> hidden_, blankPoints_;
  std::vector<std::uint32_t> blankBits_; ///< of a frame: the same bits in host memory
  std::int64_t numHidden_ = 0;

  Array<char> subBricks_, leafRanges_, tree_;
  Array<BrickNode> nodes_;
  Array<std::uint64_t> leafMasks_;
  Array<LinearBounds> bounds_;
  Array<std::uint32_t> leafRefs_, arrivals_;
  Array<std::uint64_t> nonFinite_;
  double uploadMilliseconds_ = 0.0, bricksMilliseconds_ = 0.0;
};

} // namespace inkray
