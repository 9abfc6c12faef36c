// SPDX-License-Identifier: BSD-3-Clause
#include "MeshFrames.h"

#include <cstdio>

namespace inkray::bench
{

MeshFrames::MeshFrames()
{
  this->mesh.tets = 41000000;
  this->frame.earlyTermination = 0.001f;
}

void MeshFrames::addOptions(CLI::App& app)
{
  addDevice(app, this->device);
  addMeshOptions(app, this->mesh);
  app.add_option("--tf", this->function, "The transfer function")->check(isTransferFunction());
  app.add_option("--early", this->frame.earlyTermination, "Early-termination threshold");
  generator::addCount(app, "--size", this->size, "Image N x N", 1);
  generator::addCount(app, "--views", this->views, "Views around the mesh", 1);
  generator::addCount(app, "--repeats", this->repeats, "Times that all views are drawn", 1);
  generator::addCount(app, "--threads", this->threads, "Threads of the CPU; 0: all");
  app.add_option("--zoom", this->zoom, "Closer than VTK's ResetCamera");
  addJson(app);
}

double MeshFrames::start(LookedCaster& caster, const generator::TetMesh& made, const Camera& camera) const
{
  const Stopwatch watch;
  caster.setMesh(meshInput(made));
  caster.setScalars(scalarInput(made));
  caster.setTransferFunction(transferFunction(this->function));
  caster.render(camera, this->frame);
  return watch.milliseconds();
}

void MeshFrames::printHead(const LookedCaster& caster, const generator::TetMesh& made) const
{
  recordDevice(caster.deviceName());
  std::printf("%s, %lld tets, %d x %d, %s\n", caster.deviceName().c_str(),
    static_cast<long long>(made.numTets()), this->size, this->size, this->function.c_str());
}

} // namespace inkray::bench
