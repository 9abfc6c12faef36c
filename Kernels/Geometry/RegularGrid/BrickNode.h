// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// The lowest and the highest value of a brick's cells; low > high: the brick draws nothing. Read with one
/// load.
template <class T>
struct alignas(2 * sizeof(T)) MinMax
{
  T low, high;
};

/// A node of the tree for the current isovalues. Bounds are in cells, with 16 bits each: low in the lower
/// half, high in the upper half.
struct alignas(16) BrickNode
{
  std::uint32_t x, y, z;
  /// The target of the node after condensation: noNode, a leaf (isLeafNode) or the even index of its two
  /// children, which are adjacent.
  std::uint32_t ref;
};

constexpr std::uint32_t noNode = 0xffffffffu;
constexpr std::uint32_t leafFlag = 0x80000000u;

/// A leaf's coordinates in its reference: ten bits for each axis.
INKRAY_HD std::uint32_t leafRef(const int leaf[3])
{
  return leafFlag | static_cast<std::uint32_t>(leaf[0] | leaf[1] << 10 | leaf[2] << 20);
}
INKRAY_HD bool isLeafRef(std::uint32_t ref)
{
  return (ref & leafFlag) != 0;
}
INKRAY_HD void leafOfRef(std::uint32_t ref, int leaf[3])
{
  leaf[0] = static_cast<int>(ref & 1023u);
  leaf[1] = static_cast<int>(ref >> 10 & 1023u);
  leaf[2] = static_cast<int>(ref >> 20 & 1023u);
}

INKRAY_HD BrickNode loadNode(const BrickNode* node)
{
  const UInt4 v = load(reinterpret_cast<const UInt4*>(node));
  return { v.x, v.y, v.z, v.w };
}

/// The lower or upper 16 bits as a float: placed into the low bits of 2^23, without a conversion.
INKRAY_HD float halfAsFloat(std::uint32_t word, bool upper)
{
#ifdef __CUDA_ARCH__
  return __uint_as_float(__byte_perm(word, 0x4b000000u, upper ? 0x7632u : 0x7610u)) - 8388608.0f;
#else
  return static_cast<float>(upper ? word >> 16 : word & 0xffffu);
#endif
}

} // namespace inkray
