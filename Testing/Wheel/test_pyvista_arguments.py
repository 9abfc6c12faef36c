# SPDX-License-Identifier: BSD-3-Clause
"""Volumes and isosurfaces by the keywords of PyVista's own functions, data sets of all kinds, and
mistakes."""

import inspect
import subprocess
import sys
import unittest

import numpy as np

# This import is the first because it ends the test if PyVista is not installed.
from plotters import cube, look, new_plotter, shot
import inkray
import inkray.drawn
import inkray.pyvista
import meshes
import pyvista


class AsPyVista(unittest.TestCase):
    """A script that switches to InKRay has to change only the name of the call."""

    def test_every_keyword(self):
        theirs = inspect.signature(pyvista.Plotter.add_volume).parameters
        ours = inspect.signature(inkray.pyvista.add_volume).parameters
        for (name, their), (own_name, own) in zip(list(theirs.items())[1:-1], list(ours.items())[1:]):
            self.assertEqual((name, their.default, their.kind), (own_name, own.default, own.kind))

    def pictures(self, mesh, position=None, **options):
        """Returns the pictures that PyVista and InKRay draw for the same call."""
        found = []
        for add in (pyvista.Plotter.add_volume, inkray.pyvista.add_volume):
            plotter = new_plotter((200, 150))
            actor = add(plotter, mesh, show_scalar_bar=False, **options)
            if isinstance(actor, pyvista.Volume):
                actor.prop.interpolation_type = "linear"
            plotter.camera_position = position or "iso"
            if position is None:
                plotter.reset_camera()
            found.append(shot(plotter).astype(float))
            plotter.close()
        return found

    def test_the_same_picture(self):
        beam, tets = pyvista.examples.load_hexbeam(), cube(10)
        beam["y"] = beam.points[:, 1]
        beam["z"] = beam.points[:, 2]
        tets["log"] = 10 ** (2 * tets["x"])
        uniform = pyvista.examples.load_explicit_structured().cast_to_unstructured_grid()
        uniform["v"] = uniform.points[:, 0]
        for what, mesh, arguments, options in [
            ("defaults", beam, ("y",), {}),
            ("colors", beam, ("z",), {"cmap": "turbo", "clim": (1, 4), "flip_scalars": True}),
            ("one limit", tets, ("x",), {"clim": 0.5, "cmap": "coolwarm", "opacity_unit_distance": 0.7}),
            ("opacities", tets, ("x",), {"opacity": [0.0, 0.1, 0.9, 0.2]}),
            ("opacities of 255", tets, ("x",), {"opacity": [0, 50, 200]}),
            ("one for each color", tets, ("x",), {"opacity": np.arange(256)}),
            ("constant", tets, ("x",), {"opacity": 0.4}),
            ("sigmoid", tets, ("x",), {"opacity": "sigmoid_5", "opacity_unit_distance": 0.3}),
            ("log", tets, ("log",), {"log_scale": True, "opacity": 0.5}),
            ("few colors", tets, ("x",), {"n_colors": 4, "opacity": 0.3}),
            ("a table", tets, ("x",), {"cmap": pyvista.LookupTable("plasma", scalar_range=(-0.5, 0.8))}),
            ("color names", tets, ("x",), {"cmap": ["red", "white", "blue"]}),
            ("cells", uniform, ("v",), {"opacity": 0.1, "opacity_unit_distance": 5.0}),
            ("moved", tets, ("x",),
             {"user_matrix": pyvista.Transform().rotate_z(30).translate(1, 0, 0).matrix}),
        ]:
            with self.subTest(what):
                theirs, ours = self.pictures(mesh, scalars=arguments[0], **options)
                self.assertGreater(theirs.std(), 5)
                self.assertLess(np.abs(theirs - ours).mean(), 2.0)

    def test_images(self):
        image = pyvista.ImageData(dimensions=(33, 30, 31), spacing=(0.2, 0.2, 0.2))
        image["x"] = image.points[:, 0]
        theirs, ours = self.pictures(image, scalars="x", opacity=[0.0, 0.1], mapper="gpu")
        self.assertGreater(theirs.std(), 5)
        self.assertLess(np.abs(theirs - ours).mean(), 3.0)
        theirs, ours = self.pictures(image["x"].reshape(31, 30, 33).T.copy(), resolution=(1, 1, 2),
                                     opacity=0.2, mapper="gpu")
        self.assertLess(np.abs(theirs - ours).mean(), 3.0)

    def test_other_names(self):
        """PyVista's other names for keywords are taken, and no others."""
        plotter = new_plotter()
        drawn = inkray.pyvista.add_volume(plotter, cube(2), "x", rng=(-3, 4), colormap="gray",
                                          backface_culling=True)
        self.assertEqual(drawn.clim, (-3, 4))
        np.testing.assert_allclose(drawn.lookup_table.map_value(4, opacity=False), (1, 1, 1))
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'scalar'"):
            inkray.pyvista.add_volume(plotter, cube(2), scalar="x")
        plotter.close()

    def test_blocks_names_and_removal(self):
        plotter = new_plotter()
        blocks = pyvista.MultiBlock([cube(2), None, cube(3)])
        self.assertEqual(len(inkray.pyvista.add_volume(plotter, blocks, "x", multi_colors=True)), 2)
        plotter.clear_actors()
        look(plotter)
        empty = shot(plotter)
        first = inkray.pyvista.add_volume(plotter, cube(), "x", name="mine", show_scalar_bar=False)
        look(plotter)
        there = shot(plotter)
        self.assertGreater(np.abs(there.astype(int) - empty).max(), 20)
        # In its place.
        second = inkray.pyvista.add_volume(plotter, cube(), "x", name="mine", show_scalar_bar=False)
        self.assertIs(plotter.actors["mine"], second)
        look(plotter)
        np.testing.assert_array_equal(shot(plotter), there)
        self.assertFalse(plotter.renderer.HasViewProp(first))
        for remove in (lambda: plotter.remove_actor("mine"), lambda: plotter.remove_actor(second),
                       second.remove):
            remove()
            look(plotter)
            np.testing.assert_array_equal(shot(plotter), empty)
            plotter.add_actor(second, name="mine")
            look(plotter)
            np.testing.assert_array_equal(shot(plotter), there)
        plotter.close()

    def test_moved_and_scaled_as_if_its_points_were(self):
        place = pyvista.Transform().scale(1.5).rotate_y(40).translate(0.5, 0.2, 0)
        pictures = []
        for how in ("points", "user_matrix", "actor"):
            plotter = new_plotter()
            mesh = cube()
            mesh = mesh.transform(place.matrix, inplace=False) if how == "points" else mesh
            options = {"user_matrix": place.matrix} if how == "user_matrix" else {}
            drawn = inkray.pyvista.add_volume(plotter, mesh, "x", opacity_unit_distance=0.5,
                                              show_scalar_bar=False, **options)
            if how == "actor":
                drawn.scale, drawn.orientation, drawn.position = 1.5, (0, 40, 0), (0.5, 0.2, 0)
            look(plotter)
            pictures.append(shot(plotter).astype(float))
            plotter.close()
        self.assertGreater(pictures[0].std(), 5)
        for picture in pictures[1:]:
            np.testing.assert_allclose(picture, pictures[0], atol=1.01)

    def bar(self, plotter, title="x"):
        """Returns the colors and the range of a scalar bar."""
        table = plotter.scalar_bars[title].GetLookupTable()
        return np.array([table.map_value(value, opacity=False)
                         for value in np.linspace(*table.GetRange(), 7)]), table.GetRange()

    def test_the_scalar_bar_follows(self):
        def white(plotter, drawn):
            drawn.drawing.transfer_function([0, 5], [[1, 1, 1], [1, 0, 0]], [0.5, 0.5])

        changes = {
            "cmap": lambda plotter, drawn: setattr(drawn, "cmap", "gray"),
            "clim": lambda plotter, drawn: setattr(drawn, "clim", (-2, 3)),
            "values": lambda plotter, drawn: drawn.set_values(5 * cube()["x"] ** 3 + 1),
            "values of the drawing":
                lambda plotter, drawn: drawn.drawing.set_values(5 * cube()["x"] ** 3 + 1),
            "function of the drawing": white,
            "range of the bar": lambda plotter, drawn: plotter.update_scalar_bar_range((-3, 0.5)),
            "table": lambda plotter, drawn: drawn.lookup_table.apply_cmap("hot"),
        }
        ranges = {"clim": (-2, 3), "values": (-4, 6), "values of the drawing": (-4, 6),
                  "function of the drawing": (0, 5), "range of the bar": (-3, 0.5)}
        for what, change in changes.items():
            with self.subTest(what):
                plotter = new_plotter()
                drawn = inkray.pyvista.add_volume(plotter, cube(), "x", opacity_unit_distance=0.5,
                                                  opacity=0.5)
                look(plotter)
                before = shot(plotter).astype(float)
                change(plotter, drawn)
                after = shot(plotter).astype(float)
                self.assertGreater(np.abs(after - before)[100:140, 130:190].max(), 8)
                colors, (low, high) = self.bar(plotter)
                np.testing.assert_allclose((low, high), ranges.get(what, (-1, 1)), atol=1e-6)
                # The volume's own function has the colors of the bar.
                rows = drawn.drawing._function[0]
                has = np.array([np.interp(np.linspace(low, high, 7), rows[:, 0], channel)
                                for channel in rows[:, 1:4].T]).T
                np.testing.assert_allclose(has, colors, atol=0.02)
                plotter.close()

    def test_color_maps_stay_exact(self):
        """The kernels receive the map's own colors instead of those in a table of bytes, also after changes.
        PyVista's table loses its map when opacities are set."""
        points, tets = meshes.tetrahedra(4, 0.2)
        grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
        grid["x"] = points[:, 0]
        plotter = pyvista.Plotter(window_size=(60, 40))
        drawn = inkray.pyvista.add_volume(plotter, grid, "x", cmap="viridis", flip_scalars=True)
        exact = drawn.cmap(np.linspace(0, 1, 256))[:, :3]
        self.assertEqual(exact[0].round(2).tolist(), [0.99, 0.91, 0.14])
        drawn.set_values(2 * points[:, 0])
        drawn.opacity = "sigmoid"
        self.assertEqual(drawn.clim, (-2, 2))
        np.testing.assert_array_equal(drawn.drawing._function[0][:, 1:4], exact)
        drawn.lookup_table.values = np.full((256, 4), 77, np.uint8)
        plotter.show(auto_close=False)
        self.assertIsNone(drawn.cmap)
        np.testing.assert_allclose(drawn.drawing._function[0][:, 1:4], 77 / 255)
        plotter.close()

    def test_what_did_not_change_is_not_cast_again(self):
        """An unchanged frame repeats the last picture. Every change that affects the picture is visible at
        once."""
        points, tets = meshes.tetrahedra(4, 0.2)
        grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
        grid["x"] = points[:, 0]
        image = pyvista.ImageData(dimensions=(5, 5, 5), spacing=(0.2,) * 3, origin=(1.5, 0, 0))
        image["d"] = np.linalg.norm(image.points - [1.9, 0.4, 0.4], axis=1)
        plotter = pyvista.Plotter(window_size=(120, 90), lighting="none")
        lamp = pyvista.Light(light_type="headlight")
        plotter.add_light(lamp)
        volume = inkray.pyvista.add_volume(plotter, grid, "x", shade=True, show_scalar_bar=False)
        surface = inkray.pyvista.add_isosurface(plotter, image, [0.2], "d", color="red")
        plotter.show(auto_close=False)
        casts = []
        for drawn in (volume, surface):
            drawn.drawing._draw = lambda *to, cast=drawn.drawing._draw: casts.append(1) or cast(*to)
        drawing = volume.drawing
        changes = [
            (1, lambda: drawing.set_values(np.abs(points[:, 1]))),
            (1, lambda: setattr(drawing, "clipping_planes", [((1, 0, 0), (0.2, 0, 0))])),
            (1, lambda: drawing.clipping_planes[0][1].fill(-0.3)),
            (1, lambda: drawing.set_material(ambient=0.5, diffuse=0.2)),
            (1, lambda: setattr(volume, "opacity", [0.3, 0.3])),
            (1, lambda: setattr(volume, "cmap", "hot")),
            (1, lambda: setattr(drawing, "blend", "additive")),
            (1, lambda: setattr(drawing, "blend", "composite")),
            (1, lambda: drawing.set_isosurfaces([0.3], colors=(0, 1, 0))),
            (1, lambda: surface.drawing.set_isosurfaces([0.3])),
            (1, lambda: setattr(volume, "position", (0.1, 0.2, 0))),
            (2, lambda: setattr(lamp, "intensity", 0.4)),
            (2, lambda: setattr(plotter.camera, "position", (3, 4, 5))),
            (2, lambda: plotter.add_mesh(pyvista.Sphere(radius=0.5, center=(0, 1, 1)))),
            (2, lambda: setattr(plotter, "window_size", (100, 80))),
        ]
        before = plotter.screenshot(return_img=True)
        for number, (count, change) in enumerate(changes):
            casts.clear()
            plotter.render()
            np.testing.assert_array_equal(plotter.screenshot(return_img=True), before)
            self.assertEqual(casts, [])
            change()
            plotter.render()
            after = plotter.screenshot(return_img=True)
            self.assertGreaterEqual(len(casts), count, f"after change {number}")
            self.assertLessEqual(len(casts), 2)
            self.assertFalse(np.array_equal(after, before))
            before = after
        for drawn in (volume, surface):
            drawn._picture = None
        plotter.render()
        np.testing.assert_array_equal(plotter.screenshot(return_img=True), before)
        plotter.close()

    def test_frames_with_a_scalar_bar_are_alike_from_the_first(self):
        """Its labels stand where they stood: a movie does not begin with a jump."""
        for add in (inkray.pyvista.add_volume,
                    lambda *to: inkray.pyvista.add_isosurface(to[0], to[1], [0.2], to[2], cmap="hot")):
            plotter = new_plotter()
            add(plotter, cube(), "x")
            self.assertEqual(list(plotter.scalar_bars.keys()), ["x"])
            plotter.show(auto_close=False)
            first = plotter.screenshot(return_img=True)
            self.assertGreater(first[-60:].std(), 10)
            plotter.render()
            np.testing.assert_array_equal(plotter.screenshot(return_img=True), first)
            plotter.close()

    def test_opacity_may_be_set_again(self):
        plotter = new_plotter()
        drawn = inkray.pyvista.add_volume(plotter, cube(), "one", cmap=["black", "black"], opacity=0.5,
                                          clim=(0, 2), show_scalar_bar=False)
        plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
        plotter.enable_parallel_projection()
        plotter.camera.parallel_scale = 1.5
        for opacity, distance in [(0.5, 1.0), (0.2, 1.0), (0.2, 0.5), ([(0, 3), (2, 3)], 2.0)]:
            drawn.opacity, drawn.opacity_unit_distance = opacity, distance
            of_a_length = (np.max(np.asarray(opacity)[..., -1:]) if np.ndim(opacity) == 2
                           else np.floor(opacity * 255) / 255)
            self.assertAlmostEqual(shot(plotter)[120, 160, 2], 102 * np.exp(-2 * of_a_length / distance),
                                   delta=1.2)
        for name, value in [("opacity", 5), ("opacity", "none"), ("opacity_unit_distance", 0),
                            ("clim", (2, 1)), ("cmap", "none")]:
            before = shot(plotter)
            with self.subTest(name, value=value), self.assertRaises(inkray.InvalidInput):
                setattr(drawn, name, value)
            np.testing.assert_array_equal(shot(plotter), before)
        plotter.close()

    def test_warnings(self):
        plotter = new_plotter()
        with self.assertWarnsRegex(UserWarning, "all values are 1"):
            inkray.pyvista.add_volume(plotter, cube(), "one")
        plotter.close()

    def test_isosurfaces_of_meshes(self):
        pictures = []
        mesh = cube(8)
        mesh["r"] = np.linalg.norm(mesh.points, axis=1)
        for contour in (True, False):
            plotter = new_plotter()
            plotter.remove_all_lights()
            plotter.add_light(pyvista.Light(light_type="headlight"))
            if contour:
                plotter.add_mesh(mesh.contour([0.4, 0.8], "r"), scalars="r", cmap="plasma", clim=(0, 1),
                                 show_scalar_bar=True, smooth_shading=False)
            else:
                inkray.pyvista.add_isosurface(plotter, mesh, [0.4, 0.8], "r", cmap="plasma", clim=(0, 1),
                                              smooth_shading=False)
            look(plotter)
            plotter.camera.clipping_range = (5, 9)  # cuts into the surfaces, so that both are visible
            pictures.append(shot(plotter).astype(float))
            self.assertEqual(list(plotter.scalar_bars.keys()), ["r"])
            plotter.close()
        self.assertGreater(pictures[0].std(), 20)
        self.assertLess(np.abs(pictures[1] - pictures[0]).mean(), 1.5)

    def test_isosurfaces_of_blocks(self):
        """The surfaces of blocks, and the colors on them, are those of the whole mesh. Blocks may be
        missing."""
        mesh = cube(6)
        mesh["r"] = np.linalg.norm(mesh.points, axis=1)
        left = mesh.cell_centers().points[:, 0] < 0.1
        blocks = pyvista.MultiBlock([mesh.extract_cells(left), None, mesh.extract_cells(~left)])
        pictures = []
        for thing in (mesh, blocks):
            plotter = new_plotter()
            drawn = inkray.pyvista.add_isosurface(plotter, thing, [0.4, 0.8], "r", cmap="plasma",
                                                  smooth_shading=False, name="all")
            look(plotter)
            plotter.camera.clipping_range = (5, 9)
            pictures.append(shot(plotter).astype(float))
            names = list(plotter.actors)
            plotter.close()
        self.assertEqual([one.name for one in drawn], ["all-0", "all-2"])
        self.assertLessEqual({"all-0", "all-2"}, set(names))
        self.assertGreater(pictures[0].std(), 20)
        self.assertLess(np.abs(pictures[1] - pictures[0]).mean(), 0.5)


