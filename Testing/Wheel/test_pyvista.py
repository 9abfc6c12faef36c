# SPDX-License-Identifier: BSD-3-Clause
"""Volumes and isosurfaces in PyVista's windows, off screen: what is in front and behind, cameras, subplots,
sizes and picking."""

import gc
import os
import subprocess
import sys
import unittest
import warnings
import weakref

import numpy as np

# This import is the first because it ends the test if PyVista is not installed.
from plotters import BACKGROUND, cube, expected, fail, gray_fog, look, new_plotter, shot
import inkray
import inkray.pyvista
import meshes
import pyvista


class Windows(unittest.TestCase):
    def close(self, picture, wanted, levels=1.01):
        self.assertGreater(np.asarray(wanted).std(), 5)
        np.testing.assert_allclose(picture[..., :3].astype(float), wanted, atol=levels)

    def test_the_same_picture_as_without_a_window(self):
        for samples in (0, 8):
            plotter = new_plotter()
            plotter.render_window.SetMultiSamples(samples)
            drawn = inkray.pyvista.add_volume(plotter, cube(), "x", opacity="sigmoid",
                                              opacity_unit_distance=0.5, show_scalar_bar=False)
            for position in [(4, 3, 5), (-2, 5, 3)]:
                plotter.camera_position = [position, (0, 0, 0), (0, 1, 0)]
                picture = shot(plotter)
                self.close(picture, expected(drawn, plotter, (320, 240)))
            plotter.close()

    def test_parallel_projection_and_isosurfaces(self):
        plotter = new_plotter()
        grid = pyvista.ImageData(dimensions=(21, 22, 23), spacing=(0.1, 0.1, 0.1), origin=(-1, -1, -1))
        grid["r"] = np.linalg.norm(grid.points, axis=1).astype(np.float32)
        drawn = inkray.pyvista.add_isosurface(plotter, grid, [0.5, 0.8], "r", color="gold", opacity=[1, 0.3])
        plotter.enable_parallel_projection()
        look(plotter)
        self.close(shot(plotter), expected(drawn, plotter, (320, 240)))
        plotter.close()

    def test_in_front_of_and_behind_opaque_geometry(self):
        plotter = new_plotter()
        gray_fog(plotter)
        plotter.add_mesh(pyvista.Plane(center=(0, 0, 0), direction=(0, 0, 1), i_size=9, j_size=9),
                         color="white", lighting=False)
        plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
        plotter.enable_parallel_projection()
        plotter.camera.parallel_scale = 1.5
        picture = shot(plotter)
        self.assertAlmostEqual(picture[120, 160, 0], 255 * np.exp(-0.5), delta=1.5)  # half is hidden
        self.assertEqual(picture[5, 160].tolist(), [255] * 3)
        plotter.add_mesh(pyvista.Plane(center=(0, 0, -5), direction=(0, 0, 1), i_size=9, j_size=9),
                         color="red", lighting=False)
        plotter.camera_position = [(0, 0, -10), (0, 0, 0), (0, 1, 0)]
        self.assertEqual(shot(plotter)[120, 160].tolist(), [255, 0, 0])  # the plane hides everything
        plotter.close()

    def test_opaque_isosurfaces_end_volumes(self):
        plotter = new_plotter()
        gray_fog(plotter)
        grid = pyvista.RectilinearGrid(*[np.array([-1.5, -0.5, 0.3, 1.5])] * 3)
        grid["z"] = grid.points[:, 2]
        inkray.pyvista.add_isosurface(plotter, grid, 0.0, "z", color="white")
        plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
        plotter.enable_parallel_projection()
        plotter.camera.parallel_scale = 1.2
        plotter.remove_all_lights()
        plotter.add_light(pyvista.Light(light_type="headlight"))
        self.assertAlmostEqual(shot(plotter)[120, 160, 0], 255 * np.exp(-0.5), delta=1.5)
        plotter.close()

    def test_two_volumes_lie_one_behind_the_other(self):
        plotter = new_plotter()
        near, far = cube(), cube()
        near.points = near.points * 0.3 + (0, 0, 2)
        far.points = far.points * 0.3 - (0, 0, 2)
        for mesh, color in [(near, "red"), (far, "lime")]:
            inkray.pyvista.add_volume(plotter, mesh, "one", cmap=[color, color], opacity=[(0, 50), (2, 50)],
                                      opacity_unit_distance=1.0, show_scalar_bar=False)
        plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
        self.assertEqual(shot(plotter)[120, 160].tolist(), [255, 0, 0])
        plotter.camera_position = [(0, 0, -10), (0, 0, 0), (0, 1, 0)]
        self.assertEqual(shot(plotter)[120, 160].tolist(), [0, 255, 0])
        plotter.close()

    def test_subplots_and_sizes(self):
        plotter = pyvista.Plotter(window_size=(400, 200), shape=(1, 2), border=False)
        drawn = []
        for i in range(2):
            plotter.subplot(0, i)
            plotter.set_background(BACKGROUND, all_renderers=False)
            drawn.append(inkray.pyvista.add_volume(plotter, cube(), ["x", "cell"][i],
                                                   opacity_unit_distance=0.5, show_scalar_bar=False))
            plotter.add_mesh(pyvista.Sphere(radius=0.1, center=(3, 0, 0)))
            plotter.camera_position = [(0, 0, 9), (0, 0, 0), (0, 1, 0)]
        for size in [(400, 200), (240, 180), (401, 203)]:
            plotter.window_size = size
            picture = shot(plotter)
            self.assertEqual(picture.shape[:2], size[::-1])
            for i in range(2):
                plotter.subplot(0, i)
                (width, height), (x, y) = plotter.renderer.GetSize(), plotter.renderer.GetOrigin()
                part = picture[size[1] - y - height : size[1] - y, x : x + width]
                # The compared region is away from the sphere, which is to the right.
                inner = slice(2, height - 2), slice(2, int(0.6 * width))
                self.close(part[inner], expected(drawn[i], plotter, (width, height))[inner])
        plotter.close()

    def test_screenshots_that_are_put_together_from_tiles(self):
        for columns in (1, 2):
            plotter = new_plotter((160, 120), shape=(1, columns), border=False)
            for i in range(columns):
                plotter.subplot(0, i)
                plotter.set_background(BACKGROUND, all_renderers=False)
                inkray.pyvista.add_volume(plotter, cube(), "x", opacity_unit_distance=0.5,
                                          show_scalar_bar=False)
                look(plotter)
            once = shot(plotter).astype(float)
            for scale in (2, 3):
                large = plotter.screenshot(return_img=True, scale=scale).astype(float)
                self.assertEqual(large.shape, (120 * scale, 160 * scale, 3))
                means = large.reshape(120, scale, 160, scale, 3).mean((1, 3))
                self.assertGreater(once.std(), 10)
                self.assertLess(np.abs(means - once).mean(), 1)
                self.assertGreater(np.abs(means - once).max(), 1e-3)  # not an enlarged small picture
            plotter.close()

    def test_volumes_after_the_plotter_was_cleared(self):
        for clear in (lambda p: p.clear(), lambda p: p.clear_actors(),
                      lambda p: p.renderer.RemoveAllViewProps()):
            plotter = new_plotter()
            plotter.camera_position = [(0, 0, 6), (0, 0, 0), (0, 1, 0)]
            for _ in range(3):
                plotter.set_background(BACKGROUND)
                gray_fog(plotter, 50)
                plotter.camera_position = [(0, 0, 6), (0, 0, 0), (0, 1, 0)]
                self.assertLess(shot(plotter)[120, 160].max(), 5)
                clear(plotter)
                plotter.set_background(BACKGROUND)
                np.testing.assert_allclose(shot(plotter)[120, 160], 255 * BACKGROUND, atol=1)
            plotter.close()

    def test_closed_plotters_are_let_go_of(self):
        kept = []
        for _ in range(3):
            plotter = new_plotter((80, 60))
            drawn = gray_fog(plotter)
            shot(plotter)
            kept += [weakref.ref(thing) for thing in (plotter, plotter.renderer, drawn, drawn.drawing)]
            plotter.close()
            del plotter, drawn
        gc.collect()
        self.assertEqual([ref() for ref in kept if ref() is not None], [])

    def test_translucent_isosurfaces_lie_in_front_of_volumes(self):
        plotter = new_plotter()
        gray_fog(plotter, 50)
        grid = pyvista.ImageData(dimensions=(5, 5, 5), spacing=(1, 1, 0.1), origin=(-2, -2, 2))
        grid["z"] = grid.points[:, 2]
        surface = inkray.pyvista.add_isosurface(plotter, grid, 2.2, "z", color="red", opacity=0.5)
        plotter.remove_all_lights()
        plotter.add_light(pyvista.Light(light_type="headlight"))
        plotter.camera_position = [(0, 0, 6), (0, 0, 0), (0, 1, 0)]
        np.testing.assert_allclose(shot(plotter)[120, 160], [127.5, 0, 0], atol=2)
        plotter.camera_position = [(0, 0, -6), (0, 0, 0), (0, 1, 0)]
        np.testing.assert_allclose(shot(plotter)[120, 160], [0, 0, 0], atol=2)
        self.assertFalse(surface.drawing._is_opaque())
        plotter.close()

    def test_text_and_scalar_bars_lie_over_it(self):
        plotter = new_plotter()
        plotter.add_text("TEXT", position=(120, 100), font_size=40, color="white")  # before it
        inkray.pyvista.add_volume(plotter, cube(), "one", cmap=["black", "black"], clim=(0, 2),
                                  opacity=[(0, 50), (2, 50)], opacity_unit_distance=1.0)
        plotter.camera_position = [(0, 0, 5), (0, 0, 0), (0, 1, 0)]
        picture = shot(plotter)
        self.assertGreater((picture[60:160, 120:260] > 250).all(axis=-1).sum(), 200)
        self.assertEqual(list(plotter.scalar_bars.keys()), ["one"])
        plotter.close()

    def test_transparent_background(self):
        plotter = new_plotter()
        gray_fog(plotter)
        plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
        plotter.enable_parallel_projection()
        plotter.camera.parallel_scale = 1.5
        picture = shot(plotter, transparent_background=True)
        self.assertAlmostEqual(picture[120, 160, 3], 255 * (1 - np.exp(-1)), delta=2)
        self.assertEqual(picture[3, 3, 3], 0)
        plotter.close()

    def test_hidden_removed_and_changed(self):
        plotter = new_plotter()
        look(plotter)
        empty = shot(plotter)
        drawn = gray_fog(plotter)
        look(plotter)
        there = shot(plotter)
        self.assertGreater(np.abs(there.astype(int) - empty).max(), 20)
        drawn.visibility = False
        np.testing.assert_array_equal(shot(plotter), empty)
        drawn.visibility = True
        np.testing.assert_array_equal(shot(plotter), there)
        drawn.drawing.clipping_planes = [((1, 0, 0), (5, 0, 0))]  # leaves nothing
        np.testing.assert_array_equal(shot(plotter), empty)
        drawn.drawing.clipping_planes = ()
        drawn.remove()
        np.testing.assert_array_equal(shot(plotter), empty)
        plotter.close()

    def test_cameras_find_it_and_mistakes_of_settings_warn(self):
        plotter = new_plotter()
        drawn = gray_fog(plotter, 50)
        plotter.reset_camera()
        self.assertLess(shot(plotter)[120, 160].max(), 5)
        drawn.drawing._draw = fail
        drawn.drawing.set_material(ambient=0.1)  # needs a new picture
        with self.assertWarnsRegex(UserWarning, "a failure"):
            shot(plotter)
        plotter.close()

    def test_many_lights(self):
        plotter = new_plotter()
        gray_fog(plotter, 50, shade=True)
        for i in range(20):
            plotter.add_light(pyvista.Light(position=(i, 1, 1),
                                            focal_point=(i, 1, 1) if i == 1 else (0, 0, 0)))
        plotter.camera_position = [(0, 0, 6), (0, 0, 0), (0, 1, 0)]
        with self.assertWarnsRegex(UserWarning, "first 16"):
            picture = shot(plotter)
        self.assertLess(picture[120, 160].max(), 5)
        plotter.close()

    def test_light_that_shines_nowhere(self):
        plotter = new_plotter()
        gray_fog(plotter, 50)
        plotter.remove_all_lights()
        plotter.add_light(pyvista.Light(position=(1, 1, 1), focal_point=(1, 1, 1)))
        plotter.camera_position = [(0, 0, 6), (0, 0, 0), (0, 1, 0)]
        self.assertLess(shot(plotter)[120, 160].max(), 5)
        plotter.close()

    def test_render_passes(self):
        for prepare, samples in [
            (lambda p: p.enable_anti_aliasing("ssaa"), 2),
            (lambda p: p.enable_eye_dome_lighting(), 1),
            (lambda p: (p.enable_eye_dome_lighting(), p.enable_anti_aliasing("ssaa")), 2),
            (lambda p: p.enable_ssao(), 1),
            (lambda p: p.add_blurring(), 1),
            (lambda p: p.enable_shadows(), 1),
            (lambda p: p.enable_depth_peeling(), 1),
            (lambda p: p.enable_anti_aliasing("msaa", multi_samples=8), 1),
            (lambda p: p.enable_anti_aliasing("fxaa"), 1),
        ]:
            plotter = new_plotter()
            drawn = inkray.pyvista.add_volume(plotter, cube(), "x", opacity="sigmoid",
                                              opacity_unit_distance=0.5, show_scalar_bar=False)
            look(plotter)
            first = shot(plotter)
            prepare(plotter)
            passes = plotter.renderer.GetPass()
            wanted = expected(drawn, plotter, (320 * samples, 240 * samples))
            self.close(shot(plotter), wanted.reshape(240, samples, 320, samples, 3).mean((1, 3)))
            self.assertIs(plotter.renderer.GetPass(), passes)
            plotter.disable_anti_aliasing()
            plotter.renderer.SetPass(None)
            np.testing.assert_array_equal(shot(plotter), first)
            plotter.close()

    def test_render_passes_with_opaque_geometry_and_text(self):
        # In several subplots VTK's eye dome lighting draws nothing but the last one, and in tiles of them
        # neither pass does.
        for prepare, most_columns in [(lambda p: p.enable_anti_aliasing("ssaa"), 2),
                                      (lambda p: p.enable_eye_dome_lighting(), 1)]:
            for columns in range(1, most_columns + 1):
                plotter = new_plotter((320 * columns, 240), shape=(1, columns), border=False)
                for i in range(columns):
                    plotter.subplot(0, i)
                    plotter.set_background(BACKGROUND, all_renderers=False)
                    text = plotter.add_text("TEXT", position=(100, 60), font_size=30, color="yellow")
                    plotter.add_mesh(pyvista.Plane(direction=(0, 0, 1), i_size=9, j_size=9), color="white",
                                     lighting=False)
                    gray_fog(plotter)
                    plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
                    plotter.enable_parallel_projection()
                    plotter.camera.parallel_scale = 1.5
                    prepare(plotter)
                picture = shot(plotter)
                for i in range(columns):
                    part = picture[:, 320 * i :][:, :320]
                    self.assertAlmostEqual(part[120, 160, 0], 255 * np.exp(-0.5), delta=1.5)
                    self.assertEqual(part[5, 160].tolist(), [255] * 3)
                    self.assertGreater((np.abs(part[140:190, 90:240].astype(int) - [255, 255, 0]).max(axis=-1)
                                        < 3).sum(), 200)
                self.assertTrue(text.GetVisibility())
                if columns == 1:
                    large = plotter.screenshot(return_img=True, scale=2).astype(float)
                    means = large.reshape(240, 2, 320, 2, 3).mean((1, 3))
                    # Text has another place in a larger picture.
                    self.assertLess(np.abs(means - picture)[:90].mean(), 0.5)
                plotter.close()

    def test_render_passes_after_the_plotter_was_cleared(self):
        plotter = new_plotter()
        for _ in range(3):
            gray_fog(plotter, 50)
            plotter.camera_position = [(0, 0, 6), (0, 0, 0), (0, 1, 0)]
            plotter.enable_eye_dome_lighting()
            self.assertLess(shot(plotter)[120, 160].max(), 5)
            starts = []
            observer = plotter.renderer.AddObserver("StartEvent", lambda *_: starts.append(1))
            plotter.render_window.Render()
            plotter.renderer.RemoveObserver(observer)
            self.assertEqual(len(starts), 2)  # one for the depths, one for the passes
            plotter.clear()
            plotter.set_background(BACKGROUND)
            np.testing.assert_allclose(shot(plotter)[120, 160], 255 * BACKGROUND, atol=1)
        plotter.close()

    def test_both_eyes_see_it_where_meshes_are(self):
        places = []
        for eye in ("Left", "Right"):
            found = []
            for with_volume in (False, True):
                plotter = new_plotter()
                if with_volume:
                    gray_fog(plotter, 500)
                else:
                    plotter.add_mesh(cube(), color="black", lighting=False)
                look(plotter)
                plotter.render_window.SetMultiSamples(0)
                plotter.render_window.StereoRenderOn()
                getattr(plotter.render_window, f"SetStereoTypeTo{eye}")()
                found.append((shot(plotter) < 127 * BACKGROUND).all(axis=-1))
                plotter.close()
            self.assertLess((found[0] != found[1]).sum(), 40)
            places.append(found[1])
        self.assertGreater((places[0] != places[1]).sum(), 150)

    def test_with_smoothed_edges_and_translucent_surfaces(self):
        for prepare in (lambda p: p.enable_anti_aliasing("fxaa"), lambda p: None):
            pictures = []
            for with_volume in (False, True):
                plotter = new_plotter()
                prepare(plotter)
                plotter.add_mesh(pyvista.Plane(center=(0, 0, -2), direction=(0, 0, 1), i_size=9, j_size=9),
                                 color="red", opacity=0.5, lighting=False)
                if with_volume:
                    gray_fog(plotter)
                plotter.camera_position = [(0, 0, 10), (0, 0, 0), (0, 1, 0)]
                plotter.enable_parallel_projection()
                plotter.camera.parallel_scale = 1.5
                pictures.append(shot(plotter).astype(float))
                plotter.close()
            self.assertGreater(pictures[0][120, 160, 0], 140)  # the surface is visible
            np.testing.assert_allclose(pictures[1][120, 160], pictures[0][120, 160] * np.exp(-1), atol=1.5)

    def test_interrupts_reach_the_caller(self):
        """Ctrl-C at any moment of a frame, even of the first one, raises its exception where the plotter was
        asked to draw."""
        script = """
import random, signal, sys
import numpy as np, pyvista, inkray.pyvista
sys.path.insert(0, sys.argv[1])
import meshes
pyvista.OFF_SCREEN = True
signal.signal(signal.SIGALRM, signal.default_int_handler)  # what Ctrl-C calls, after a time
points, tets = meshes.tetrahedra(8, 0.2)
grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
grid["x"] = points[:, 0]
chance, caught = random.Random(int(sys.argv[2])), 0
for attempt in range(16):
    if attempt % 4 == 0:
        plotter = pyvista.Plotter(window_size=(320, 240))
        plotter.add_mesh(pyvista.Sphere(radius=0.2, center=(2, 0, 0)))
        drawn = inkray.pyvista.add_volume(plotter, grid, "x", show_scalar_bar=False)
        text = plotter.add_text("text")
        if attempt % 8 == 4:
            plotter.enable_anti_aliasing("ssaa")
    try:
        signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-4, 0.1))
        for frame in range(1000):
            plotter.render_window.Render()
    except KeyboardInterrupt:
        caught += 1
plotter.render_window.Render()
print("caught", caught, "with text" if text.GetVisibility() else "")
"""
        seed = int(os.environ.get("INKRAY_SEED", "1"))
        run = subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__)),
                              str(seed)],
                             capture_output=True, text=True, timeout=200, check=False)
        said = f"INKRAY_SEED={seed}\n{run.stdout}\n{run.stderr}"
        self.assertEqual(run.returncode, 0, said)
        self.assertIn("caught 16 with text", run.stdout, said)
        self.assertNotIn("Failure when calling", run.stderr, said)

    def test_warnings_as_errors_reach_the_caller(self):
        plotter = new_plotter()
        drawn = gray_fog(plotter)
        drawn.drawing._draw = fail
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(UserWarning, "a failure"):
                shot(plotter)
        del drawn.drawing._draw
        look(plotter)
        self.close(shot(plotter), expected(drawn, plotter, (320, 240)))
        plotter.close()

    def test_show_leaves_a_picture(self):
        plotter = new_plotter()
        drawn = gray_fog(plotter, 5)
        look(plotter)
        picture = plotter.show(screenshot=True, return_img=True, auto_close=False)
        picture = plotter.image if not isinstance(picture, np.ndarray) else picture
        self.close(picture, expected(drawn, plotter, (320, 240)))
        plotter.close()

    def test_static_backend_of_notebooks(self):
        try:
            from pyvista.jupyter.notebook import show_static_image
            import IPython  # noqa: F401
        except ImportError:
            self.skipTest("IPython is not there")
        plotter = new_plotter()
        drawn = gray_fog(plotter, 5)
        look(plotter)
        picture = np.asarray(show_static_image(plotter, None))
        self.close(picture, expected(drawn, plotter, (320, 240)))


