// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/Append.h"
#include "Device/Buffer.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"

#include <algorithm>
#include <cstdint>

/// Step 7 of TetAdjacency: flat tets, which are thinner than float coordinates resolve (TetShape).
///
/// A ray goes through a chain of tets from one boundary face to another. It finds the chain if one end is an
/// entry and the other an exit. Rounding decides on which side of its faces a flat tet lies. At a flat tet on
/// the boundary, half of the rays would find no entry. Three rules settle flat tets, in this order:
///  - A flat tet with a face of some area on the boundary is unlinked: rays do not meet it. The faces
///  behind it become the boundary, until no such tet is left, however many lie on one another.
///  - Other flat tets connect their neighbors, and so take the orientation that these imply. A neighbor may
///  be flat, too: orientations spread from tets with a volume, face by face.
///  - The remaining flat tets touch no tet with a volume. They show nothing, and are unlinked.
namespace inkray
{

/// A flat tet, and whether it has turned out to be positive.
struct SettledTet
{
  std::uint32_t tet;
  std::uint32_t isPositive;
};

/// The mesh as the rules for flat tets read and change it.
struct FlatTetsView
{
  const UInt4* tets;
  const Float4* vertices;
  UInt2* links;
  std::uint8_t* orientations;

  INKRAY_HD bool isFlat(std::uint32_t tet) const { return orientations[tet] == FlatTet; }

  /// The neighbor's face (4 times its tet, plus its index) that face i of a tet touches; removedLink or
  /// boundaryLink if no tet is behind the face.
  INKRAY_HD std::uint32_t across(std::uint32_t tet, std::uint32_t i) const
  {
    return links[4 * std::int64_t(tet) + i].x;
  }

  /// Whether face i of a tet is more than a line, as far as float coordinates resolve.
  INKRAY_HD bool hasArea(std::uint32_t tet, std::uint32_t i) const
  {
    const UInt4 v = tets[tet];
    const Float4 a = vertices[i == 0 ? v.y : v.x], b = vertices[i <= 1 ? v.z : v.y],
                 c = vertices[i <= 2 ? v.w : v.z];
    const double ab[3] = { double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z };
    const double ac[3] = { double(c.x) - a.x, double(c.y) - a.y, double(c.z) - a.z };
    const double edges = fabs(ab[0]) + fabs(ab[1]) + fabs(ab[2]) + fabs(ac[0]) + fabs(ac[1]) + fabs(ac[2]);
    return doubledArea(ab, ac) > 2.0 * coordinateRounding * edges;
  }

  /// Whether face i of a flat tet has an area and touches a tet that is being unlinked.
  INKRAY_HD bool isUncovered(std::uint32_t tet, std::uint32_t i) const
  {
    const std::uint32_t other = this->across(tet, i);
    return other < removedLink && orientations[other >> 2] == UnlinkedTet && this->hasArea(tet, i);
  }

  /// Whether face i of a flat tet touches a tet of known orientation.
  INKRAY_HD bool isOriented(std::uint32_t tet, std::uint32_t i) const
  {
    const std::uint32_t other = this->across(tet, i);
    return other < removedLink && orientations[other >> 2] <= PositiveTet;
  }

  /// Whether a tet is positive if its face i is face j of another tet, whose orientation is known.
  INKRAY_HD static bool implied(bool otherIsPositive, std::uint32_t i, std::uint32_t j)
  {
    return otherIsPositive != (((i + j) & 1) == 0);
  }
};

/// Which flat tets are settled.
enum class FlatRule
{
  AtBoundary, ///< with a face of some area on the boundary, or at a tet that this rule has unlinked
  AtOriented, ///< at a tet of known orientation
  Anywhere    ///< all others
};

/// Appends the flat tets for which a rule holds to a list, in one of two ways:
/// - `last` is null: item i is tet i of the mesh. The tet is appended if it is flat and the rule holds for it
///   by itself. This begins a rule.
/// - `last` is a list of tets that the rule has settled: item i is last[i]. Its flat neighbors for which the
///   rule holds now are appended. This continues the rule. A neighbor of several settled tets is appended
///   only once, by the tet at its first such face, so that every run gives the same list.
struct FindFlatTets
{
  struct State
  {
    std::uint32_t mask; ///< with `last`: a bit for each face that touches a tet to append
    SettledTet found;   ///< without `last`: the tet to append
  };
  FlatTetsView view;
  FlatRule rule;
  const SettledTet* last; ///< the tets that were settled last; null: begin with all tets

  INKRAY_HD std::uint32_t count(std::int64_t i, State& state) const
  {
    if (!last)
    {
      state.found = { static_cast<std::uint32_t>(i), 0u };
      return view.isFlat(state.found.tet) && this->begins(state.found) ? 1u : 0u;
    }
    state.mask = 0;
    std::uint32_t found = 0;
    for (std::uint32_t face = 0; face < 4; ++face)
    {
      const std::uint32_t across = view.across(last[i].tet, face);
      if (across >= removedLink || !view.isFlat(across >> 2))
        continue;
      std::uint32_t first = 0;
      while (first < (across & 3) && !this->settles(across >> 2, first))
        ++first;
      if (first < (across & 3) || !this->settles(across >> 2, first))
        continue;
      state.mask |= 1u << face;
      ++found;
    }
    return found;
  }

