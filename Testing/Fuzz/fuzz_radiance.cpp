// SPDX-License-Identifier: BSD-3-Clause
// Files of type .hdr: any bytes are a picture of light, or are refused.
#include "Core/Errors.h"
#include "RadianceReader.h"

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>

namespace
{

void require(bool holds)
{
  if (!holds)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  std::istringstream stream(std::string(reinterpret_cast<const char*>(data), size));
  inkray::Environment picture;
  try
  {
    RadianceReader reader(stream, size);
    const std::size_t values = std::size_t(3) * reader.GetWidth() * reader.GetHeight();
    require(values <= 3 * 127 * size); // no input makes the reader ask for more memory than that
    reader.ReadPixels(picture);
    require(picture.kind == inkray::Environment::Kind::Image && picture.rgb.size() == values);
    for (const float value : picture.rgb)
      require(std::isfinite(value) && value >= 0 && value <= RadianceReader::MaximumRadiance);
  }
  catch (const inkray::InvalidInput& refusal)
  {
    require(picture.rgb.empty());
    const std::string text = refusal.what();
    require(!text.empty() && text.size() < 300 && text.back() == '.');
    for (const char letter : text)
      require(letter >= ' ' && letter <= '~');
  }
  return 0;
}
