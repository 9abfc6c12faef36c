#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A real mesh: an engine's piston of ten-node tetrahedra, with the stress of its load case.

The mesh is a Nastran file of Debian's package z88-data (example 19 of the Z88 finite element program). The
file also has material, gas pressure on the crown, and restraints. This script solves the linear elastic
problem with the file's ten-node elements. It writes a legacy binary .vtk file with `von_mises` (stress in
MPa) and `displacement` (mm) for each point.

    piston.py OUT.vtk [--nastran FILE]
"""

import argparse
import os
import sys
import time

import numpy
from scipy.sparse import bsr_matrix, csr_matrix, diags, identity, kron
from scipy.sparse.linalg import LinearOperator, cg, splu

DEFAULT_FILE = "/usr/share/z88/b19_g.nas"

# The corners of the six mid-edge nodes. The orders of Nastran and VTK are the same.
EDGES = ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))
VTK_QUADRATIC_TETRA = 24


class NastranError(Exception):
    """The file is not in the format that this script reads."""


class Model:
    """The parts of a free-field Nastran file's bulk data that are needed here."""

    def __init__(self, path):
        number, points, cells, self.pressures, self.restraints = {}, [], [], [], []
        element = {}
        self.young = self.poisson = None
        pending = None
        with open(path, encoding="ascii", errors="replace") as lines:
            for line in lines:
                if not line.startswith((",", "GRID", "CTETRA", "MAT1", "PLOAD4", "SPC,")):
                    continue
                field = [entry.strip() for entry in line.rstrip("\n").split(",")]
                if field[0] == "GRID":
                    number[int(field[1])] = len(points)
                    points.append([float(value) for value in field[3:6]])
                elif field[0] == "CTETRA":
                    element[int(field[1])] = len(cells)
                    pending = [int(value) for value in field[3:9] if value]
                    cells.append(pending)
                elif field[0] == "" and pending is not None:
                    pending.extend(int(value) for value in field[1:5] if value)
                elif field[0] == "MAT1":
                    self.young, self.poisson = float(field[2]), float(field[4])
                elif field[0] == "PLOAD4":  # pressure, a corner of the face, the opposite corner
                    self.pressures.append((int(field[2]), float(field[3]), int(field[8])))
                elif field[0] == "SPC":
                    self.restraints.append((int(field[2]), field[3], float(field[4])))
                if field[0] not in ("", "CTETRA"):
                    pending = None
        if not cells or self.young is None or {len(cell) for cell in cells} != {10}:
            raise NastranError(
                f"{path}: expected ten-node CTETRA elements and a MAT1 card in free-field format."
            )
        self.points = numpy.array(points)
        lookup = numpy.full(max(number) + 1, -1)
        lookup[list(number)] = list(number.values())
        self.cells = lookup[numpy.array(cells)]
        self.pressures = [
            (element[cell], value, lookup[opposite]) for cell, value, opposite in self.pressures
        ]
        self.restraints = [(lookup[node], components, value) for node, components, value in self.restraints]


def barycentric_gradients(corners):
    """The gradients of barycentric coordinates of straight-sided tets, (n, 4, 3), and the volumes of the
    tets.
    """
    edges = corners[:, 1:] - corners[:, :1]
    inverse = numpy.linalg.inv(edges)  # columns are the gradients of coordinates 1..3
    gradients = numpy.empty((len(corners), 4, 3))
    gradients[:, 1:] = inverse.transpose(0, 2, 1)
    gradients[:, 0] = -gradients[:, 1:].sum(axis=1)
    return gradients, numpy.abs(numpy.linalg.det(edges)) / 6


def shape_gradients(gradients, at):
    """The gradients of the ten shape functions at barycentric coordinates `at`: (n, 10, 3)."""
    result = numpy.empty((len(gradients), 10, 3))
    for i in range(4):
        result[:, i] = (4 * at[i] - 1) * gradients[:, i]
    for e, (i, j) in enumerate(EDGES):
        result[:, 4 + e] = 4 * (at[i] * gradients[:, j] + at[j] * gradients[:, i])
    return result


