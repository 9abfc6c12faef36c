// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class PathTraceKey;
class vtkActor;
class vtkRenderer;
struct PathTraceTriangles;

/// The opaque surfaces that a view shows, as triangles of a path traced scene. Polygons of the input count;
/// glyphs and points that a mapper makes of its input do not.
namespace PathTraceShown
{

/// The actors of a renderer whose polygons are shown, filled and opaque.
std::vector<vtkActor*> Find(vtkRenderer* renderer);

/// Add the numbers that the triangles of an actor depend on; brings the actor's input up to date first.
void AddKey(vtkActor* actor, PathTraceKey& key);

/// The polygons of an actor, in the colours that it shows without light, appended to `all`. Blocks that are
/// hidden are left out, and others have the colours that they are given.
void AddTo(vtkActor* actor, std::vector<PathTraceTriangles>& all);

} // namespace PathTraceShown
