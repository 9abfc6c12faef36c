# SPDX-License-Identifier: BSD-3-Clause
"""Undo and redo for scripts, as in ParaView's window. Import this module before anything is shown: what was
there before is not undone."""
from paraview import servermanager
from paraview.modules.vtkRemotingServerManager import vtkSMProxyManager, vtkSMUndoStack, vtkSMUndoStackBuilder

STACK, BUILDER = vtkSMUndoStack(), vtkSMUndoStackBuilder()
BUILDER.SetUndoStack(STACK)
vtkSMProxyManager.GetProxyManager().SetUndoStackBuilder(BUILDER)


class Change:
    """One step of undo: everything done within `with Change() as change: ...`. Then call change.undo() and
    change.redo(). Later changes that frames make by themselves do not belong to the step."""

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
