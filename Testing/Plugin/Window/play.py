# SPDX-License-Identifier: BSD-3-Clause
"""usage: play.py EVENTS.txt PARAVIEW HELP DEVICE PLUGIN.so PICTURE.png: prints the events of a file as XML
for ParaView's test player. PARAVIEW is the version that plays, and HELP is 1 in a build with pages of help.
After the last event, the view's picture is written.

A line is one statement. A line that begins with a space goes on with the line above; # begins a comment.

  OBJECT COMMAND [ARGUMENTS]          an event
  check OBJECT PROPERTY [VALUE]       a check
  shown|hidden|on|off OBJECT NAME...  checks: these controls in OBJECT are visible or not, enabled or not
  click OBJECT                        an event that activates
  set OBJECT VALUE                    a text; "type" also presses the Enter key
  switch OBJECT true|false            a check box or an action
  drag OBJECT START POINT... [+KEYS]  the mouse: X of a slider (the middle button sets it there), or X,Y of a
                                      view, both from 0 to 1, while KEYS are held
  press OBJECT TIMES KEY              a key, TIMES times
  wait MILLISECONDS                   handles events meanwhile
  version FROM TO STATEMENT           for versions from FROM on and before TO; - is none
  help STATEMENT                      for builds with pages of help
  later STATEMENT                     after the picture, for the next file that the window plays
  NAME [ARGUMENT]                     the statements that Scenes.txt lists after "define NAME", with the
                                      argument in place of $1

An object begins with one of PLACES; others are in the main window, and those of /NAME anywhere. A text has
\\n for a new line. @DEVICE@, @PLUGIN@ and @PICTURE@ are replaced."""
import os
import sys
from xml.sax.saxutils import quoteattr

ENTER = '16777220'
MAIN = 'pqClientMainWindow'
INNER = '/scrollArea/qt_scrollarea_viewport/scrollAreaWidgetContents'
PANEL = MAIN + '/propertiesDock/propertiesPanel'
EDITOR = MAIN + '/colorMapEditorDock/colorMapEditorPanel'
COLORS = EDITOR + INNER + '/PropertiesFrame/Properties/ColorOpacityEditor'
DISPLAY = PANEL + INNER + '/DisplayFrame/ProxyPanel'
VIEWS = (MAIN + '/centralwidget/MultiViewWidget/CoreWidget/qt_tabwidget_stackedwidget/MultiViewWidget1'
         '/Container')
IN_FRAME = 'CentralWidgetFrame/Viewport/1QVTKOpenGLNativeWidget0'
PLACES = {
    'array': MAIN + '/variableToolbar/displayColor/Variables',  # that colors the display
    'center': MAIN + '/axesToolbar/actionShowCenterAxes',
    'colors': COLORS,  # the editor in the panel "Color Map Editor"
    'contents': PANEL + INNER,  # what holds "source", "header" and "display"
    'display': DISPLAY,  # the properties of the representation
    'editor': EDITOR,
    'empty-view': (f'{VIEWS}/Frame.2/CentralWidgetFrame/EmptyView/scrollArea/qt_scrollarea_viewport/widgetFoo'
                   '/ConvertActionsFrame'),
    'header': PANEL + INNER + '/DisplayButtons',  # the line above the properties of the representation
    'legend': MAIN + '/variableToolbar/actionScalarBarVisibility',
    'main': MAIN,
    'mesh-table': DISPLAY + '/RayCastIsosurfaces/Table',
    'messages': MAIN + '/outputWidgetDock',
    'orientation': MAIN + '/axesToolbar/actionShowOrientationAxes',
    'page': MAIN + '/pqHelpWindow/1QTextBrowser0',
    'panel': PANEL,
    'redo': MAIN + '/MainControlsToolbar/actionRedo',
    'search': PANEL + '/SearchBox/SearchLineEdit',
    'source': PANEL + INNER + '/PropertiesFrame/ProxyPanel',
    'table': DISPLAY + '/Isosurfaces/Table',
    'undo': MAIN + '/MainControlsToolbar/actionUndo',
    'view': f'{VIEWS}/Frame.0/{IN_FRAME}',  # the first one
    'view1': f'{VIEWS}/Frame.1/{IN_FRAME}',  # where there are two
    'view2': f'{VIEWS}/Frame.2/{IN_FRAME}',
    'views': VIEWS}
