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

/// A volume on a backend in which rays look for isosurfaces: the quantized field, its min/max bricks, the
/// isovalues, and the tree made explicit for them (Hughes et al., section 3.1). A renderer hands it a volume
/// and isovalues, updates the tree where it is old, and gives kernels the results of describe() and
/// visitView().
template <class Backend>
class BrickedVolume
{
protected:
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// Moments that the backend remembers.
  enum Mark
  {
    BricksBegin,
    BricksEnd,
    numMarks
  };

  /// Take the values and build the bricks. The backend's steps go from 0 to 1. Throws InvalidInput,
  /// OutOfMemory, Aborted; empty() afterwards.
  const VolumeReport& setVolume(Backend& backend, const VolumeInput& volume);
  /// Take a grid without its values, for pieces of it: all else that is the same for all of them. They have
  /// their values in the given form, whose finite ones have that range.
  const VolumeReport& setFrame(Backend& backend, const VolumeInput& volume, const KeptForm& form);
  /// Become a piece of a frame, which has to live as long: make room for its values and return where they are
  /// to be written, x fastest, before buildPiece makes their bricks. Memory for a piece of the same size is
  /// used again. What describe() and visitView() tell about a piece is in the coordinates of the whole.
  char* setPiece(Backend& backend, const BrickedVolume& frame, const GridPiece& piece);
  void buildPiece(Backend& backend);
  bool empty() const { return !hasVolume_; }

  /// Whether the tree was made for another volume or other isovalues.
  bool treeIsOld() const { return !treeIsCurrent_; }
  /// Leaf flags and the tree above them for the isovalues.
  void updateTree(Backend& backend);
  /// A second tree, over the bricks in which something can be seen; a mask by leafIndex.
  void makeTree(Backend& backend, const VisibleValues& visible, Array<BrickNode>& nodes,
    Array<std::uint64_t>& leafMasks) const;
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
  /// The implicit tree, all bricks of it.
  template <class T>
  const MinMax<T>* tree() const
  {
    return reinterpret_cast<const MinMax<T>*>(tree_.data());
  }
  const BrickNode* nodes() const { return nodes_.data(); }
  const BrickLayout& layout() const { return layout_; }

  /// The row-major matrix from the grid's to the camera's coordinates; for cell values, the grid of the
  /// cells' centres.
  const double (&gridToMesh() const)[16] { return gridToMesh_; }
  /// A coordinate of VolumeInput (index coordinate, or one of a rectilinear grid) in the grid's.
  double gridCoordinate(int axis, double x) const { return (x - gridOrigin_[axis]) / gridScale_[axis]; }
  bool isDescending(int axis) const { return gridScale_[axis] < 0.0; }
  bool isEven() const { return !isRectilinear_; }
  /// The coordinate of plane number i of the grid, in the grid's coordinates.
  double planePosition(int axis, std::int64_t i) const
  {
    return isRectilinear_ ? double(planePositions_[axis][static_cast<std::size_t>(i)]) : double(i);
  }
  /// No volume any more; its memory is kept for the next.
  void drop() { hasVolume_ = false; }

  double uploadMilliseconds() const { return uploadMilliseconds_; }
  double bricksMilliseconds() const { return bricksMilliseconds_; }
  std::size_t valueBytes() const
  {
    std::size_t bytes = values_.bytes();
    bytes += blankPoints_.bytes();
    if (isPiece_)
      return bytes; // all else belongs to the frame
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
  /// Values of a piece, as if they began at the first point of the whole grid.
  const void* shifted(const void* values, const KeptForm& form) const
  {
    return static_cast<const char*>(values) - valueShift_ * static_cast<std::int64_t>(form.bytesOfAValue());
  }

  QuantizedField<Backend> values_;
  std::int64_t numPoints_ = 0;
  Association association_ = Association::Points;
  bool hasVolume_ = false, treeIsCurrent_ = false, entriesAreCurrent_ = false;
  SurfaceList surfaceList_ = {};

private:
  template <class T>
  VolumeView<T> view() const
  {
    return { static_cast<const T*>(values_.values) - valueShift_, strideY_, strideZ_,
      numHidden_ > 0 ? hidden_.data() : nullptr,
      blankPoints_.size() > 0 ? blankPoints_.data() - valueShift_ / 32 : nullptr };
  }

  /// Share of setVolume's work that taking the values is: a device has to be sent them.
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
  /// Of a piece: the place of the whole grid's first point, and of its first leaf, before those of the piece.
  std::int64_t valueShift_ = 0, leafShift_ = 0;
  bool isPiece_ = false;
  bool isRectilinear_ = false;
  double gridToMesh_[16] = {}, gridOrigin_[3] = { 0, 0, 0 }, gridScale_[3] = { 1, 1, 1 };
  RectilinearAxes rectilinear_ = {};
  Array<float> planes_[3], inverseWidths_[3];
  std::vector<float> planePositions_[3]; ///< of a rectilinear grid
  Array<std::uint32_t> hidden_, blankPoints_;
  std::vector<std::uint32_t> blankBits_; ///< of a frame, the same in host memory
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
