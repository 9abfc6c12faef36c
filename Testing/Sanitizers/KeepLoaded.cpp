// SPDX-License-Identifier: BSD-3-Clause
// Libraries stay loaded until the process ends, so that LeakSanitizer can name what belongs to them: OpenGL
// unloads its drivers before.
extern "C" int dlclose(void*);
extern "C" int dlclose(void*)
{
  return 0;
}