CHECKS = {'shown': ('visible', 'true'), 'hidden': ('visible', 'false'),
          'on': ('enabled', 'true'), 'off': ('enabled', 'false')}


class Player:
    def __init__(self, file, paraview, with_help, *words):
        self.version = number(paraview)
        self.with_help = with_help
        self.words = dict(zip(('@DEVICE@', '@PLUGIN@', '@PICTURE@'), words))
        self.later = []
        self.scenes = scenes(os.path.join(os.path.dirname(file), 'Scenes.txt'))

    def object(self, name):
        """The full name of an object."""
        if name.startswith('/'):
            return name[1:]
        first, slash, rest = name.partition('/')
        return PLACES.get(first, MAIN + '/' + first) + slash + rest

    def event(self, name, command, arguments=''):
        return self.element('pqevent', name, 'command', command, arguments)

    def check(self, name, what, value=''):
        return self.element('pqcheck', name, 'property', what, value)

    def element(self, tag, name, kind, what, arguments):
        for word, text in dict(self.words, **{'\\n': '\n'}).items():
            arguments = arguments.replace(word, text)
        value = quoteattr(arguments, {'\n': '&#10;', '"': '&quot;'})
        return [f'<{tag} object={quoteattr(self.object(name))} {kind}="{what}" arguments={value} />']

    def drag(self, name, points):
        """Press, move and release the left button in a view, or the middle one on a slider."""
        keys = points.pop()[1:] if points[-1].startswith('+') else '0'
        if ',' in points[0]:
            held, free = [[f'({point},1,{buttons},{keys})' for point in points] for buttons in '10']
        else:
            held, free = [[f'4,{buttons},0,{point},8' for point in points] for buttons in '40']
        return (self.event(name, 'mousePress', held[0])
                + [line for point in held[1:] for line in self.event(name, 'mouseMove', point)]
                + self.event(name, 'mouseRelease', free[-1]))

    def play(self, statement):
        """The elements of a statement."""
        verb, _, rest = statement.partition(' ')
        words = rest.split(' ')
        name, last = words[0], rest.partition(' ')[2]
        if verb in self.scenes:
            return [line for one in self.scenes[verb] for line in self.play(one.replace('$1', rest))]
        if verb == 'version':
            is_now = all(bound == '-' or (self.version < number(bound)) == is_end
                         for bound, is_end in zip(words, (False, True)))
            return self.play(' '.join(words[2:])) if is_now else []
        if verb == 'help':
            return self.play(rest) if self.with_help else []
        if verb == 'later':
            self.later.append(rest)
            return []
        if verb == 'check':
            return self.check(name, *last.split(' ', 1))
        if verb in CHECKS:
            return [line for control in words[1:] for line in self.check(f'{name}/{control}', *CHECKS[verb])]
        if verb == 'click':
            return self.event(name, 'activate')
        if verb == 'set':
            return self.event(name, 'set_string', last)
        if verb == 'type':
            return self.event(name, 'set_string', last) + self.event(name, 'key', ENTER)
        if verb == 'switch':
            return self.event(name, 'set_boolean', last)
        if verb == 'drag':
            return self.drag(name, words[1:])
        if verb == 'press':
            return int(words[1]) * self.event(name, 'keyEvent', last.partition(' ')[2])
        if verb == 'wait':
            return self.event('main', 'process_events', rest)
        return self.event(verb, *rest.split(' ', 1))


def number(version):
    first, second = version.split('.')[:2]
    return 1000 * int(first) + int(second)


def statements(file):
    """The statements of a file."""
    found = []
    with open(file) as lines:
        for line in lines:
            line = line.rstrip('\n')
            if line.startswith(' '):
                found[-1] += ' ' + line.strip()
            elif line and not line.startswith('#'):
                found.append(line)
    return found


def scenes(file):
    found = {}
    for statement in statements(file):
        if statement.startswith('define '):
            found[statement.partition(' ')[2]] = listed = []
        else:
            listed.append(statement)
    return found


def main():
    file, paraview, with_help, *words = sys.argv[1:]
    player = Player(file, paraview, with_help == '1', *words)
    played = [line for statement in statements(file) + ['picture'] for line in player.play(statement)]
    played += [line for statement in player.later for line in player.play(statement)]
    print('<?xml version="1.0" ?>', '<pqevents>', *played, '</pqevents>', sep='\n')


if __name__ == '__main__':
    main()
