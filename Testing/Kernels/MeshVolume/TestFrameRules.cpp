// SPDX-License-Identifier: BSD-3-Clause
// The table of features that exclude each other, and the page that shows it to users.
#include "Renderers/Havs/HavsRules.h"
#include "Renderers/MeshVolume/Frames/FrameRules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace inkray;

/// The rules as rows of a table in Markdown: what, with what, and why not.
static std::string frameRuleTable()
{
  std::string table;
  for (const FrameRule& rule : frameRules())
    table += std::string("| ") + rule.what + " | " + rule.where + " | " + rule.why + " |\n";
  return table;
}

TEST(FrameRules, ThePageHasTheTable)
{
  std::ifstream file(INKRAY_LIMITS);
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find("| left out | where | because |\n|---|---|---|\n" + frameRuleTable() + "\n"),
    std::string::npos)
    << "Documentation/Limits.md needs this table:\n"
    << frameRuleTable();
}

TEST(FrameRules, ThePageNamesWhatHavsLeavesOut)
{
  // The page wraps its lines, so words are compared with one space between them.
  std::ifstream file(INKRAY_LIMITS);
  std::string page, word;
  while (file >> word)
    page += word + ' ';
  std::vector<HavsOmission> all;
  for (int i = 0; i <= int(HavsOmission::Threshold); ++i)
    all.push_back(HavsOmission(i));
  const std::string names = namesOf(all);
  EXPECT_NE(page.find("*HAVS* composites values of points or cells, and leaves out: " + names + ". "),
    std::string::npos)
    << names;
  EXPECT_EQ(namesOf({ HavsOmission::Threshold, HavsOmission::Light }), "the threshold, light");
  EXPECT_EQ(namesOf({}), "");
}

TEST(FrameRules, WhatIsCompositedHasAll)
{
  FrameContents all;
  all.isLit = all.hasGradientOpacity = all.hasTable = all.showsMissing = all.hasIsosurfaces = true;
  EXPECT_TRUE(brokenRules(all).empty());
  all.film = filmOf(BlendMode::Additive);
  for (const FrameFeature feature :
    { FrameFeature::Light, FrameFeature::GradientOpacity, FrameFeature::Table, FrameFeature::Missing })
    EXPECT_TRUE(isLeftOut(feature, all));
  EXPECT_FALSE(isLeftOut(FrameFeature::Isosurfaces, all));
  all.drawsVolume = false;
  EXPECT_TRUE(brokenRules(all).empty()) << "surfaces alone";
}

TEST(FrameRules, ColorsHaveNoOrderAndNoValue)
{
  FrameContents colors;
  colors.areColors = true;
  EXPECT_TRUE(brokenRules(colors).empty());
  colors.film = filmOf(BlendMode::Minimum);
  ASSERT_EQ(brokenRules(colors).size(), 1u);
  EXPECT_TRUE(brokenRules(colors)[0]->isError);
  EXPECT_NE(noteOf(*brokenRules(colors)[0]).find("Colors have no order"), std::string::npos);
  colors.film = filmOf(BlendMode::Average);
  EXPECT_TRUE(brokenRules(colors).empty());
  colors.film = filmOf(BlendMode::Composite);
  colors.hasTable = true;
  EXPECT_TRUE(isLeftOut(FrameFeature::Table, colors));
  colors.hasIsosurfaces = true;
  EXPECT_FALSE(isLeftOut(FrameFeature::Isosurfaces, colors));
  colors.isGrid = true;
  EXPECT_TRUE(isLeftOut(FrameFeature::Isosurfaces, colors));
}

TEST(FrameRules, GradientsAndSurfacesNeedValuesAtThePoints)
{
  FrameContents cells;
  cells.hasVertexValues = false;
  EXPECT_TRUE(brokenRules(cells).empty());
  cells.hasGradientOpacity = cells.hasIsosurfaces = true;
  EXPECT_TRUE(isLeftOut(FrameFeature::GradientOpacity, cells));
  EXPECT_TRUE(isLeftOut(FrameFeature::Isosurfaces, cells));

  FrameContents constant;
  constant.isGrid = constant.areCellsConstant = true;
  EXPECT_TRUE(brokenRules(constant).empty());
  constant.hasIsosurfaces = true;
  EXPECT_TRUE(isLeftOut(FrameFeature::Isosurfaces, constant));
}
