// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathKernels.h"
#include "Renderers/PathTracer/TracePaths.h"

namespace inkray
{

template <class Backend>
std::int64_t keepLivePaths(Backend& backend, std::int64_t live, PathWorkspace<Backend>& w)
{
  std::uint32_t *const flags = w.flags.data(), *const places = w.places.data();
  backend.zero(flags + live, sizeof *flags);
  backend.exclusiveScan(flags, places, live + 1);
  backend.forEach(live, MoveAlive{ flags, places, w.slots[0].data(), w.slots[1].data() });
  return backend.read(places + live);
}

template <class Backend>
void sortLivePaths(Backend& backend, std::int64_t live, bool byOrigin, PathWorkspace<Backend>& w)
{
  backend.forEach(live, OrderRays{ w.states.data(), w.slots[1].data(), w.keys.data(), byOrigin });
  backend.sortPairs(w.keys, w.slots[1], live, rayOrderBits, w.sort);
}

/// Instantiates both functions for a backend. Each backend does this in one source.
#define INKRAY_LIVE_PATHS(Backend)                                                                           \
  template std::int64_t keepLivePaths(Backend&, std::int64_t, PathWorkspace<Backend>&);                      \
  template void sortLivePaths(Backend&, std::int64_t, bool, PathWorkspace<Backend>&)

} // namespace inkray
