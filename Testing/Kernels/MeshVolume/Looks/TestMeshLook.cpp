// SPDX-License-Identifier: BSD-3-Clause
// A picture depends only on the current Look, whatever the caster was given before. An array is read only in
// the update that takes it.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Pieces/PiecesTest.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/CompositedScene.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const Camera view = perspectiveView(20, 20);

/// Arrays of a caller, whose contents a test can spoil and restore.
class CallerArrays
{
public:
  Field add(std::vector<double> values, Association association, int components = 1)
  {
    Field field = fieldOf(arrays_.emplace_back(Array{ values, values }).values, association);
    field.numTuples /= components;
    field.numComponents = components;
    return field;
  }
  void spoil()
  {
    for (Array& array : arrays_)
      std::fill(array.values.begin(), array.values.end(), nan);
  }
  void mend(const Field& field)
  {
    for (Array& array : arrays_)
      if (array.values.data() == field.values)
        array.values = array.kept;
  }

private:
  struct Array
  {
    std::vector<double> values, kept;
  };
  std::deque<Array> arrays_;
};

/// A Look with random changes.
class RandomLook
{
public:
  RandomLook(Randomness& random, const OracleScene& mesh)
    : random_(random)
    , points_(mesh.points.size() / 3)
    , tets_(mesh.tets.size() / 4)
  {
  }

  MeshLook look;
  CallerArrays arrays;

