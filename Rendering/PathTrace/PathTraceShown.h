// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class PathTraceKey;
class vtkActor;
class vtkRenderer;
struct PathTraceTriangles;

/// The opaque surfaces that a view shows, as triangles of a path traced scene. These are the polygons of a
/// mapper's input, without the glyphs and points that a mapper generates.
namespace PathTraceShown
{

/// Find the actors of a renderer whose polygons are visible, filled and opaque.
std::vector<vtkActor*> Find(vtkRenderer* renderer);

/// Add the numbers that an actor's triangles depend on. Brings the actor's input up to date first.
void AddKey(vtkActor* actor, PathTraceKey& key);

/// Append the polygons of an actor to `all`, in their unlit colors. Hidden blocks are left out; visible
/// blocks have their own colors.
void AddTo(vtkActor* actor, std::vector<PathTraceTriangles>& all);

} // namespace PathTraceShown
