// SPDX-License-Identifier: BSD-3-Clause
// HAVS asks its observer whether to stop, while it takes a mesh and while it draws. It is told to stop at
// each question in turn. It stops there and keeps nothing half done. The next frame is the one of an
// undisturbed renderer, in as much memory.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Havs/HavsTest.h"

#include <tbb/global_control.h>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Counts how often work asks whether to stop, and says yes once.
class Questions
{
public:
  /// Says yes to the `stopping`-th question; never with 0.
  explicit Questions(std::int64_t stopping)
    : Stopping(stopping)
  {
  }
  std::function<bool()> check()
  {
    return [this] { return ++this->Asked == this->Stopping; };
  }
  std::int64_t asked() const { return this->Asked; }

private:
  std::int64_t Stopping, Asked = 0;
};

class HavsAborts : public HavsTest
{
protected:
  void SetUp() override
  {
    HavsTest::SetUp();
    generator::MeshOptions mesh;
    mesh.cells = { 5, 4, 6 };
    mesh.seed = 3;
    this->Scene = fromGenerator(mesh);
    this->Scene.transferFunction = translucentFunction();
  }
  static std::size_t bytesOf(const Havs& havs) { return havs.memory().resident + havs.memory().frame; }
  /// Returns options for every way that a frame can take.
  std::vector<HavsOptions> frames() const
  {
    std::vector<HavsOptions> all(3);
    all[1].bufferSize = 2;
    all[1].levelOfDetail = 0.5f;
    all[2].earlyTermination = 0.01f;
    all[2].opaqueDepth = this->Opaque.data();
    return all;
  }
  /// Each round takes seconds under some tools. With such a tool, only one question in eleven is tested;
  /// which ones differs from run to run.
  static std::int64_t step() { return runsAllSeeds() ? 1 : 11; }
  static std::int64_t firstQuestion() { return 1 + freshSeed() % step(); }

  OracleScene Scene;
  const Camera View = perspectiveView(40, 40);
  const std::vector<float> Opaque = std::vector<float>(40 * 40, 0.9f);

private:
  /// With one thread the number of questions does not depend on the machine.
  const tbb::global_control Threads{ tbb::global_control::max_allowed_parallelism, 1 };
};

TEST_P(HavsAborts, AFrameStoppedAtAnyQuestionIsDrawnAnew)
{
  for (HavsOptions options : this->frames())
  {
    const std::string what = "a k-buffer of " + std::to_string(options.bufferSize);
    this->Renderer = Havs::create(this->GetParam()); // holds no memory of other frames
    this->give(this->Scene);
    Questions all(0);
    options.abortCheck = all.check();
    const std::vector<float> whole = this->picture(this->View, options);
    const HavsStatistics counted = this->havs().statistics();
    ASSERT_GE(all.asked(), this->GetParam() == DeviceKind::CPU ? 20 : 1) << what;
    ASSERT_GT(counted.coveredRays, 100) << what;
    const std::size_t held = bytesOf(this->havs());
    // Test a renderer that has drawn, and one whose first frame is stopped.
    for (const bool hasDrawn : { true, false })
      for (std::int64_t stopping = firstQuestion(); stopping <= all.asked(); stopping += step())
      {
        SCOPED_TRACE(what + ", question " + std::to_string(stopping) + " of " + std::to_string(all.asked()) +
          (hasDrawn ? ", had drawn" : ", first frame"));
        if (!hasDrawn)
        {
          this->Renderer = Havs::create(this->GetParam());
          this->give(this->Scene);
        }
        Questions questions(stopping);
        options.abortCheck = questions.check();
        ASSERT_THROW(this->picture(this->View, options), Aborted);
        EXPECT_EQ(questions.asked(), stopping) << "the work went on";
        EXPECT_EQ(this->havs().statistics().coveredRays, 0) << "half a frame is counted";
        EXPECT_LE(bytesOf(this->havs()), held) << "more is held";
        options.abortCheck = {};
        ASSERT_EQ(this->picture(this->View, options), whole);
        EXPECT_EQ(this->havs().statistics().fragments, counted.fragments);
        EXPECT_EQ(bytesOf(this->havs()), held);
      }
  }
}

TEST_P(HavsAborts, AMeshStoppedAtAnyQuestionIsTakenAnew)
{
  this->give(this->Scene);
  const std::vector<float> whole = this->picture(this->View);
  const std::size_t held = bytesOf(this->havs()), resident = this->havs().memory().resident;
  Questions all(0);
  WorkObserver observer;
  observer.abortCheck = all.check();
  this->havs().setMesh(meshInput(this->Scene), observer);
  ASSERT_GE(all.asked(), this->GetParam() == DeviceKind::CPU ? 20 : 1);
  for (const bool hasMesh : { true, false })
    for (std::int64_t stopping = firstQuestion(); stopping <= all.asked(); stopping += step())
    {
      SCOPED_TRACE("question " + std::to_string(stopping) + " of " + std::to_string(all.asked()) +
        (hasMesh ? ", had a mesh" : ", first mesh"));
      if (!hasMesh)
        this->Renderer = Havs::create(this->GetParam());
      Questions questions(stopping);
      observer.abortCheck = questions.check();
      ASSERT_THROW(this->havs().setMesh(meshInput(this->Scene), observer), Aborted);
      EXPECT_EQ(questions.asked(), stopping) << "the work went on";
      EXPECT_THROW(this->havs().setScalars(scalarInput(this->Scene)), InvalidInput) << "half a mesh is there";
      EXPECT_THROW(this->picture(this->View), InvalidInput) << "half a mesh is drawn";
      EXPECT_LT(this->havs().memory().resident, resident / 2) << "half a mesh is kept";
      this->give(this->Scene);
      ASSERT_EQ(this->picture(this->View), whole);
      EXPECT_EQ(bytesOf(this->havs()), held);
    }
}

INKRAY_TEST_ON_DEVICES(HavsAborts);

} // namespace