  void change()
  {
    const std::vector<std::function<void()>> all = {
      [&] { this->give(look.fields.values, [&] { return this->shown(); }); },
      [&] {
        this->give(look.fields.gradientValues, [&] { return this->field(random_.chance(0.9), false); });
      },
      [&] { this->give(look.fields.opacity, [&] {
              return HeldField{ this->field(), {} };
            }); },
      [&] { this->give(look.fields.surfaceValues, [&] { return this->field(); }); },
      [&] { this->give(look.fields.threshold, [&] { return this->threshold(); }); },
      [&] { this->give(look.style.function, [&] { return this->function(); }); },
      [&] { this->give(look.style.opacityFunction, [&] { return this->function(); }); },
      [&] {
        this->give(look.style.gradientOpacity, [&] {
          return GradientOpacity{ { { 0.0, 0.2f }, { random_.real(0.1, 3.0), 1.0f } } };
        });
      },
      [&] { this->give(look.style.function2D, [&] { return this->table(); }); },
      [&] { this->give(look.style.isosurfaces, [&] { return this->surfaces(); }); },
      [&] { this->give(look.style.surfaceColors, [&] { return this->colors(); }); },
      [&] {
        this->give(look.style.threshold, [&] {
          return ThresholdBounds{ this->isBad() ? nan : random_.real(0.0, 0.5), random_.real(0.5, 1.0) };
        });
      },
      [&] { this->give(look.style.lights, [&] { return this->lights(); }); },
      [&] {
        this->give(look.style.material, [&] {
          return SurfaceMaterial{ 0.1f, static_cast<float>(random_.real(0, 1)), 0.2f, 10.0f, { 1, 1, 1 } };
        });
      },
    };
    for (int i = 1 + random_.integer(3); i > 0; --i)
      all[static_cast<std::size_t>(random_.integer(static_cast<int>(all.size())))]();
  }
  /// Sets everything that a first picture needs.
  void begin()
  {
    look.fields.values = ShownField{ { this->field(true, false), {} }, 0.0 };
    look.style.function = translucentFunction();
  }
  FrameOptions options()
  {
    FrameOptions options;
    options.shade = random_.chance(0.4);
    options.drawVolume = random_.chance(0.8);
    options.gradients = random_.chance(0.5) ? Gradients::Smooth : Gradients::PerCell;
    options.methods.segmentRule = SegmentRule::Exact;
    return options;
  }

private:
  bool isBad() { return random_.chance(0.1); }
  template <class T, class Make>
  void give(Revised<T>& item, const Make& make)
  {
    if (random_.chance(0.25))
      item.reset();
    else
      item = make();
    if (random_.chance(0.5))
      look.fields.resetWhatBelongsTo(&item);
  }
  Field field(bool ofPoints, bool mayBeBad)
  {
    const std::size_t count = (ofPoints ? points_ : tets_) - (mayBeBad && this->isBad() ? 1 : 0);
    return arrays.add(randomValues(random_, count), ofPoints ? Association::Points : Association::Cells);
  }
  Field field() { return this->field(random_.chance(0.6), true); }
  ShownField shown()
  {
    if (random_.chance(0.7))
      return { { this->field(), random_.chance(0.2) ? rangeBetween(-1.0, 2.0) : FiniteRange() }, 0.0 };
    const bool ofPoints = random_.chance(0.5);
    const int components = this->isBad() ? 2 : 3;
    return { { arrays.add(randomValues(random_, (ofPoints ? points_ : tets_) * components),
                 ofPoints ? Association::Points : Association::Cells, components),
               {} },
      1.0 };
  }
  ThresholdField threshold()
  {
    return random_.chance(0.5)
      ? ThresholdField{ this->field(), {} }
      : ThresholdField{ this->field(this->isBad(), false), this->field(false, true) };
  }
  TransferFunction function()
  {
    TransferFunction made = randomFunction(random_);
    if (this->isBad())
      made.knots.clear();
    return made;
  }
  TransferFunction2D table()
  {
    TransferFunction2D made;
    made.columns = made.rows = 2;
    made.entries.assign(this->isBad() ? 3 : 4, { 1, 0, 0, static_cast<float>(random_.real(0, 3)) });
    return made;
  }
  std::vector<Isosurface> surfaces()
  {
    std::vector<Isosurface> made(1 + static_cast<std::size_t>(random_.integer(2)));
    for (Isosurface& surface : made)
    {
      surface.value = this->isBad() ? nan : random_.real(0.2, 0.8);
      surface.opacity = random_.chance(0.5) ? 1.0f : 0.5f;
    }
    return made;
  }
  ColorTable colors()
  {
    ColorTable made;
    if (!this->isBad())
      made.rgb = { 0, 0, static_cast<float>(random_.real(0, 1)), 1, 0, 0 };
    return made;
  }
  std::vector<SurfaceLight> lights()
  {
    SurfaceLight light;
    light.direction[0] = 0.6f;
    light.direction[2] = -0.8f;
    light.diffuse[0] = static_cast<float>(random_.real(0, 1));
    return { light };
  }

  Randomness& random_;
  std::size_t points_, tets_;
};

/// The message of the exception that a call throws; empty if it throws none.
template <class Call>
std::string refusalOf(const Call& call)
{
  try
  {
    call();
  }
  catch (const InvalidInput& error)
  {
    return error.what();
  }
  return {};
}

std::vector<float> pictureOf(const TetRayCaster& caster)
{
  const std::size_t pixels = numPixels(view);
  std::vector<float> picture(caster.image(), caster.image() + 4 * pixels);
  if (caster.depth())
    picture.insert(picture.end(), caster.depth(), caster.depth() + pixels);
  return picture;
}

using Maker = std::function<std::unique_ptr<TetRayCaster>()>;

