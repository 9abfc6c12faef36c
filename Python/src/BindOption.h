// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "OptionFields.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace inkray::python
{

/// Add an attribute for a field to a class of options. The attribute of an enumeration is its number.
template <auto field, class Options>
void bindOption(nanobind::class_<Options>& options, const char* name)
{
  using Value = std::decay_t<decltype(std::declval<Options&>().*field)>;
  if constexpr (std::is_enum_v<Value>)
    options.def_prop_rw(
      name, [](const Options& o) { return static_cast<int>(o.*field); },
      [](Options& o, int number) { o.*field = static_cast<Value>(number); });
  else
    options.def_rw(name, field);
}

/// Add an attribute for a field of several numbers, which is a tuple in Python.
template <auto field, class T>
void bindArray(nanobind::class_<T>& to, const char* name)
{
  using Field = std::remove_reference_t<decltype(std::declval<T&>().*field)>;
  using Numbers = std::array<std::remove_extent_t<Field>, std::extent_v<Field>>;
  to.def_prop_rw(
    name,
    [](const T& t) {
      Numbers numbers;
      std::copy_n(t.*field, numbers.size(), numbers.begin());
      return nanobind::tuple(nanobind::cast(numbers));
    },
    [](T& t, const Numbers& numbers) { std::copy(numbers.begin(), numbers.end(), t.*field); });
}

} // namespace inkray::python

/// Bind a field of `Options` in the variable `options`. For the lists of OptionFields.h.
#define INKRAY_BIND_OPTION(field, Name, name_in_python) bindOption<&Options::field>(options, #name_in_python);
