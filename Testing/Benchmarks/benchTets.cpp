// SPDX-License-Identifier: BSD-3-Clause
// bench_tets: what one frame of the tetrahedral ray caster costs, stage by stage, over views in random order;
// and the way from a mesh in memory to the first picture.
#include "BenchSupport.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#include <stdexcept>

using namespace inkray;
using namespace inkray::bench;

namespace
{

constexpr const char* Help = R"(usage: bench_tets [options]

  --device auto|cuda|cpu       default auto
  --tets N                     default 3.8e6
  --order lattice,random       orders of cells and points; two are measured interleaved in one process (default lattice)
  --tf translucent,opaque      transfer functions (default both)
  --early T                    early-termination threshold (default 0: every segment is integrated)
  --face-test edge|vdfi        default edge
  --lists fill|sort            list builder (default fill)
  --size S                     image S x S (default 1024)
  --views V                    around the mesh (default 72, five degrees apart)
  --zoom Z                     closer than VTK's ResetCamera (default 1.07: 3.8 M tets then take about 93 M
                               steps a frame at 1024 x 1024, 41 M tets about 206 M)
  --repeats R                  of all views, in random order (default 5)
  --present 0|1                1: the image travels to host memory in every frame (default 1)
  --reference N                rays checked against double-precision brute force, per mesh (default 200; 0: none)
  --shape, --cut, --seed       of the mesh, as inkray-generate-tets
  --plate N                    instead: a plate of N x N lattice cells, as many layers as --tets gives; many boundary faces
  --threads T                  of the CPU (default 0: all)
  --csv FILE                   append one line per measured case

Milliseconds are means over views of the median over repeats, then median, 95th percentile and maximum over views.
)";

/// One mesh in one order, in its own ray caster.
struct Case
{
  std::string order;
  generator::TetMesh mesh;
  std::unique_ptr<TetRayCaster> caster;
  double firstPicture = 0;
  TetRayCastTimings firstTimings;
  TetMeshReport report;
};

/// What a view took: one number per repeat and stage.
struct ViewSamples
{
  std::vector<double> camera, lists, cast, present, wall;
};

struct Measured
{
  std::vector<ViewSamples> views;
  double steps = 0, entries = 0, covered = 0; // means over views
  std::int64_t failed = 0;                    // sum over views
};

void printStage(const char* name, const Summary& s)
{
  std::printf("  %-10s %10.4f %10.4f %10.4f %10.4f\n", name, s.mean, s.median, s.high, s.maximum);
}

Summary stage(const Measured& measured, std::vector<double> ViewSamples::*member)
{
  std::vector<double> medians;
  for (const ViewSamples& view : measured.views)
  {
    medians.push_back(median(view.*member));
  }
  return summarize(medians);
}

