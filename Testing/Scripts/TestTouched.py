# SPDX-License-Identifier: BSD-3-Clause
""".ci/run leaves out the tests of kernels that the last commits do not concern (.ci/touched.sh).
usage: TestTouched.py PROJECT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = os.path.abspath(sys.argv.pop(1))
ALGORITHMS = {'inkray_%s_tests' % name for name in ('append', 'compaction', 'brick_tree', 'kdtree', 'list',
                                                    'protocol')}
RENDERERS = {'inkray_%s_tests' % name for name in ('kernel', 'isosurface', 'havs', 'pathtracer')}


@unittest.skipIf(shutil.which('git') is None, 'there is no git')
class Touched(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.git('init', '--quiet')

    def git(self, *arguments):
        subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=b', *arguments], cwd=self.folder.name,
                       check=True)

    def write(self, path):
        file = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, 'a') as stream:
            stream.write('changed\n')
        self.git('add', path)

    def commit(self, *paths):
        for path in paths:
            self.write(path)
        self.git('commit', '--quiet', '--message', 'change')

    def concerned(self, commits=1):
        """The programs that the last commits concern: algorithms', renderers'."""
        script = ('set -euo pipefail; top=$1; . "$0"; untouched_tests "$2" "$algorithm_tests" | xargs; '
                  'untouched_tests "$2" "$renderer_tests" "$of_all_renderers" | xargs')
        run = subprocess.run(['bash', '-c', script, PROJECT + '/.ci/touched.sh', self.folder.name,
                              str(commits)], check=True, stdout=subprocess.PIPE, text=True)
        algorithms, renderers, _ = run.stdout.split('\n')
        return ALGORITHMS - set(algorithms.split()), RENDERERS - set(renderers.split())

    def test_renderers_by_themselves(self):
        for path, renderers in (('Kernels/Renderers/MeshVolume/March.h', {'inkray_kernel_tests'}),
                                ('Kernels/Renderers/Havs/Havs.cpp', {'inkray_havs_tests'}),
                                ('Testing/Kernels/PathTracer/TestPathLight.cpp', {'inkray_pathtracer_tests'}),
                                ('Kernels/Shading/ColorFit.h', RENDERERS), ('Kernels/Core/Vec3.h', RENDERERS),
                                ('Kernels/CMakeLists.txt', RENDERERS),
                                ('Rendering/Mappers/vtkHavsMapper.cxx', set()),
                                ('Kernels/Renderers/README.md', set())):
            self.commit(path)
            self.assertEqual(self.concerned()[1], renderers, path)

    def test_algorithms_by_themselves(self):
        for path, algorithms in (('Kernels/Geometry/KdTree/KdLarge.h',
                                  {'inkray_kdtree_tests', 'inkray_protocol_tests'}),
                                 ('Kernels/Compaction/InKCompact.h',
                                  ALGORITHMS - {'inkray_kdtree_tests', 'inkray_list_tests'}),
                                 ('Kernels/Cooperative/LookBack.h', ALGORITHMS),
                                 ('Kernels/Renderers/MeshVolume/March.h', set()),
                                 ('Testing/Laboratory/KdPieces.h', {'inkray_protocol_tests'})):
            self.commit(path)
            self.assertEqual(self.concerned()[0], algorithms, path)

    def test_as_many_commits_as_are_asked_for_and_the_working_tree(self):
        self.commit('Kernels/Renderers/Havs/Havs.cpp')
        self.commit('Documentation/Limits.md')
        self.assertEqual(self.concerned(1)[1], set())
        self.assertEqual(self.concerned(2)[1], {'inkray_havs_tests'})
        self.write('Kernels/Renderers/Isosurface/CastRay.h')
        self.assertEqual(self.concerned(1)[1], {'inkray_isosurface_tests'})

    def test_labels_are_those_of_the_programs_that_are_sanitized(self):
        script = 'set -euo pipefail; top=$1; . "$0"; shift; sanitized_labels "$@"'
        run = subprocess.run(['bash', '-c', script, PROJECT + '/.ci/touched.sh', self.folder.name,
                              'inkray_havs_tests', 'inkray_list_tests'], check=True, stdout=subprocess.PIPE,
                             text=True)
        labels = re.compile(run.stdout.strip())
        for program in ALGORITHMS | RENDERERS:
            self.assertEqual(labels.search('unit:' + program) is not None,
                             program not in ('inkray_havs_tests', 'inkray_list_tests',
                                             'inkray_protocol_tests'), program)
        self.assertIsNone(labels.search('unit'))
        self.assertIsNone(labels.search('python'))

    def test_steps_without_a_recent_run_are_stale(self):
        hashes = []
        for number in range(4):
            self.commit('Kernels/at%d.h' % number)
            head = subprocess.run(['git', 'rev-parse', '--short', 'HEAD'], cwd=self.folder.name, check=True,
                                  stdout=subprocess.PIPE, text=True)
            hashes.append(head.stdout.strip())
        table = os.path.join(self.folder.name, 'NIGHTLY.md')
        with open(table, 'w') as file:
            file.write('# Last results\n\n| step | commit | date |\n|---|---|---|\n'
                       '| users | %s | 2026-11-30 |\n| cpu | %s and changes | 2026-11-30 |\n'
                       '| sanitize-all | %s | 2026-11-30 |\n| tsan | | | not run yet |\n'
                       '| tidy | 123abcd | |\n'
                       % (hashes[3], hashes[2], hashes[1]))
        script = 'set -euo pipefail; top=$1; . "$0"; stale_steps "$2" "$3"'
        for commits, stale in ((2, 'sanitize-all tsan tidy'), (3, 'tsan tidy')):
            run = subprocess.run(['bash', '-c', script, PROJECT + '/.ci/touched.sh', self.folder.name, table,
                                  str(commits)], check=True, stdout=subprocess.PIPE, text=True)
            self.assertEqual(run.stdout.split(), stale.split())

    def recent(self, least):
        script = 'set -euo pipefail; top=$1; . "$0"; recent_commits "$2"'
        return int(subprocess.run(['bash', '-c', script, PROJECT + '/.ci/touched.sh', self.folder.name,
                                   str(least)], check=True, stdout=subprocess.PIPE, text=True).stdout)

    def test_commits_of_six_hours_are_recent(self):
        for hours in (24, 12, 5, 4, 3, 0):
            os.environ['GIT_COMMITTER_DATE'] = '%d +0000' % (1700000000 - 3600 * hours)
            self.commit('Kernels/at%d.h' % hours)
        del os.environ['GIT_COMMITTER_DATE']
        self.assertEqual(self.recent(3), 4)
        self.assertEqual(self.recent(5), 5)

    def test_no_folder_of_kernels_is_forgotten(self):
        kernels = PROJECT + '/Kernels'
        for folder, _, files in os.walk(kernels):
            if files:
                path = os.path.relpath(os.path.join(folder, files[0]), PROJECT)
                self.commit(path)
                self.assertTrue(self.concerned()[1], path)

    def test_programs_are_there(self):
        text = ''
        for part in ('Kernels/CMakeLists.txt', 'Kernels/PathTracer/PathTracerTests.cmake',
                     'Protocol/CMakeLists.txt'):
            with open('%s/Testing/%s' % (PROJECT, part)) as file:
                text += file.read()
        for program in ALGORITHMS | RENDERERS:
            self.assertTrue(re.search(r'(add_executable|inkray_gpu_suite)\(%s\b' % program, text), program)
        with open(PROJECT + '/.ci/touched.sh') as file:
            self.assertEqual(set(re.findall(r'^inkray_\w+', file.read(), re.MULTILINE)),
                             ALGORITHMS | RENDERERS)


unittest.main()