class Picking(unittest.TestCase):
    """PyVista's ways to pick, with clicks and with rectangles of the mouse."""

    def start(self, add):
        plotter = new_plotter()
        drawn = add(plotter)
        plotter.camera_position = [(0.1, 0.05, 10), (0.1, 0.05, 0), (0, 1, 0)]
        plotter.show(auto_close=False)
        return plotter, drawn

    def pick(self, plotter, enable, drag=False, **options):
        """Returns what the callback of a way to pick receives."""
        found, mouse = [], plotter.iren
        enable(callback=lambda *given: found.extend(given), show_message=False, **options)
        if drag:
            mouse._mouse_left_button_press(100, 60)
            mouse._mouse_move(170, 150)
            mouse._mouse_left_button_release(170, 150)
        else:
            mouse._mouse_left_button_click(160, 120)
        plotter.disable_picking()
        return found

    def test_volumes_as_meshes(self):
        mesh = cube()
        picked = []
        for add in (lambda p: p.add_mesh(mesh, scalars="x"),
                    lambda p: inkray.pyvista.add_volume(p, mesh, "x")):
            plotter, drawn = self.start(add)
            found = []
            for picker in ("point", "cell"):
                point, by = self.pick(plotter, plotter.enable_point_picking, picker=picker, use_picker=True,
                                      show_point=False, left_clicking=True)
                found += [np.asarray(point), by.GetActor() is drawn, by.GetDataSet().GetNumberOfCells()]
            (point,) = self.pick(plotter, plotter.enable_surface_point_picking, show_point=False,
                                 left_clicking=True)
            found.append(np.asarray(point))
            for mode in ("cell", "face", "edge", "point"):
                (element,) = self.pick(plotter, plotter.enable_element_picking, mode=mode, show=False,
                                       left_clicking=True)
                found.append(np.asarray(element.bounds))
            (actor,) = self.pick(plotter, plotter.enable_mesh_picking, use_actor=True, show=False,
                                 left_clicking=True)
            found.append(actor is drawn)
            for through in (True, False):
                (cells,) = self.pick(plotter, plotter.enable_cell_picking, drag=True, through=through,
                                     show=False, start=True)
                found += [cells.n_cells, np.sort(cells["original_cell_ids"])]
            picked.append(found)
            plotter.close()
        self.assertEqual(picked[0][0].shape, (3,))
        self.assertGreater(picked[0][-2], 20)
        for ours, theirs in zip(*picked):
            np.testing.assert_array_equal(ours, theirs)
        self.assertNotIn("original_cell_ids", mesh.array_names)

    def test_volumes_that_cannot_be_picked(self):
        plotter, _ = self.start(lambda p: inkray.pyvista.add_volume(p, cube(), "x", pickable=False))
        self.assertEqual(self.pick(plotter, plotter.enable_surface_point_picking, show_point=False,
                                   left_clicking=True), [])
        plotter.close()

    def test_depths_of_opaque_isosurfaces(self):
        mesh = cube(5)
        mesh["z"] = mesh.points[:, 2]
        # Where nothing is opaque, the point has the depth of the camera's focal point.
        for opacity, depth in [(1.0, 0.3), (0.5, 0.0)]:
            plotter, _ = self.start(
                lambda p, opacity=opacity: inkray.pyvista.add_isosurface(p, mesh, 0.3, "z", opacity=opacity))
            plotter.store_mouse_position()
            plotter.mouse_position, plotter.iren.picker = (160, 120), "world"
            np.testing.assert_allclose(plotter.pick_mouse_position(), [0.1, 0.05, depth], atol=1e-3)
            self.assertEqual(self.pick(plotter, plotter.enable_point_picking, picker="cell", show_point=False,
                                       left_clicking=True), [])
            plotter.close()


if __name__ == "__main__":
    unittest.main()