def stiffness(model):
    """The stiffness matrix in 3 x 3 blocks. Elements count as straight-sided, which is true except for the
    outermost edges. Four quadrature points are then exact.
    """
    lame = model.young * model.poisson / ((1 + model.poisson) * (1 - 2 * model.poisson))
    shear = model.young / (2 * (1 + model.poisson))
    gradients, volumes = barycentric_gradients(model.points[model.cells[:, :4]])
    blocks = numpy.zeros((len(model.cells), 10, 10, 3, 3))
    near, far = (5 + 3 * 5**0.5) / 20, (5 - 5**0.5) / 20
    for q in range(4):
        at = numpy.full(4, far)
        at[q] = near
        g = shape_gradients(gradients, at)
        weighted = g * (volumes / 4)[:, None, None]
        outer = numpy.einsum("eai,ebj->eabij", weighted, g, optimize=True)
        blocks += lame * outer + shear * outer.swapaxes(3, 4)
        trace = numpy.einsum("eabkk->eab", outer)
        for i in range(3):
            blocks[..., i, i] += shear * trace
    n, cells = len(model.points), model.cells
    rows, columns = numpy.repeat(cells, 10, axis=1).ravel(), numpy.tile(cells, (1, 10)).ravel()
    return assemble_blocks(rows, columns, blocks.reshape(-1, 3, 3), n)


def assemble_blocks(rows, columns, blocks, n):
    """Sum the 3 x 3 blocks of each place."""
    keys = rows.astype(numpy.int64) * n + columns
    order = numpy.argsort(keys, kind="stable")
    keys = keys[order]
    starts = numpy.flatnonzero(numpy.r_[True, keys[1:] != keys[:-1]])
    summed = numpy.add.reduceat(blocks[order], starts, axis=0)
    keys = keys[starts]
    pointer = numpy.searchsorted(keys, numpy.arange(n + 1, dtype=numpy.int64) * n)
    return bsr_matrix((summed, keys % n, pointer), shape=(3 * n, 3 * n))


def pressure_load(model):
    """The nodal forces. On a flat six-node triangle, the mid-edge nodes get equal thirds of a constant
    pressure, and the corners get nothing.
    """
    force = numpy.zeros((len(model.points), 3))
    for cell, pressure, opposite in model.pressures:
        nodes = model.cells[cell]
        away = int(numpy.flatnonzero(nodes[:4] == opposite)[0])
        a, b, c = (model.points[nodes[i]] for i in range(4) if i != away)
        area = 0.5 * numpy.cross(b - a, c - a)
        if area @ (model.points[opposite] - a) < 0:
            area = -area  # into the body, because pressure pushes
        for e, pair in enumerate(EDGES):
            if away not in pair:
                force[nodes[4 + e]] += pressure * area / 3
    return force.ravel()


def coarse_space(model, free):
    """The interpolation from displacements that are linear in each element: mid-edge nodes move by the mean
    of their corners. Restrained components are left out.
    """
    n = len(model.points)
    corners = numpy.unique(model.cells[:, :4])
    column = numpy.full(n, -1)
    column[corners] = numpy.arange(len(corners))
    middle, first = numpy.unique(model.cells[:, 4:], return_index=True)
    local = first % 6
    ends = model.cells[first // 6][numpy.arange(len(first))[:, None], numpy.array(EDGES)[local]]
    rows = numpy.r_[corners, numpy.repeat(middle, 2)]
    columns = numpy.r_[column[corners], column[ends.ravel()]]
    weights = numpy.r_[numpy.ones(len(corners)), numpy.full(2 * len(middle), 0.5)]
    interpolation = kron(
        csr_matrix((weights, (rows, columns)), shape=(n, len(corners))), identity(3), format="csr"
    )
    return diags(free) @ interpolation


def solve(matrix, force, model, tolerance=1e-6):
    """Solve by conjugate gradients, with restrained components held at zero. The preconditioner is block
    Jacobi plus a direct solution for the corner nodes.
    """
    free = numpy.ones(len(force))
    for node, components, value in model.restraints:
        if value != 0:
            raise NastranError("restraints other than zero are not supported")
        for component in components:
            if component in "123":
                free[3 * node + int(component) - 1] = 0
    n = len(force) // 3
    own = numpy.flatnonzero(matrix.indices == numpy.repeat(numpy.arange(n), numpy.diff(matrix.indptr)))
    diagonal = matrix.data[own] * free.reshape((n, 3, 1)) * free.reshape((n, 1, 3))
    diagonal[:, range(3), range(3)] += 1 - free.reshape(n, 3)
    inverse = numpy.linalg.inv(diagonal)

    interpolation = coarse_space(model, free)
    coarse = (interpolation.T @ matrix.tocsr() @ interpolation).tocsc()
    coarse = coarse + diags((coarse.diagonal() == 0).astype(float))
    direct = splu(coarse, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})

    def precondition(x):
        local = numpy.einsum("nij,nj->ni", inverse, x.reshape(n, 3)).ravel()
        return local + interpolation @ direct.solve(interpolation.T @ x)

    operator = LinearOperator(matrix.shape, matvec=lambda x: free * (matrix @ (free * x)))
    steps = []
    displacement, failed = cg(
        operator,
        free * force,
        tol=tolerance,
        maxiter=2000,
        M=LinearOperator(matrix.shape, matvec=precondition),
        callback=lambda _: steps.append(1),
    )
    if failed:
        raise NastranError("the solver did not converge")
    print(f"   solved in {len(steps)} iterations", flush=True)
    return displacement.reshape(n, 3)