class MeshLooks : public PiecesTest
{
protected:
  /// Expects that a caster given many Looks in turn draws each like a new caster.
  void expectNoHistory(std::uint32_t seed, const OracleScene& mesh, const Maker& make)
  {
    Randomness random(seed);
    RandomLook changing(random, mesh);
    changing.begin();
    MeshLook& look = changing.look;
    const auto caster = make();
    caster->setMesh(meshInput(mesh));
    // Fields that are new must still hold their values when the caster takes them: see MeshFields.
    bool isNew = true;
    for (int step = 0; step < 25; ++step)
    {
      const std::string what = "seed " + std::to_string(seed) + ", step " + std::to_string(step);
      const auto fresh = make();
      fresh->setMesh(meshInput(mesh));
      const TakenFields none;
      MeshFields fields = look.fields;
      none.forEachNew(fields, [&](const Field& field) { changing.arrays.mend(field); });
      const std::string expected = refusalOf([&] { fresh->update(look); });
      if (!isNew)
      {
        changing.arrays.spoil();
        for (const Revised<Field>* const item : { &look.fields.gradientValues, &look.fields.gradients })
          changing.arrays.mend(item->get());
        taken_.forEachNew(fields, [&](const Field& field) { changing.arrays.mend(field); });
      }
      ASSERT_EQ(refusalOf([&] { caster->update(look); }), expected) << what;
      isNew = !expected.empty();
      this->refused_ += isNew;
      if (!isNew)
      {
        this->take(look.fields);
        EXPECT_EQ(caster->valueRange().low, fresh->valueRange().low) << what;
        EXPECT_EQ(caster->valueRange().high, fresh->valueRange().high) << what;
        EXPECT_EQ(caster->opacityRange().notFinite, fresh->opacityRange().notFinite) << what;
        const FrameOptions options = changing.options();
        const std::string frame = refusalOf([&] { fresh->render(view, options); });
        ASSERT_EQ(refusalOf([&] { caster->render(view, options); }), frame) << what;
        if (frame.empty())
        {
          ASSERT_TRUE(pictureOf(*caster) == pictureOf(*fresh)) << what;
          ++this->drawn_;
        }
      }
      if (random.chance(0.1))
      {
        caster->setMesh(meshInput(mesh));
        isNew = true;
      }
      changing.change();
    }
  }
  void take(const MeshFields& fields)
  {
    const auto nothing = [] {};
    taken_.values.update(fields.values, nothing);
    taken_.gradientValues.update(fields.gradientValues, nothing);
    taken_.gradients.update(fields.gradients, nothing);
    taken_.opacity.update(fields.opacity, nothing);
    taken_.surfaceValues.update(fields.surfaceValues, nothing);
    taken_.threshold.update(fields.threshold, nothing);
  }

  TakenFields taken_;
  int drawn_ = 0, refused_ = 0;
};

TEST_P(MeshLooks, HaveNoHistory)
{
  const OracleScene mesh = convexMesh();
  const Maker makers[] = { [&] { return TetRayCaster::create(this->GetParam()); },
    [&] { return TetRayCaster::createInBlocks(this->GetParam(), MemoryBudget::noLimit, bytesOf(mesh, 4)); },
    [&] {
      return TetRayCaster::createOnDevices({ { this->GetParam(), 0 }, { this->GetParam(), 0 } });
    } };
  for (const std::uint32_t seed : seedsOf("MeshLooks", 5, 15))
    for (const Maker& make : makers)
    {
      taken_ = TakenFields();
      this->expectNoHistory(seed, mesh, make);
      if (HasFatalFailure())
        return;
    }
  if (runsAllSeeds())
  {
    EXPECT_GT(drawn_, 30);
    EXPECT_GT(refused_, 10);
  }
}

