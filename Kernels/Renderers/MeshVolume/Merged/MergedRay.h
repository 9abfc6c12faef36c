// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Merged/MixMedia.h"
#include "Shading/SegmentIntegration.h"

namespace inkray
{

/// A ray through several meshes: what it has gathered, and the surfaces that it has met.
///
/// Where one mesh is alone, its segments are integrated in closed form, as those of a picture of its own
/// (SegmentIntegration.h). Where several are, the ray goes from one end of a stretch of any of them to the
/// next, and from knot to knot of all functions within, and mixes what is there (MixedMedia.h). Surfaces are
/// shaded when there are as many as are kept, and in the end, so that neighbouring rays do so together.
class MergedRay
{
public:
  /// Queues of the meshes, then those of the layers.
  INKRAY_HD MergedRay(const ImagePlane& plane, const MergedMesh* meshes, int numMeshes,
    const SurfaceLayers* layers, int numLayers, StretchQueue* queues, float earlyTermination)
    : plane_(plane)
    , meshes_(meshes)
    , layers_(layers)
    , queues_(queues)
    , numMeshes_(numMeshes)
    , count_(numMeshes + numLayers)
    , earlyTermination_(earlyTermination)
  {
    run_.clear();
  }

  /// Through what the queues hold. True: one of them is short, and the ray goes on when that has been filled.
  INKRAY_HD bool pass(int x, int y)
  {
    for (;;)
    {
      // Where something begins that has not been passed, and where the next of other meshes begins. That may
      // lie in front of what has been passed, where cells of a mesh overlap or come in an order that rounding
      // has changed: nothing is mixed with it then.
      float first = INFINITY, second = INFINITY;
      int nearest = 0;
      for (int k = 0; k < count_; ++k)
      {
        const float begin = queues_[k].begin;
        second = minimum(second, maximum(begin, first));
        nearest = begin < first ? k : nearest;
        first = minimum(first, begin);
      }
      if (first == INFINITY)
        return false;
      const bool isShort =
        first < second ? this->passAlone(nearest, second, x, y) : this->passShared(first, x, y);
      if (isOver_ || run_.transmittance < earlyTermination_)
        return false;
      if (isShort)
        return true;
    }
  }

  INKRAY_HD Float4 finish(int x, int y)
  {
    this->endRun();
    this->shade(x, y);
    return { run_.red + met_.x, run_.green + met_.y, run_.blue + met_.z, 1.0f - run_.transmittance };
  }
  INKRAY_HD float opaqueDepth() const { return opaqueDepth_; }

private:
  /// Take from one mesh, as far as it is alone: up to a depth. True: its queue is short.
  INKRAY_HD bool passAlone(int k, float until, int x, int y)
  {
    StretchQueue& queue = queues_[k];
    do
    {
      const Stretch& stretch = queue.front();
      const bool isWhole = stretch.to <= until;
      const float end = isWhole ? stretch.to : until;
      const float value = isWhole ? stretch.end : stretch.valueAt(until);
      if (queue.begin < end)
        this->gather(k, stretch, end, value);
      if (!isWhole)
      {
        queue.begin = until;
        queue.value = value;
        return false;
      }
      if (stretch.met() != Stretch::nothing)
        this->meet(k, stretch, x, y);
      queue.pop();
    } while (queue.begin < until && !isOver_ && !(run_.transmittance < earlyTermination_));
    return queue.isShort();
  }

  /// Take what several meshes share from a depth on, as long as the same ones share it. True: a queue is
  /// short.
  INKRAY_HD bool passShared(float begin, int x, int y)
  {
    int shared[maxMergedMeshes];
    int numShared = 0;
    float end = INFINITY;
    for (int k = 0; k < count_; ++k)
    {
      const StretchQueue& queue = queues_[k];
      const bool isThere = queue.begin <= begin;
      end = minimum(end, isThere ? queue.front().to : queue.begin);
      if (isThere)
        shared[numShared++] = k;
    }
    if (begin < end)
      this->mix(shared, numShared, end);
    bool isShort = false;
    int numMet = 0;
    int met[maxMergedMeshes];
    for (int n = 0; n < numShared; ++n)
    {
      const StretchQueue& queue = queues_[shared[n]];
      if (!(queue.front().to > end) && queue.front().met() != Stretch::nothing)
        met[numMet++] = shared[n];
    }
    if (numMet == 1)
      this->meet(met[0], queues_[met[0]].front(), x, y);
    else if (numMet > 1)
      this->meetAtOnce(met, numMet, x, y);
    for (int n = 0; n < numShared; ++n)
    {
      StretchQueue& queue = queues_[shared[n]];
      if (queue.front().to > end)
        continue;
      queue.pop();
      isShort = isShort || queue.isShort();
    }
    return isShort;
  }