def von_mises(model, displacement):
    """The stress at the nodes of each element, averaged over the elements that share a node."""
    lame = model.young * model.poisson / ((1 + model.poisson) * (1 - 2 * model.poisson))
    shear = model.young / (2 * (1 + model.poisson))
    gradients, _ = barycentric_gradients(model.points[model.cells[:, :4]])
    corner = numpy.eye(4)
    places = list(corner) + [(corner[i] + corner[j]) / 2 for i, j in EDGES]
    total, count = numpy.zeros((len(model.points), 3, 3)), numpy.zeros(len(model.points))
    moved = displacement[model.cells]
    for local, at in enumerate(places):
        slope = numpy.einsum("eai,eaj->eij", moved, shape_gradients(gradients, at))
        strain = 0.5 * (slope + slope.transpose(0, 2, 1))
        stress = 2 * shear * strain
        stress[:, range(3), range(3)] += lame * numpy.trace(strain, axis1=1, axis2=2)[:, None]
        numpy.add.at(total, model.cells[:, local], stress)
        numpy.add.at(count, model.cells[:, local], 1)
    stress = total / numpy.maximum(count, 1)[:, None, None]
    deviator = stress - numpy.eye(3) * (numpy.trace(stress, axis1=1, axis2=2) / 3)[:, None, None]
    return numpy.sqrt(1.5 * (deviator**2).sum(axis=(1, 2)))


def write_vtk(path, model, stress, displacement):
    """Write legacy binary VTK, which is big-endian."""
    n, cells = model.cells.shape
    with open(path + ".part", "wb") as out:

        def section(header, values, kind):
            out.write((header + "\n").encode("ascii"))
            out.write(numpy.ascontiguousarray(values, dtype=kind).tobytes())
            out.write(b"\n")

        out.write(
            b"# vtk DataFile Version 3.0\npiston of z88-data (b19), stress under gas "
            b"pressure\nBINARY\nDATASET UNSTRUCTURED_GRID\n"
        )
        section(f"POINTS {len(model.points)} float", model.points, ">f4")
        connectivity = numpy.empty((n, cells + 1), dtype=">i4")
        connectivity[:, 0] = cells
        connectivity[:, 1:] = model.cells
        section(f"CELLS {n} {connectivity.size}", connectivity, ">i4")
        section(f"CELL_TYPES {n}", numpy.full(n, VTK_QUADRATIC_TETRA), ">i4")
        section(
            f"POINT_DATA {len(model.points)}\nSCALARS von_mises float 1\nLOOKUP_TABLE default", stress, ">f4"
        )
        section("VECTORS displacement float", displacement, ">f4")
    os.replace(path + ".part", path)  # an interrupted run leaves no partial file


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", help="the .vtk file to write")
    parser.add_argument("--nastran", default=DEFAULT_FILE, help=f"the mesh (default {DEFAULT_FILE})")
    options = parser.parse_args()
    start = time.monotonic()
    try:
        model = Model(options.nastran)
        print(
            f"   {len(model.cells)} ten-node tetrahedra, {len(model.points)} points, {len(model.pressures)} "
            f"faces under pressure",
            flush=True,
        )
        matrix = stiffness(model)
        displacement = solve(matrix, pressure_load(model), model)
        stress = von_mises(model, displacement)
        write_vtk(options.out, model, stress, displacement)
    except (OSError, NastranError, KeyError, ValueError) as error:
        print(
            f"piston.py: {error}\nInstall the package z88-data, or name a file with --nastran.",
            file=sys.stderr,
        )
        return 1
    print(
        f"   {options.out}: von Mises stress up to {stress.max():.0f} MPa, {time.monotonic() - start:.0f} s",
        flush=True,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
