// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace inkray
{

/// The input of a kernel that walks rays through one source of a picture: a plain view of the source's data,
/// with a tag for its kind.
class RayWalk
{
public:
  enum class Kind
  {
    Nothing, ///< no ray meets the source
    Mesh,    ///< WalkedMesh
    Grid,    ///< WalkedGrid
    Layers   ///< SurfaceLayers
  };

  RayWalk() = default;
  template <class View>
  RayWalk(Kind kind, const View& view, bool hasDepth)
    : kind_(kind)
    , hasDepth_(hasDepth)
  {
    static_assert(std::is_trivially_copyable_v<View> && sizeof(View) <= mostBytes, "a plain view that fits");
    std::memcpy(view_, &view, sizeof view);
  }

  Kind kind() const { return kind_; }
  /// Whether rays may meet surfaces, in which case the picture has depths.
  bool hasDepth() const { return hasDepth_; }
  template <class View>
  View view() const
  {
    View view;
    std::memcpy(&view, view_, sizeof view);
    return view;
  }

private:
  static constexpr std::size_t mostBytes = 4352;

  Kind kind_ = Kind::Nothing;
  bool hasDepth_ = false;
  alignas(16) unsigned char view_[mostBytes];
};

} // namespace inkray