  /// Gather a stretch of a mesh alone, up to a depth and the value there.
  INKRAY_HD void gather(int k, const Stretch& stretch, float end, float value)
  {
    const MergedMesh& mesh = meshes_[k];
    const StretchQueue& queue = queues_[k];
    if (mesh.medium.isEmpty)
      return;
    if (!mesh.isPlain)
    {
      this->endRun();
      return this->mixAll(&k, 1, end);
    }
    const float length = (end - queue.begin) * queue.length;
    if (mesh.medium.cellColours)
    {
      this->endRun();
      return run_.addConstant(load(mesh.medium.cellColours + stretch.cell), length);
    }
    if (!(runMesh_ == k && runEnd_ == queue.begin && runValue_ == queue.value))
    {
      this->endRun();
      run_.standAt(queue.value);
      runMesh_ = k;
    }
    run_.add(mesh.medium.colours, value, length);
    runEnd_ = end;
    runValue_ = value;
  }
  INKRAY_HD void endRun()
  {
    if (runMesh_ >= 0)
      run_.end(meshes_[runMesh_].medium.colours);
    runMesh_ = -1;
  }

  /// A part of the ray that some meshes share, up to a depth, from knot to knot of their functions.
  INKRAY_HD void mix(const int* shared, int numShared, float end)
  {
    this->endRun();
    bool arePlain = true;
    for (int n = 0; n < numShared; ++n)
      arePlain = arePlain && meshes_[shared[n]].isPlain;
    if (!arePlain)
      return this->mixAll(shared, numShared, end);
    if (numShared == 2 && this->mixTwo(shared, end))
      return;
    KnotWalk knots[maxMergedMeshes];
    float lengths[maxMergedMeshes], toKnot[maxMergedMeshes];
    for (int n = 0; n < numShared; ++n)
    {
      StretchQueue& queue = queues_[shared[n]];
      const MergedMesh& mesh = meshes_[shared[n]];
      const float value = queue.front().valueAt(end);
      lengths[n] = mesh.medium.isEmpty ? 0.0f : (end - queue.begin) * queue.length;
      knots[n].place = queue.place;
      knots[n].begin(
        !mesh.medium.cellColours && !mesh.medium.isEmpty, mesh.medium.colours, queue.value, value);
      queue.begin = end;
      queue.value = value;
    }
    for (bool isLast = false; !isLast;)
    {
      float share = 2.0f;
      for (int n = 0; n < numShared; ++n)
      {
        toKnot[n] = knots[n].shareToKnot(meshes_[shared[n]].medium.colours);
        share = minimum(share, toKnot[n]);
      }
      isLast = !(share <= 1.0f);
      share = isLast ? 1.0f : share;
      MediumEnds media[maxMergedMeshes];
      for (int n = 0; n < numShared; ++n)
      {
        const MergedMesh& mesh = meshes_[shared[n]];
        const float length = share * lengths[n];
        lengths[n] -= length;
        if (!knots[n].isIn)
        {
          Float4 colour = { 0.0f, 0.0f, 0.0f, 0.0f };
          if (mesh.medium.cellColours && !mesh.medium.isEmpty)
            colour = load(mesh.medium.cellColours + queues_[shared[n]].front().cell);
          colour.w *= length;
          media[n] = { colour, colour };
          continue;
        }
        const bool atKnot = toKnot[n] <= share;
        const PieceOnPart part = knots[n].part(mesh.medium.colours, share, atKnot);
        const Float3 a = part.colour(0.0f), b = part.colour(1.0f);
        media[n] = { { a.x, a.y, a.z, maximum(0.0f, part.attenuation(0.0f)) * length },
          { b.x, b.y, b.z, maximum(0.0f, part.attenuation(1.0f)) * length } };
        knots[n].advance(mesh.medium.colours, part, atKnot);
      }
      MixedRay ray = { run_.red, run_.green, run_.blue, run_.transmittance };
      ray.add(media, numShared);
      this->take(ray);
    }
    for (int n = 0; n < numShared; ++n)
      queues_[shared[n]].place = knots[n].place;
  }

