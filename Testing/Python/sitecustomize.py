# SPDX-License-Identifier: BSD-3-Clause
"""Python imports this module at its start if PYTHONPATH contains this folder.

ParaView's `paraview.simple` has a function for each source and filter, about 500, and looks the documentation
of each up among all definitions: a quarter of the processor time of a short script. Here the definitions are
noted where their names are listed, and the documentation is found by name. What `paraview.simple` offers is
the same.

A test that hangs prints where, shortly before CTest ends it. INKRAY_TEST_SECONDS is the time that the test
has; the processes that it starts share that (INKRAY_TEST_DEADLINE)."""
import faulthandler
import importlib.util
import os
import sys
import time

MODULE = 'paraview.servermanager'


def note_documentation(servermanager):
    """Make ProxyNamespace.getDocumentation() use the definitions that ProxyNamespace.__dir__() has listed."""
    namespace = getattr(servermanager, 'ProxyNamespace', None)
    if namespace is None:
        return
    look_up = namespace.getDocumentation

    def listed(self):
        definitions = self.session.GetProxyDefinitionManager()
        met = self.__dict__['_definitions_by_name'] = {}
        for group in self.xmlGroups:
            items = servermanager.ProxyDefinitionIterator(
                definitions.NewSingleGroupIterator(group, definitions.ALL_DEFINITIONS))
            for item in items:
                xml = item['xml']
                named = {'xml': xml} if xml.GetAttribute('name') else {'proxyname': items.GetProxyName()}
                met.setdefault(self._getPyName(**named), xml)
        return set(met)

    def documentation(self, name):
        xml = self.__dict__.get('_definitions_by_name', {}).get(name)
        if xml is None:
            return look_up(self, name)
        text = xml.FindNestedElementByName('Documentation')
        return text.GetCharacterData() or '' if text else ''

    namespace.__dir__, namespace.getDocumentation = listed, documentation


class Finder:
    """Finds `paraview.servermanager` as Python does, and calls note_documentation() once it is loaded."""

    @classmethod
    def find_spec(cls, name, _path=None, _target=None):
        """The specification of that module; None for all others."""
        if name != MODULE:
            return None
        sys.meta_path.remove(cls)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_note(module):
                execute(module)
                note_documentation(module)
            spec.loader.exec_module = execute_and_note
        return spec


def watch():
    """Make this process print where its threads are if it still runs at the deadline. A process started by a
    test does so some seconds before the test, which ends it and shows its output."""
    if 'INKRAY_TEST_SECONDS' in os.environ:
        is_first = 'INKRAY_TEST_DEADLINE' not in os.environ
        deadline = os.environ.setdefault('INKRAY_TEST_DEADLINE',
                                         str(time.time() + 0.9 * float(os.environ['INKRAY_TEST_SECONDS'])))
        faulthandler.dump_traceback_later(max(1.0, float(deadline) - time.time() - (0 if is_first else 10)),
                                          file=2)


watch()
sys.meta_path.insert(0, Finder)
