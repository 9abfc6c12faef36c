// SPDX-License-Identifier: BSD-3-Clause
// In a build without a CUDA compiler, requests for loops on CUDA throw an Error.
#include "Core/Errors.h"
#include "Laboratory/Paths/ComparedPathLoops.h"
#include "PathTracer/ComparedPathLoops.h"

#include <cstdint>
#include <memory>

namespace inkray
{

namespace
{
[[noreturn]] void refuse()
{
  throw Error("this build has no loops for CUDA");
}
} // namespace

std::unique_ptr<PathLoop> makeCudaPathLoop(ComparedPathLoop, int)
{
  refuse();
}
std::unique_ptr<PathLoop> makeCudaDearerPaths(bool, std::uint32_t, std::uint32_t)
{
  refuse();
}
double tiledOccupancy(ComparedPathLoop, int)
{
  refuse();
}

} // namespace inkray