  /// The same of media that need not be plain.
  INKRAY_HD void mixAll(const int* shared, int numShared, float end)
  {
    this->take(mixMedia(
      meshes_, queues_, shared, numShared, end, { run_.red, run_.green, run_.blue, run_.transmittance }));
  }

  /// The same of two meshes, where neither function has a knot on the part; false: one has.
  INKRAY_HD bool mixTwo(const int* shared, float end)
  {
    float values[2];
    MixedSums sums;
    sums.clear();
    INKRAY_UNROLL
    for (int n = 0; n < 2; ++n)
    {
      const StretchQueue& queue = queues_[shared[n]];
      const MergedMesh& mesh = meshes_[shared[n]];
      const Stretch& stretch = queue.front();
      const float length = (end - queue.begin) * queue.length;
      values[n] = stretch.valueAt(end);
      if (mesh.medium.cellColours)
      {
        Float4 colour = load(mesh.medium.cellColours + stretch.cell);
        colour.w *= length;
        sums.add({ colour, colour });
        continue;
      }
      const PiecePlace& place = queue.place;
      if (!(place.holds(queue.value) && place.holds(values[n])))
        return false;
      const PieceOnPart part = { mesh.medium.colours.pieces + place.piece, queue.value - place.middle,
        values[n] - queue.value };
      const Float3 a = part.colour(0.0f), b = part.colour(1.0f);
      sums.add({ { a.x, a.y, a.z, maximum(0.0f, part.attenuation(0.0f)) * length },
        { b.x, b.y, b.z, maximum(0.0f, part.attenuation(1.0f)) * length } });
    }
    this->absorb(sums);
    INKRAY_UNROLL
    for (int n = 0; n < 2; ++n)
    {
      queues_[shared[n]].begin = end;
      queues_[shared[n]].value = values[n];
    }
    return true;
  }
  INKRAY_HD void absorb(const MixedSums& sums)
  {
    MixedRay ray = { run_.red, run_.green, run_.blue, run_.transmittance };
    ray.absorb(sums);
    this->take(ray);
  }
  INKRAY_HD void take(const MixedRay& ray)
  {
    run_.red = ray.red;
    run_.green = ray.green;
    run_.blue = ray.blue;
    run_.transmittance = ray.transmittance;
  }

  /// A surface that one mesh has where the ray stands.
  INKRAY_HD void meet(int k, const Stretch& stretch, int x, int y)
  {
    if (!(stretch.opacity > 0.0f))
      return;
    if (numHits_ == mostHits)
      this->shade(x, y);
    MergedHit& kept = hits_[numHits_++];
    kept.hit = hitOf(k, stretch);
    kept.hit.weight = this->stop(k, stretch);
    kept.mesh = k;
  }

  /// The light that a surface takes.
  INKRAY_HD float stop(int k, const Stretch& stretch)
  {
    const bool isOpaque = stretch.opacity >= 1.0f;
    const float weight = isOpaque ? run_.transmittance : run_.transmittance * stretch.opacity;
    if (runMesh_ >= 0)
      run_.stop(meshes_[runMesh_].medium.colours, weight);
    else
      run_.transmittance -= weight;
    if (isOpaque)
    {
      isOver_ = true;
      opaqueDepth_ = k < numMeshes_
        ? meshes_[k].surfaces->window.ofDepth(stretch.to / meshes_[k].rays.camera.worldPerDepth)
        : layers_[k - numMeshes_].window.ofDepth(stretch.to - layers_[k - numMeshes_].offset);
    }
    return weight;
  }