class Arguments(unittest.TestCase):
    def test_meshes_of_all_kinds_of_data_sets(self):
        image = pyvista.ImageData(dimensions=(4, 4, 4))
        image["v"] = image.points[:, 0]
        for mesh in (image, image.cast_to_structured_grid(), image.cast_to_rectilinear_grid(),
                     image.cast_to_unstructured_grid()):
            plotter = new_plotter()
            drawn = inkray.pyvista.add_volume(plotter, mesh)
            self.assertEqual(drawn.drawing.bounds, (0, 3, 0, 3, 0, 3))
            plotter.close()

    def test_images_and_rectilinear_grids_are_drawn_as_meshes_of_the_same_values(self):
        image = pyvista.ImageData()
        image.SetExtent(5, 13, 0, 7, 2, 8)
        image.SetSpacing(0.5, 1, 0.7)
        image.SetOrigin(1, 2, 3)
        turned = image.copy()
        turned.SetDirectionMatrix(0, 0, 1, 1, 0, 0, 0, 1, 0)
        rectilinear = image.cast_to_rectilinear_grid()
        rectilinear.x = rectilinear.x**2 / 10
        rectilinear.y = rectilinear.y[::-1]
        for name, grid in [("image", image), ("turned", turned), ("rectilinear", rectilinear)]:
            grid["v"] = grid.points @ (0.3, 0.5, -0.4)
            grid.cell_data["vtkGhostType"] = np.where(grid.cell_centers().points[:, 2] > 6.5, 32,
                                                      0).astype(np.uint8)
            shown = []
            for mesh, kind in ((grid, inkray.GridVolume),
                               (grid.cast_to_unstructured_grid(), inkray.MeshVolume)):
                plotter = new_plotter()
                drawn = inkray.pyvista.add_volume(plotter, mesh, "v", blending="maximum", cmap="turbo",
                                                  clim=(1, 5))
                self.assertIs(type(drawn.drawing), kind)
                plotter.camera_position = "iso"
                whole = shot(plotter).astype(float)
                drawn.drawing.slices = [((1, 0, 0), drawn.center)]
                drawn.drawing.set_isosurfaces([2.5], opacities=0.5)
                shown.append(np.stack([whole, shot(plotter)]))
                plotter.close()
            with self.subTest(name):
                self.assertGreater(shown[0].std(), 20)
                self.assertGreater(np.abs(shown[0][1] - shown[0][0]).mean(), 2)
                self.assertLess(np.abs(shown[1] - shown[0]).mean(), 0.05)

    def test_values_of_images(self):
        image = pyvista.ImageData(dimensions=(5, 4, 3))
        image.cell_data["c"] = image.cell_centers().points[:, 0]
        image.point_data["p"] = np.stack([image.points[:, 1]] * 3, axis=1)
        plotter = new_plotter()
        drawn = inkray.pyvista.add_volume(plotter, image, "c")
        self.assertIs(type(drawn.drawing), inkray.GridVolume)
        self.assertEqual(drawn.clim, (0.5, 3.5))
        drawn.set_values(2 * image.cell_data["c"])
        self.assertEqual(drawn.drawing.value_range, (1, 7))
        drawn.set_values(image["p"][:, 0])
        self.assertEqual(drawn.drawing.value_range, (0, 3))
        shot(plotter)
        self.assertEqual(drawn.clim, (0, 3))
        drawn = inkray.pyvista.add_volume(plotter, image, "p", component=1)
        self.assertEqual(drawn.clim, (0, 3))
        layer = pyvista.ImageData(dimensions=(5, 4, 2))
        layer.cell_data["c"] = np.arange(12.0)
        self.assertIsInstance(inkray.pyvista.add_volume(plotter, layer, "c").drawing, inkray.MeshVolume)
        layer.point_data["p"] = np.arange(40.0)
        self.assertIsInstance(inkray.pyvista.add_volume(plotter, layer, "p").drawing, inkray.GridVolume)
        flat = pyvista.ImageData(dimensions=(5, 4, 1))
        flat["p"] = np.arange(20.0)
        with self.assertRaisesRegex(inkray.InvalidInput, "^cells: none of them is three-dimensional"):
            inkray.pyvista.add_volume(plotter, flat, "p")
        plotter.close()

    def test_hidden_and_ghost_cells_are_left_out(self):
        image = pyvista.ImageData(dimensions=(5, 2, 2))
        image.cell_data["v"] = np.arange(4.0)
        for kind in (1, 32):
            for grid in (image.cast_to_unstructured_grid(), image.cast_to_unstructured_grid().triangulate()):
                at = grid.cell_centers().points[:, 0]
                grid.cell_data["vtkGhostType"] = np.where(at > 2, kind, 0).astype(np.uint8)
                everything = inkray.MeshVolume(*meshes.lattice(2), 12)
                drawn = inkray.MeshVolume.from_vtk(grid)
                per_cell = everything.num_tetrahedra
                drawn.set_values(grid.cell_data["v"], "cells")
                self.assertEqual(drawn.value_range, (0, 1), (kind, per_cell))
                drawn.transfer_function([0], [[1, 1, 1]], [50], unit_distance=1.0)
                camera = inkray.Camera((2, 0.5, 10), (2, 0.5, 0), (0, 1, 0), parallel_height=2)
                opacity = drawn.render(camera, (40, 40))[0][20, :, 3]
                np.testing.assert_array_equal(opacity > 0.9, np.arange(40) < 20)

    def test_scalar_bars_of_the_same_name(self):
        plotter = new_plotter()
        first = inkray.pyvista.add_volume(plotter, cube(), "x")
        second = inkray.pyvista.add_volume(plotter, cube(), "x", clim=(-5, 5))
        third = inkray.pyvista.add_volume(plotter, cube(), "x", cmap="gray")
        inkray.pyvista.add_volume(plotter, cube(), "x")  # shares the bar of the first
        self.assertEqual(list(plotter.scalar_bars.keys()), ["x", "x (2)", "x (3)"])
        self.assertEqual([thing.mapper.GetScalarRange() for thing in (first, second, third)],
                         [(-1, 1), (-5, 5), (-1, 1)])
        plotter.close()

    def test_arrays_that_fit_points_and_cells(self):
        grid = pyvista.UnstructuredGrid({12: np.tile(np.arange(8), (8, 1))},
                                        meshes.lattice(2)[0][[0, 1, 3, 2, 4, 5, 7, 6]])
        self.assertEqual(grid.n_points, grid.n_cells)
        for preference, association in [("point", "points"), ("cell", "cells")]:
            self.assertEqual(inkray.drawn.find_values(grid, np.arange(8.0), preference)[1], association)

    def test_without_an_import_of_its_own(self):
        script = "import inkray; print(inkray.pyvista.add_volume.__name__)"
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), "add_volume", done.stderr)

    def test_images_that_begin_elsewhere_and_are_turned(self):
        image = pyvista.ImageData()
        image.SetExtent(5, 8, 0, 3, 2, 6)
        image.SetSpacing(0.5, 1, 2)
        image.SetOrigin(1, 2, 3)
        image.SetDirectionMatrix(0, 0, 1, 1, 0, 0, 0, 1, 0)
        image["v"] = np.arange(image.n_points, dtype=float)
        plotter = new_plotter()
        drawn = inkray.pyvista.add_isosurface(plotter, image, 30.0)
        np.testing.assert_allclose(drawn.drawing.bounds, image.bounds, atol=1e-6)
        plotter.close()

    def test_bad_arguments(self):
        plotter, grid = new_plotter(), cube()
        image = pyvista.ImageData(dimensions=(4, 4, 4))
        image.cell_data["c"] = np.zeros(27)
        image.point_data["p"] = np.arange(64.0)
        before = len(plotter.actors)
        for name, call, arguments, options in [
            ("volume: ", inkray.pyvista.add_volume, ("file.vtu",), {}),
            ("volume: ", inkray.pyvista.add_volume, (5,), {}),
            ("cells: ", inkray.pyvista.add_volume, (pyvista.Sphere(), np.zeros(842)), {}),
            ("scalars: ", inkray.pyvista.add_volume, (grid, "missing"), {}),
            ("scalars: ", inkray.pyvista.add_volume, (grid, np.zeros(5)), {}),
            ("scalars: ", inkray.pyvista.add_volume, (grid, object()), {}),
            ("values: ", inkray.pyvista.add_volume, (grid, np.full(grid.n_points, np.nan)), {}),
            ("cmap: ", inkray.pyvista.add_volume, (grid, "x"), {"cmap": "no such map"}),
            ("clim: ", inkray.pyvista.add_volume, (grid, "x"), {"clim": (2, 1)}),
            ("clim: ", inkray.pyvista.add_volume, (grid, "x"), {"clim": (1, 2, 3)}),
            ("opacity: ", inkray.pyvista.add_volume, (grid, "x"), {"opacity": "no such shape"}),
            ("opacities: ", inkray.pyvista.add_volume, (grid, "x"), {"opacity": [[0, 1], [1, -1]]}),
            ("opacity: ", inkray.pyvista.add_volume, (grid, "x"), {"opacity": 50}),
            ("opacity_unit_distance: ", inkray.pyvista.add_volume, (grid, "x"),
             {"opacity_unit_distance": np.nan}),
            ("scalars: it has four", inkray.pyvista.add_volume,
             (grid, np.zeros((grid.n_points, 4), np.uint8)), {}),
            ("resolution: ", inkray.pyvista.add_volume, (np.zeros((3, 3, 3)),), {"resolution": (1, 2)}),
            ("blending: ", inkray.pyvista.add_volume, (grid, "x"), {"blending": "sum"}),
            ("opacity: ", inkray.pyvista.add_volume, (grid, "x"), {"opacity": [[1, 2], [3]]}),
            ("preference: ", inkray.pyvista.add_volume, (grid, "x"), {"preference": "zz"}),
            ("device: ", inkray.pyvista.add_volume, (grid, "x"), {"device": "tpu"}),
            ("volume: ", inkray.pyvista.add_isosurface, ([], 0.5), {}),
            ("cells: ", inkray.pyvista.add_isosurface, (pyvista.Sphere(), 0.5, np.zeros(842)), {}),
            ("color: ", inkray.pyvista.add_isosurface, (image, 0.5, "p"), {"color": "red", "cmap": "hot"}),
            ("scalars: ", inkray.pyvista.add_isosurface, (image, 0.5, "c"), {}),
            ("isovalues: ", inkray.pyvista.add_isosurface, (image, np.nan, "p"), {}),
            ("color: ", inkray.pyvista.add_isosurface, (image, 0.5, "p"), {"color": "nocolor"}),
        ]:
            with self.subTest(name, arguments=str(arguments)[:60], options=options):
                with self.assertRaises(inkray.InvalidInput) as caught:
                    call(plotter, *arguments, **options)
                self.assertTrue(str(caught.exception).startswith(name), str(caught.exception))
        self.assertEqual(len(plotter.actors), before)
        for call in (inkray.pyvista.add_volume, inkray.pyvista.add_isosurface):
            with self.assertRaisesRegex(inkray.InvalidInput, "^plotter: "):
                call(None, image, "p")
        plotter.close()


if __name__ == "__main__":
    unittest.main()
