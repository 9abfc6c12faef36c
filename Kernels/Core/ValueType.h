// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// Element types of the caller's arrays.
enum class ValueType
{
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float32,
  Float64
};

} // namespace inkray