  /// Surfaces of several meshes in one place: those that hide least come first, of equal ones the darker, so
  /// that the order of the meshes does not matter.
  INKRAY_HD void meetAtOnce(const int* met, int numMet, int x, int y)
  {
    Float4 colours[maxMergedMeshes];
    int order[maxMergedMeshes];
    for (int n = 0; n < numMet; ++n)
    {
      const Stretch& stretch = queues_[met[n]].front();
      MergedHit whole = { hitOf(met[n], stretch), met[n] };
      whole.hit.weight = 1.0f;
      const Float3 c = this->colourOf(whole, x, y);
      const Float4 colour = { c.x, c.y, c.z, stretch.opacity };
      int to = n;
      for (; to > 0 && comesBefore(colour, colours[to - 1]); --to)
      {
        colours[to] = colours[to - 1];
        order[to] = order[to - 1];
      }
      colours[to] = colour;
      order[to] = met[n];
    }
    this->shade(x, y);
    for (int n = 0; n < numMet && !isOver_; ++n)
      if (colours[n].w > 0.0f)
      {
        const float weight = this->stop(order[n], queues_[order[n]].front());
        met_ = { multiplyAdd(weight, colours[n].x, met_.x), multiplyAdd(weight, colours[n].y, met_.y),
          multiplyAdd(weight, colours[n].z, met_.z) };
      }
  }
  INKRAY_HD static bool comesBefore(const Float4& a, const Float4& b)
  {
    return a.w != b.w ? a.w < b.w : a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
  }

  struct MergedHit
  {
    SurfaceHit hit;
    int mesh;
  };
  INKRAY_HD SurfaceHit hitOf(int k, const Stretch& stretch) const
  {
    return { 0.0f, stretch.cell, stretch.met(),
      k >= numMeshes_ || stretch.met() == SurfaceHit::slice
        ? stretch.end
        : stretch.to / meshes_[k].rays.camera.worldPerDepth };
  }
  INKRAY_HD Float3 colourOf(const MergedHit& hit, int x, int y) const
  {
    if (hit.mesh >= numMeshes_)
    {
      const std::int64_t numPixels = std::int64_t(plane_.width) * plane_.height;
      const Float4 c = load(layers_[hit.mesh - numMeshes_].colours + hit.hit.cell * numPixels +
        (std::int64_t(y) * plane_.width + x));
      const float weight = hit.hit.weight / c.w;
      return { weight * c.x, weight * c.y, weight * c.z };
    }
    const MergedMesh& mesh = meshes_[hit.mesh];
    const float u = pixelU(mesh.rays.camera, x), v = pixelV(mesh.rays.camera, y);
    return mesh.surfaces->colourByArray() ? shadeHits<true>(mesh.surfaces, &hit.hit, 1, u, v)
                                          : shadeHits<false>(mesh.surfaces, &hit.hit, 1, u, v);
  }
  /// The surfaces that are kept.
  INKRAY_HD void shade(int x, int y)
  {
    for (int n = 0; n < numHits_; ++n)
    {
      const Float3 colour = this->colourOf(hits_[n], x, y);
      met_ = { met_.x + colour.x, met_.y + colour.y, met_.z + colour.z };
    }
    numHits_ = 0;
  }

  const ImagePlane& plane_;
  const MergedMesh* meshes_;
  const SurfaceLayers* layers_;
  StretchQueue* queues_;
  int numMeshes_, count_; ///< count: with layers
  float earlyTermination_;
  RayIntegral run_;
  int runMesh_ = -1; ///< whose run of segments goes on; -1: none
  float runEnd_ = 0.0f, runValue_ = 0.0f;
  bool isOver_ = false; ///< at an opaque surface
  float opaqueDepth_ = 1.0f;
  Float3 met_ = { 0.0f, 0.0f, 0.0f }; ///< colour of surfaces that have been shaded
  static constexpr int mostHits = 16;
  MergedHit hits_[mostHits];
  int numHits_ = 0;
};

} // namespace inkray