  INKRAY_HD void emit(std::int64_t i, const State& state, SettledTet* out) const
  {
    if (!last)
      *out = state.found;
    for (std::uint32_t face = 0; last && face < 4; ++face)
      if (state.mask >> face & 1)
      {
        const std::uint32_t across = view.across(last[i].tet, face);
        const bool isPositive = FlatTetsView::implied(last[i].isPositive != 0, across & 3, face);
        *out++ = { across >> 2, isPositive ? 1u : 0u };
      }
  }

private:
  /// Whether the rule holds for a flat tet by itself, before the rule has settled any tet; finds its
  /// orientation.
  INKRAY_HD bool begins(SettledTet& t) const
  {
    for (std::uint32_t i = 0; i < 4; ++i)
    {
      const std::uint32_t across = view.across(t.tet, i);
      if (rule == FlatRule::AtBoundary && across == boundaryLink && view.hasArea(t.tet, i))
        return true;
      if (rule == FlatRule::AtOriented && view.isOriented(t.tet, i))
      {
        const bool isPositive = view.orientations[across >> 2] == PositiveTet;
        t.isPositive = FlatTetsView::implied(isPositive, i, across & 3) ? 1u : 0u;
        return true;
      }
    }
    return rule == FlatRule::Anywhere;
  }
  /// Whether the rule holds for a flat tet because of the neighbor at its face i.
  INKRAY_HD bool settles(std::uint32_t tet, std::uint32_t i) const
  {
    return rule == FlatRule::AtBoundary ? view.isUncovered(tet, i)
      : rule == FlatRule::AtOriented    ? view.isOriented(tet, i)
                                        : false;
  }
};

/// One step of settling tets: item i is tet i of the mesh, or list[i].
struct SettleTets
{
  enum Step
  {
    OrientByVolume, ///< orients each tet of the mesh by the sign of its volume, or tells that it is flat
    Orient,         ///< gives a tet of the list its orientation
    MarkUnlinked,   ///< marks a tet of the list
    Unlink          ///< unlinks a marked tet of the list: its neighbors' faces become boundary faces
  };
  FlatTetsView view;
  Step step;
  const SettledTet* list;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (step == OrientByVolume)
      view.orientations[i] = this->byVolume(i);
    else if (step == Orient)
      view.orientations[list[i].tet] = list[i].isPositive != 0 ? PositiveTet : NegativeTet;
    else if (step == MarkUnlinked)
      view.orientations[list[i].tet] = UnlinkedTet;
    else
      this->unlink(list[i].tet);
  }

private:
  INKRAY_HD std::uint8_t byVolume(std::int64_t t) const
  {
    const UInt4 v = view.tets[t];
    const Float4* const at = view.vertices;
    const TetShape shape = tetShape(at[v.x], at[v.y], at[v.z], at[v.w]);
    return shape.flat ? FlatTet : shape.determinant > 0.0 ? PositiveTet : NegativeTet;
  }
  INKRAY_HD void unlink(std::uint32_t tet) const
  {
    for (std::uint32_t face = 0; face < 4; ++face)
    {
      // If both tets at a face are marked, each writes only its own link.
      const std::uint32_t across = view.across(tet, face);
      if (across < removedLink && view.orientations[across >> 2] != UnlinkedTet)
        view.links[across] = { boundaryLink, vertexOf(view.tets[across >> 2], across & 3) };
      view.links[4 * std::int64_t(tet) + face] = { removedLink, vertexOf(view.tets[tet], face) };
    }
  }
};

/// Settles the flat tets for which a rule holds by itself, then neighbors for which the rule holds because of
/// these, and so on until none is left.
template <class Backend>
void settleFlatTets(Backend& backend, const FlatTetsView& view, FlatRule rule, std::int64_t numTets,
  const Queue<SettledTet>& queue)
{
  const bool unlinks = rule != FlatRule::AtOriented;
  auto begin = static_cast<std::int64_t>(backend.read(queue.count));
  append(backend, numTets, FindFlatTets{ view, rule, nullptr }, queue);
  for (;;)
  {
    const auto end = static_cast<std::int64_t>(std::min(backend.read(queue.count), queue.capacity));
    if (end == begin)
      return;
    const SettledTet* const last = queue.items + begin;
    backend.forEach(
      end - begin, SettleTets{ view, unlinks ? SettleTets::MarkUnlinked : SettleTets::Orient, last });
    append(backend, end - begin, FindFlatTets{ view, rule, last }, queue);
    if (unlinks)
      backend.forEach(end - begin, SettleTets{ view, SettleTets::Unlink, last });
    begin = end;
  }
}

/// Settles the flat tets of a mesh, `numFlat` of its `numTets` tets. It temporarily needs 8 bytes for each
/// flat tet. The time is linear in the flat tets, plus a few passes over all tets.
template <class Backend>
void settleFlatTets(Backend& backend, const FlatTetsView& view, std::int64_t numTets, std::int64_t numFlat)
{
  Buffer<SettledTet, Backend> list(backend, numFlat);
  Buffer<std::uint64_t, Backend> count(backend, 1);
  backend.zero(count.data(), sizeof(std::uint64_t));
  const Queue<SettledTet> queue{ list.data(), static_cast<std::uint64_t>(numFlat), count.data() };
  backend.forEach(numTets, SettleTets{ view, SettleTets::OrientByVolume, nullptr });
  for (const FlatRule rule : { FlatRule::AtBoundary, FlatRule::AtOriented, FlatRule::Anywhere })
    settleFlatTets(backend, view, rule, numTets, queue);
}

} // namespace inkray
