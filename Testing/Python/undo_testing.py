# SPDX-License-Identifier: BSD-3-Clause
"""Undo and redo, as ParaView's window has them, for scripts. Import it before anything is shown: what has been there before is not undone."""
from paraview import servermanager
from paraview.modules.vtkRemotingServerManager import vtkSMProxyManager, vtkSMUndoStack, vtkSMUndoStackBuilder

STACK, BUILDER = vtkSMUndoStack(), vtkSMUndoStackBuilder()
BUILDER.SetUndoStack(STACK)
vtkSMProxyManager.GetProxyManager().SetUndoStackBuilder(BUILDER)


class Change:
    """What is done within it is one step: `with Change() as change: ...; change.undo(); change.redo()`. What frames change by themselves afterwards is no part of it."""

    def __enter__(self):
        STACK.Clear()
        BUILDER.Begin('a change')
        return self

    def __exit__(self, *ignored):
        BUILDER.EndAndPushToStack()

    def undo(self):
        self.go(STACK.CanUndo(), STACK.Undo)

    def redo(self):
        self.go(STACK.CanRedo(), STACK.Redo)

    def go(self, can, step):
        if can:
            step()
            servermanager.ActiveConnection.Session.GetSessionProxyManager().UpdateRegisteredProxiesInOrder(0)
