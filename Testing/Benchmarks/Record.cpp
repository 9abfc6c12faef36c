// SPDX-License-Identifier: BSD-3-Clause
#include "Record.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace inkray::bench
{
namespace
{

std::ofstream& file()
{
  static std::ofstream stream;
  return stream;
}

std::string quoted(const std::string& text)
{
  std::string result = "\"";
  for (const char c : text)
  {
    if (c == '"' || c == '\\')
      result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::string number(double value, const char* format)
{
  char digits[40];
  std::snprintf(digits, sizeof digits, format, value);
  return digits;
}

} // namespace

void recordInto(const std::string& path)
{
  file().open(path, std::ios::app);
  if (!file())
    throw std::runtime_error("Cannot write " + path + ".");
}

void recordDevice(const std::string& name)
{
  if (file().is_open())
    file() << "{\"device\": " << quoted(name) << "}" << std::endl;
}

void record(const std::string& what, double value, const std::string& unit, const Of& of)
{
  if (!file().is_open() || !std::isfinite(value))
    return;
  file() << "{\"what\": " << quoted(what) << ", \"value\": " << number(value, "%.9g")
         << ", \"unit\": " << quoted(unit) << ", \"of\": {";
  const char* separator = "";
  for (const auto& [name, is] : of)
  {
    file() << separator << quoted(name) << ": " << quoted(is);
    separator = ", ";
  }
  file() << "}}" << std::endl;
}

std::string text(double value)
{
  return number(value, "%g");
}

} // namespace inkray::bench
