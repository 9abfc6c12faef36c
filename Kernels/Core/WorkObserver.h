// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

namespace inkray
{

/// Who waits for long work. Either may be empty. Only the thread that asked for the work calls them, between
/// pieces of it that take well under a millisecond, so they have to be cheap where they have nothing to do.
struct WorkObserver
{
  /// Returning true abandons the work with Aborted.
  std::function<bool()> abortCheck;
  /// Called with the share of the work that is done, from 0 to 1; each is more than the one before.
  std::function<void(double)> progress;
};

/// The observer of what a backend does while this lives. It belongs to one call: however that ends, nothing
/// later asks it or heeds its answer.
template <class Backend>
class Observed
{
public:
  Observed(Backend& backend, const WorkObserver& observer)
    : backend_(backend)
  {
    backend_.observe(observer);
  }
  ~Observed() { backend_.observe({}); }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;

private:
  Backend& backend_;
};

} // namespace inkray
