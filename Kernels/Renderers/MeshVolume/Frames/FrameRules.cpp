// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Frames/FrameRules.h"

#include <algorithm>

namespace inkray
{

namespace
{
bool isBlended(const FrameContents& c)
{
  return c.drawsVolume && !c.film.isComposite;
}

/// The modes that show a value by its order.
std::string orderedModes()
{
  std::string names;
  for (const FilmTraits& film : allFilms)
    if (film.isOrdered())
      names += std::string(names.empty() ? "" : " and ") + film.name;
  return names;
}
} // namespace

const std::vector<FrameRule>& frameRules()
{
  static const std::string ordered = orderedModes();
  static const std::vector<FrameRule> rules = {
    { FrameFeature::Light, false, "Light on the volume", "Blend modes other than Composite",
      "Extremes and sums are values, on which no light falls.",
      [](const FrameContents& c) { return isBlended(c) && c.isLit; } },
    { FrameFeature::GradientOpacity, false, "Gradient opacity", "Blend modes other than Composite",
      "They show values by the transfer function alone.",
      [](const FrameContents& c) { return isBlended(c) && c.hasGradientOpacity; } },
    { FrameFeature::Table, false, "The 2-D transfer function", "Blend modes other than Composite",
      "They show values by the transfer function alone.",
      [](const FrameContents& c) { return isBlended(c) && c.hasTable; } },
    { FrameFeature::Missing, false, "The color of NaN", "Blend modes other than Composite",
      "A cell without a value has no part in an extreme, a mean or a sum.",
      [](const FrameContents& c) { return isBlended(c) && c.showsMissing; } },
    { FrameFeature::Blend, true, ordered.c_str(), "Components that are colors",
      "Colors have no order; the first component is shown.",
      [](const FrameContents& c) { return c.drawsVolume && c.film.isOrdered() && c.areColors; } },
    { FrameFeature::Table, true, "The 2-D transfer function", "Components that are colors",
      "It finds a color by a value, but colors have no value.",
      [](const FrameContents& c) { return c.drawsVolume && !isBlended(c) && c.hasTable && c.areColors; } },
    { FrameFeature::GradientOpacity, true, "Gradient opacity and 2-D transfer functions",
      "Values of cells, or colors, alone",
      "Gradients need values at the points; in ParaView, cell values are averaged there.",
      [](const FrameContents& c) {
        return c.drawsVolume && !isBlended(c) && (c.hasGradientOpacity || c.hasTable) && !c.hasVertexValues;
      } },
    { FrameFeature::Isosurfaces, true, "Isosurfaces", "Values of cells, or colors, alone",
      "Isosurfaces need values at the points; in ParaView, cell values are averaged there.",
      [](const FrameContents& c) { return c.hasIsosurfaces && !c.hasVertexValues; } },
    { FrameFeature::Isosurfaces, true, "Isosurfaces", "Components of an image that are colors",
      "Rays go through an image by the values that give the opacity; isosurfaces need one component.",
      [](const FrameContents& c) { return c.hasIsosurfaces && c.isGrid && c.areColors; } },
    { FrameFeature::Isosurfaces, true, "Isosurfaces", "Constant cells of an image, and categories",
      "Values jump between such cells; isosurfaces need values at the points.",
      [](const FrameContents& c) { return c.hasIsosurfaces && c.areCellsConstant; } },
  };
  return rules;
}

std::vector<const FrameRule*> brokenRules(const FrameContents& contents)
{
  std::vector<const FrameRule*> broken;
  for (const FrameRule& rule : frameRules())
    if (rule.applies(contents))
      broken.push_back(&rule);
  return broken;
}

std::string noteOf(const FrameRule& rule)
{
  return std::string(rule.what) + " cannot be drawn. " + rule.where + ": " + rule.why;
}

bool isLeftOut(FrameFeature feature, const FrameContents& contents)
{
  const std::vector<FrameRule>& rules = frameRules();
  return std::any_of(rules.begin(), rules.end(),
    [&](const FrameRule& rule) { return rule.left == feature && rule.applies(contents); });
}

} // namespace inkray