// After invalid input and after memory ran out, the same Look is tried again, and another Look is drawn.
TEST_P(MeshLooks, AreTriedAgain)
{
  const OracleScene mesh = convexMesh();
  Randomness random(1);
  RandomLook changing(random, mesh);
  changing.begin();
  MeshLook look = changing.look;
  TetRayCaster& caster = this->caster();
  EXPECT_EQ(refusalOf([&] { caster.update(look); }), "values were given before a mesh");
  caster.setMesh(meshInput(mesh));
  EXPECT_EQ(refusalOf([&] { caster.render(view, {}); }), "a mesh and its values are needed before a frame");
  caster.update(look);
  caster.render(view, {});
  const std::vector<float> first = pictureOf(caster);

  MeshLook bad = look;
  bad.style.threshold = ThresholdBounds{ 1.0, 0.0 };
  bad.style.function = opaqueFunction();
  for (int i = 0; i < 2; ++i)
    EXPECT_THROW(caster.update(bad), InvalidInput);
  caster.update(look);
  caster.render(view, {});
  EXPECT_TRUE(pictureOf(caster) == first);

  MeshLook other;
  other.style = look.style;
  other.style.opacityFunction = opaqueFunction();
  for (std::int64_t allocation = 1; allocation < 100; allocation += 3)
  {
    other.fields.values = look.fields.values.get();
    other.fields.opacity = HeldField{ look.fields.values.get(), {} };
    MemoryBudget::failAllocation(allocation);
    try
    {
      caster.update(other);
    }
    catch (const OutOfMemory&)
    {
    }
    MemoryBudget::failAllocation(0);
    caster.update(other);
    caster.render(view, {});
    ASSERT_FALSE(pictureOf(caster) == first);
    caster.update(look);
    caster.render(view, {});
    ASSERT_TRUE(pictureOf(caster) == first);
  }
}

// A caller who sets one item has the caster's Look afterwards, whether the item was accepted or refused.
TEST_P(MeshLooks, ArePutBackWhereAnItemIsRefused)
{
  const OracleScene mesh = convexMesh();
  Randomness random(1);
  RandomLook changing(random, mesh);
  changing.begin();
  MeshLook& look = changing.look;
  this->caster().setMesh(meshInput(mesh));
  this->caster().update(look);
  const std::uint64_t revision = look.fields.values.revision();
  changing.arrays.spoil();
  ShownField bad = look.fields.values.get();
  --bad.numTuples;
  EXPECT_THROW(look.giveTo(this->caster(), look.fields.values, bad), InvalidInput);
  EXPECT_EQ(look.fields.values.revision(), revision);
  EXPECT_NO_THROW(look.giveTo(this->caster(), look.style.function, opaqueFunction()));
  this->caster().render(view, {});

  changing.arrays.mend(look.fields.values.get());
  MemoryBudget::failAllocation(1);
  EXPECT_THROW(
    look.giveTo(this->caster(), look.fields.opacity, HeldField{ look.fields.values.get(), {} }), OutOfMemory);
  MemoryBudget::failAllocation(0);
  EXPECT_FALSE(look.fields.opacity.isSet());
  this->caster().update(look);
  this->caster().render(view, {});
}

TEST(Revised, HasARevisionForEachValue)
{
  Revised<int> a;
  EXPECT_FALSE(a.isSet());
  EXPECT_EQ(a.get(), 0);
  a = 3;
  const std::uint64_t first = a.revision();
  Revised<int> b = a;
  EXPECT_EQ(b.revision(), first);
  a = 3;
  EXPECT_GT(a.revision(), first);
  b.view() = 4;
  EXPECT_EQ(b.get(), 4);
  EXPECT_EQ(b.revision(), first);
  b.reset();
  EXPECT_FALSE(b.isSet());
  EXPECT_EQ(b.get(), 0);

  TakenRevision taken;
  int calls = 0;
  const auto take = [&calls] { ++calls; };
  EXPECT_TRUE(taken.update(a, take));
  EXPECT_FALSE(taken.update(a, take));
  EXPECT_TRUE(taken.update(b, take)); // the value is absent
  EXPECT_FALSE(taken.update(b, take));
  EXPECT_EQ(calls, 2);
  taken.update(a, take);
  b = 5;
  EXPECT_THROW(taken.update(b, [] { throw InvalidInput("bad"); }), InvalidInput);
  EXPECT_FALSE(taken.update(a, take)) << "it is still there";
  EXPECT_THROW(taken.update(b, [] { throw OutOfMemory("full", 1, 0); }), OutOfMemory);
  EXPECT_TRUE(taken.update(a, take)) << "it is lost";
}

INKRAY_TEST_ON_DEVICES(MeshLooks);

} // namespace