int run(const Options& options)
{
  std::unique_ptr<tbb::global_control> threads;
  if (options.integer("threads") > 0)
  {
    threads = std::make_unique<tbb::global_control>(
      tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(options.integer("threads")));
  }
  const int size = static_cast<int>(options.integer("size")),
            views = static_cast<int>(options.integer("views")),
            repeats = static_cast<int>(options.integer("repeats"));
  if (size < 1 || views < 1 || repeats < 1 || options.list("order").empty() || options.list("tf").empty())
  {
    throw std::invalid_argument(
      "Size, views and repeats must be positive, and at least one order and transfer function are needed.");
  }
  const bool present = options.integer("present") != 0;
  FrameOptions frame;
  frame.earlyTermination = static_cast<float>(options.number("early"));
  frame.faceTest = options.text("face-test") == "vdfi" ? FaceTest::OnDemandVDFI : FaceTest::EdgeFunction;
  frame.listBuilder = options.text("lists") == "sort" ? ListBuilder::SortByPixel : ListBuilder::CountScanFill;
  const std::vector<std::string> functions = options.list("tf");
  wakeDevice(options.device());

  // From host memory to the first picture.
  std::vector<std::unique_ptr<Case>> cases;
  std::vector<Camera> cameras;
  for (const std::string& order : options.list("order"))
  {
    auto c = std::make_unique<Case>();
    c->order = order;
    generator::MeshOptions meshOptions = options.mesh();
    meshOptions.tets = options.integer("tets");
    meshOptions.order = orderOf(order);
    const std::int64_t plate = options.integer("plate");
    if (plate > 0)
    {
      const auto layers =
        static_cast<int>(std::max(1.0, double(meshOptions.tets) / (12.0 * double(plate) * double(plate))));
      meshOptions.shape = generator::Shape::Convex;
      meshOptions.cells = { static_cast<int>(plate), static_cast<int>(plate), layers };
    }
    c->mesh = generator::generateMesh(meshOptions);
    for (std::size_t i = 2; plate > 0 && i < c->mesh.points.size(); i += 3)
    {
      c->mesh.points[i] *= float(meshOptions.cells[2]) / float(plate); // cells as high as they are wide
    }
    if (cameras.empty())
    {
      cameras = orbitCameras(c->mesh, views, size, options.number("zoom"));
    }
    const Stopwatch watch;
    c->caster = TetRayCaster::create(options.device());
    c->report = c->caster->setMesh(meshInput(c->mesh));
    c->caster->setScalars(scalarInput(c->mesh));
    c->caster->setTransferFunction(transferFunction(functions.front()));
    c->caster->render(cameras.front(), frame);
    c->firstPicture = watch.milliseconds();
    c->firstTimings = c->caster->timings();
    cases.push_back(std::move(c));
  }
  std::printf("%s, %d x %d, %d views, %d repeats, early termination %g, %s, %s\n",
    cases.front()->caster->deviceName().c_str(), size, size, views, repeats, double(frame.earlyTermination),
    frame.faceTest == FaceTest::EdgeFunction ? "edge functions" : "on-demand VDFI",
    frame.listBuilder == ListBuilder::CountScanFill ? "count-scan-fill" : "sort by pixel");

  // Steps and list entries, apart from the timed frames.
  std::vector<Measured> measured(cases.size() * functions.size());
  const auto select = [&](std::size_t i) {
    cases[i / functions.size()]->caster->setTransferFunction(
      transferFunction(functions[i % functions.size()]));
  };
  for (std::size_t i = 0; i < measured.size(); ++i)
  {
    TetRayCaster& caster = *cases[i / functions.size()]->caster;
    select(i);
    caster.setCountSteps(true);
    for (const Camera& camera : cameras)
    {
      caster.render(camera, frame);
      const TetRayCastStatistics s = caster.statistics();
      measured[i].steps += double(s.steps) / views;
      measured[i].entries += double(s.listEntries) / views;
      measured[i].covered += double(s.coveredRays) / views;
      measured[i].failed += s.failedRays;
    }
    caster.setCountSteps(false);
    measured[i].views.resize(cameras.size());
  }

  // Timed frames: in each round every view in random order, and for each view all cases one after the other,
  // in alternating order.
  std::mt19937 random(12345);
  std::vector<std::size_t> viewOrder(cameras.size());
  for (std::size_t v = 0; v < viewOrder.size(); ++v)
  {
    viewOrder[v] = v;
  }
  for (int repeat = 0; repeat < repeats; ++repeat)
  {
    std::shuffle(viewOrder.begin(), viewOrder.end(), random);
    for (std::size_t k = 0; k < viewOrder.size(); ++k)
    {
      const std::size_t v = viewOrder[k];
      for (std::size_t n = 0; n < measured.size(); ++n)
      {
        const std::size_t i = k % 2 ? measured.size() - 1 - n : n;
        TetRayCaster& caster = *cases[i / functions.size()]->caster;
        select(i);
        const Stopwatch watch;
        if (present)
        {
          caster.render(cameras[v], frame);
        }
        else
        {
          caster.renderOnDevice(cameras[v], frame);
        }
        const double wall = watch.milliseconds();
        const TetRayCastTimings t = caster.timings();
        ViewSamples& samples = measured[i].views[v];
        samples.camera.push_back(t.camera);
        samples.lists.push_back(t.lists);
        samples.cast.push_back(t.cast);
        samples.present.push_back(t.present);
        samples.wall.push_back(wall);
        measured[i].failed += caster.statistics().failedRays;
      }
    }
  }

  std::FILE* csv = options.text("csv").empty() ? nullptr : std::fopen(options.text("csv").c_str(), "a");
  if (csv && std::ftell(csv) == 0)
  {
    std::fputs("device,tets,boundary_faces,order,tf,early,size,views,repeats,first_ms,topology_ms,upload_ms,"
               "camera_mean,lists_mean,lists_max,cast_mean,cast_"
               "median,cast_p95,"
               "cast_max,present_mean,wall_mean,steps,steps_per_s,covered,entries,resident_per_tet,peak_per_"
               "tet,failed,rmse,max_error,over_1_255\n",
      csv);
  }
  bool good = true;
  for (std::size_t i = 0; i < measured.size(); ++i)
  {
    const Case& c = *cases[i / functions.size()];
    const Measured& m = measured[i];
    const std::string& function = functions[i % functions.size()];
    const double tets = double(c.report.numTets);
    const TetRayCastMemory memory = c.caster->memory();
    std::printf("\n%.0f tets, %lld boundary faces, %s order, %s\n", tets,
      static_cast<long long>(c.report.numBoundaryFaces), c.order.c_str(), function.c_str());
    std::printf("  first picture %.1f ms (topology %.2f, upload %.2f); memory per tet: %.1f B resident, %.1f "
                "B peak of set-up; frame %.1f MB\n",
      c.firstPicture, c.firstTimings.topology, c.firstTimings.upload, double(memory.resident) / tets,
      double(memory.setupPeak) / tets, double(memory.frame) / 1e6);
    std::printf("  %-10s %10s %10s %10s %10s\n", "ms", "mean", "median", "p95", "max");
    const Summary camera = stage(m, &ViewSamples::camera), lists = stage(m, &ViewSamples::lists),
                  cast = stage(m, &ViewSamples::cast);
    const Summary presented = stage(m, &ViewSamples::present), wall = stage(m, &ViewSamples::wall);
    printStage("camera", camera);
    printStage("lists", lists);
    printStage("cast", cast);
    printStage("present", presented);
    printStage("frame wall", wall);
    const double stepsPerSecond = cast.mean > 0 ? m.steps / (cast.mean * 1e-3) : 0.0;
    std::printf(
      "  %.2f M steps a frame, %.2f G steps/s, %.0f covered rays, %.0f list entries, %lld failed rays\n",
      m.steps * 1e-6, stepsPerSecond * 1e-9, m.covered, m.entries, static_cast<long long>(m.failed));
    good = good && m.failed == 0;

    Accuracy accuracy;
    const int rays = static_cast<int>(options.integer("reference"));
    if (rays > 0)
    {
      select(i);
      const Camera& view = cameras[cameras.size() / 3];
      c.caster->render(view, frame);
      accuracy = checkAccuracy(c.mesh, transferFunction(function), view, c.caster->image(), rays, 7);
      std::printf(
        "  %d rays against double precision: RMSE %.2e, maximum %.2e (%.2f / 255), %.2f %% over 1/255\n",
        accuracy.rays, accuracy.rmse, accuracy.maximum, accuracy.maximum * 255.0,
        100.0 * accuracy.shareOverOneLevel);
      good = good &&
        (frame.earlyTermination > 0.0f ||
          (accuracy.rays > 0 && accuracy.rmse < 2e-4 && accuracy.maximum < 2.0 / 255.0));
    }
    if (csv)
    {
      std::fprintf(csv,
        "%s,%.0f,%lld,%s,%s,%g,%d,%d,%d,%.3f,%.4f,%.4f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f,%.0f,%."
        "4g,%.0f,%.0f,%.2f,%.2f,%lld,%.3g,%.3g,%.4g\n",
        c.caster->deviceName().c_str(), tets, static_cast<long long>(c.report.numBoundaryFaces),
        c.order.c_str(), function.c_str(), double(frame.earlyTermination), size, views, repeats,
        c.firstPicture, c.firstTimings.topology, c.firstTimings.upload, camera.mean, lists.mean,
        lists.maximum, cast.mean, cast.median, cast.high, cast.maximum, presented.mean, wall.mean, m.steps,
        stepsPerSecond, m.covered, m.entries, double(memory.resident) / tets, double(memory.setupPeak) / tets,
        static_cast<long long>(m.failed), accuracy.rmse, accuracy.maximum, accuracy.shareOverOneLevel);
    }
  }
  if (csv)
  {
    std::fclose(csv);
  }

  // The price of an order: ratios view by view.
  for (std::size_t i = functions.size(); i < measured.size(); ++i)
  {
    const Measured &a = measured[i % functions.size()], &b = measured[i];
    const auto ratio = [&](std::vector<double> ViewSamples::*member) {
      std::vector<double> ratios;
      for (std::size_t v = 0; v < cameras.size(); ++v)
      {
        ratios.push_back(median(b.views[v].*member) / std::max(1e-9, median(a.views[v].*member)));
      }
      return ratios;
    };
    const std::vector<double> castRatios = ratio(&ViewSamples::cast);
    std::printf("\n%s / %s, %s: cast %.3f (%.3f to %.3f), lists %.3f, frame wall %.3f, first picture %.3f\n",
      cases[i / functions.size()]->order.c_str(), cases.front()->order.c_str(),
      functions[i % functions.size()].c_str(), median(castRatios),
      *std::min_element(castRatios.begin(), castRatios.end()),
      *std::max_element(castRatios.begin(), castRatios.end()), median(ratio(&ViewSamples::lists)),
      median(ratio(&ViewSamples::wall)),
      cases[i / functions.size()]->firstPicture / cases.front()->firstPicture);
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv)
try
{
  const Options options(argc, argv,
    { { "device", "auto" }, { "tets", "3.8e6" }, { "order", "lattice" }, { "tf", "translucent,opaque" },
      { "early", "0" }, { "face-test", "edge" }, { "lists", "fill" }, { "size", "1024" }, { "views", "72" },
      { "zoom", "1.07" }, { "repeats", "5" }, { "present", "1" }, { "reference", "200" },
      { "shape", "nonconvex" }, { "cut", "centre" }, { "seed", "1" }, { "threads", "0" }, { "csv", "" },
      { "plate", "0" } });
  if (options.help())
  {
    std::fputs(Help, stdout);
    return EXIT_SUCCESS;
  }
  return run(options);
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_tets: %s\n", error.what());
  return EXIT_FAILURE;
}
