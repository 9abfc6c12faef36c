// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Floats.h"
#include "Geometry/Mesh/EdgeFunction.h"

/// Values that the corners of the face ahead of a ray carry in addition to depth and scalar: a policy of the
/// cells through which rays march.
///
/// A policy has these members: Value, which a corner carries; Vertex, which carries it; fetch(id), which
/// loads the value of a mesh vertex; and carry(), which attaches it to a vertex in ray space. A corner's
/// value is loaded once, when the ray meets its vertex. Where the ray crosses a face, the corners' values are
/// interpolated with the weights of depth and scalar, so they are linear in each tet.
namespace inkray
{

/// A vertex in ray space with a value that it carries.
template <class Value>
struct CarryingVertex : RayVertex
{
  Value extra;
};

/// If `here`, copies d's extra value to a corner, as d replaces the corner in the face. Vertices without
/// extra values have nothing to copy.
INKRAY_HD void takeExtra(bool, const RayVertex&, RayVertex&)
{
}
template <class Value>
INKRAY_HD void takeExtra(bool here, const CarryingVertex<Value>& d, CarryingVertex<Value>& corner)
{
  corner.extra.take(here, d.extra);
}

/// The empty extra value, which costs nothing.
struct NoExtra
{
  struct Value
  {
  };
  using Vertex = RayVertex;

  INKRAY_HD Value fetch(std::uint32_t) const { return {}; }
  INKRAY_HD static Vertex carry(const RayVertex& vertex, Value) { return vertex; }
};

/// A vertex that carries N numbers: the base of policies that say from where they are loaded.
template <int N>
struct CarryFloats
{
  using Value = Floats<N>;
  using Vertex = CarryingVertex<Value>;

  INKRAY_HD static Vertex carry(const RayVertex& vertex, const Value& value) { return { { vertex }, value }; }
};

/// The vertex's id, which needs no load: for values that are looked up on few segments only.
struct VertexIds
{
  struct Value
  {
    std::uint32_t id;
    INKRAY_HD void take(bool here, const Value& other) { id = here ? other.id : id; }
  };
  using Vertex = CarryingVertex<Value>;

  INKRAY_HD Value fetch(std::uint32_t id) const { return { id }; }
  INKRAY_HD static Vertex carry(const RayVertex& vertex, Value value) { return { { vertex }, value }; }

  /// Returns the weights of the corners of the face ahead of a ray, at the point where the ray crosses the
  /// face. `ids` receives the corners. The ray's cell carries ids.
  template <class Cell>
  INKRAY_HD static Float3 crossed(const Cell& cell, std::uint32_t ids[3])
  {
    const Float3 weights = cell.weights();
    ids[0] = cell.face.a.extra.id;
    ids[1] = cell.face.b.extra.id;
    ids[2] = cell.face.c.extra.id;
    return weights;
  }
};

} // namespace inkray
