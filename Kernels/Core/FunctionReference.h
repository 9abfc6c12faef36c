// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>
#include <utility>

namespace inkray
{

template <class Signature>
class FunctionReference;

/// A reference to a callable that somebody else owns: one pointer to it and one to its code. A loop that
/// takes one is compiled once for all callables.
template <class Result, class... Arguments>
class FunctionReference<Result(Arguments...)>
{
public:
  template <class Function,
    class = std::enable_if_t<!std::is_same_v<std::decay_t<Function>, FunctionReference>>>
  FunctionReference(const Function& function) // NOLINT(google-explicit-constructor): as a function is passed
    : object_(&function)
    , call_([](const void* object, Arguments... arguments) -> Result {
      return (*static_cast<const Function*>(object))(std::forward<Arguments>(arguments)...);
    })
  {
  }

  Result operator()(Arguments... arguments) const
  {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

private:
  const void* object_;
  Result (*call_)(const void*, Arguments...);
};

} // namespace inkray
