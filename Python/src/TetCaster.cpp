// SPDX-License-Identifier: BSD-3-Clause
#include "TetCaster.h"

namespace inkray::python
{

TetCaster::TetCaster(DeviceKind kind, std::optional<int> ordinal)
  : VolumeCaster(TetRayCaster::create({ kind, ordinal.value_or(DeviceId::current) }), false)
{
}

TetMeshReport TetCaster::setMesh(const Array& points, const Array& tets)
{
  const TetMeshInput mesh = makeMesh(points, tets);
  TetMeshReport report;
  runInterruptibly([&](const WorkObserver& observer) {
    const std::lock_guard<OwnedMutex> lock(mutex_);
    numPoints_ = numCells_ = 0;
    look_.fields = MeshFields();
    report = static_cast<TetRayCaster&>(*caster_).setMesh(mesh, observer);
    numPoints_ = mesh.numPoints;
    numCells_ = mesh.numTets;
  });
  return report;
}

void bindTetCaster(nanobind::module_& module)
{
  namespace nb = nanobind;
  nb::class_<TetMeshReport>(module, "MeshReport")
    .def_ro("tets", &TetMeshReport::numTets)
    .def_ro("points", &TetMeshReport::numVertices)
    .def_ro("boundary_faces", &TetMeshReport::numBoundaryFaces)
    .def_ro("out_of_range", &TetMeshReport::outOfRange)
    .def_ro("non_finite", &TetMeshReport::nonFinite)
    .def_ro("repeated_vertex", &TetMeshReport::repeatedVertex)
    .def_ro("duplicate", &TetMeshReport::duplicate)
    .def_ro("zero_volume", &TetMeshReport::zeroVolume)
    .def_ro("inverted", &TetMeshReport::inverted)
    .def_ro("non_manifold_faces", &TetMeshReport::nonManifoldFaces)
    .def("summary", &TetMeshReport::summary);

  nb::class_<TetCaster, VolumeCaster>(module, "TetCaster")
    .def(nb::init<DeviceKind, std::optional<int>>(), nb::arg("device"), nb::arg("ordinal") = nb::none())
    .def("set_mesh", &TetCaster::setMesh, nb::arg("points").noconvert(), nb::arg("tets").noconvert());
}

} // namespace inkray::python
