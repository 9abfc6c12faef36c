// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "Picture/RayPicture.h"

#include <memory>
#include <vector>

namespace inkray::testing
{

/// A mesh in a picture of several.
struct Member
{
  LookedCaster* caster;
  Camera camera;
  FrameOptions options;
};

/// A picture of several meshes and other sources. The options of the first mesh give the observer, the depths
/// at which rays end, and whether steps are counted.
class Together
{
public:
  explicit Together(DeviceKind device)
    : Picture(RayPicture::create({ device, 0 }))
  {
  }

  void draw(const std::vector<Member>& members, const RayPicture::Sources& others = {},
    PairWalks walks = PairWalks::Auto, bool onDevice = false)
  {
    this->prepare(members, others);
    PictureOptions whole = wholeOf(members);
    whole.pairWalks = walks;
    this->Picture->draw(this->Sources, whole, onDevice);
  }
  void drawFilms(const std::vector<Member>& members, const PictureOptions& whole, bool onDevice = false)
  {
    this->prepare(members, {});
    this->Picture->drawFilms(this->Sources, whole, onDevice);
  }
  bool canDrawFilms(const std::vector<Member>& members)
  {
    this->prepare(members, {});
    return RayPicture::canDrawFilms(this->Sources);
  }

  const float* image() const { return this->Picture->view().image; }
  const float* depth() const { return this->Picture->view().depth; }
  RayPicture& picture() { return *this->Picture; }

private:
  static PictureOptions wholeOf(const std::vector<Member>& members)
  {
    PictureOptions whole;
    if (!members.empty())
    {
      const FrameOptions& first = members.front().options;
      static_cast<WorkObserver&>(whole) = first;
      whole.opaqueDepth = first.opaqueDepth;
      whole.countSteps = first.methods.countSteps;
    }
    return whole;
  }
  void prepare(const std::vector<Member>& members, const RayPicture::Sources& others)
  {
    this->Held.clear();
    this->Sources = others;
    for (const Member& member : members)
    {
      this->Held.push_back(member.caster->source(member.camera, member.options));
      this->Sources.push_back(this->Held.back().get());
    }
  }

  std::unique_ptr<RayPicture> Picture;
  std::vector<std::unique_ptr<RaySource>> Held;
  RayPicture::Sources Sources;
};

/// Whether a frame of a mesh can be merged with others.
inline bool canMerge(LookedCaster& caster, const Camera& camera, const FrameOptions& options)
{
  return caster.source(camera, options)->canBeWalked();
}

} // namespace inkray::testing
