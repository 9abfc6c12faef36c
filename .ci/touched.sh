# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Finds the slow parts of .ci/run that the last commits concern. Sourced after .ci/setup.sh.
# shellcheck disable=SC2154,SC2034 # top comes from .ci/setup.sh; the tables are for .ci/run

# recent_commits LEAST: prints the number of recent commits: those of the six hours before the last one, which
# may go through CI together, but at least LEAST.
recent_commits() {
  local count
  count=$(git -C "$top" log --first-parent \
    --since="$(($(git -C "$top" log --max-count=1 --format=%ct) - 21600)) +0000" --format=%h | wc -l)
  printf '%s\n' $((count > $1 ? count : $1))
}

# touches COMMITS PATTERN: succeeds if the last commits or the working tree have changed a file whose path
# matches the pattern. Notes (.md) never match.
touches() {
  {
    git -C "$top" diff --name-only HEAD
    git -C "$top" log --first-parent --max-count="$1" --name-only --format=
  } | grep -vE '\.md$' | grep -E "$2" >/dev/null
}

# Each row has a test program of kernels, and patterns of the files that it tests, in Kernels and in Testing.
# Renderers do not include one another (Includes.PointOneWay). The first table is for algorithms with few
# dependencies. The second is for renderers; $of_all_renderers matches the files that all renderers use.
array_algorithms='(Compaction|Cooperative|Geometry/KdTree)/|Geometry/RegularGrid/BrickTree'
sort_lists=Renderers/MeshVolume/SortLists
pixel_lists=Renderers/MeshVolume/PixelIntersection
algorithm_tests="
inkray_append_tests      (Compaction|Cooperative|Device)/  Kernels/Compaction/
inkray_compaction_tests  (Compaction|Cooperative|Device)/  (Kernels|Laboratory)/Compaction/
inkray_brick_tree_tests  (Compaction|Cooperative|Device|Geometry/RegularGrid)/  Kernels/Compaction/
inkray_kdtree_tests      (Cooperative|Device|Geometry/KdTree)/  Kernels/KdTree/
inkray_list_tests        (Cooperative|Device)/|$sort_lists|$pixel_lists  Kernels/MeshVolume/Lists/
inkray_protocol_tests    $array_algorithms|$sort_lists  (Protocol|Laboratory)/"
mesh_volume='(Geometry/(Mesh|RegularGrid)|Optics|Picture|Rays|Shading|Renderers/MeshVolume)/'
isosurface='(Geometry/RegularGrid|Compaction|Shading|Renderers/Isosurface)/'
path_tracer='(Geometry|Compaction|Optics|Rays|Shading|Renderers/PathTracer)/'
ray_cast_test=MeshVolume/RayCastTest
renderer_tests="
inkray_kernel_tests      $mesh_volume  Kernels/(Mesh|MeshVolume)/
inkray_isosurface_tests  $isosurface  Kernels/(Isosurface/|$ray_cast_test)
inkray_havs_tests        (Geometry/Mesh|Shading|Renderers/Havs)/  Kernels/(Havs/|$ray_cast_test)
inkray_pathtracer_tests  $path_tracer  (Kernels/PathTracer|Laboratory/Paths)/"
of_all_renderers='^(Kernels/((Renderers/)?[^/]+$|(Core|Device|View|Cooperative)/)'
of_all_renderers+='|Testing/(Sanitizers|Kernels/(Oracles|Device))/)'

# untouched_tests COMMITS TABLE [PATTERN]: prints the programs of a table that the last commits do not
# concern. A changed file that matches the pattern concerns all programs.
untouched_tests() {
  local program kernels testing
  while read -r program kernels testing; do
    [ -z "$program" ] || touches "$1" "${3:+$3|}^(Kernels/($kernels)|Testing/($testing))" ||
      printf '%s\n' "$program"
  done <<<"$2"
}

# sanitized_labels PROGRAM ...: prints a regular expression for the labels of the programs in both tables. The
# named programs are left out, and so is the program of the protocol, whose search for faults runs without
# sanitizers.
sanitized_labels() {
  comm -23 <(awk 'NF { print $1 }' <<<"$algorithm_tests"$'\n'"$renderer_tests" | sort) \
    <(printf '%s\n' inkray_protocol_tests "$@" | sort) | paste -sd '|' | sed 's/.*/^unit:(&)$/'
}

# stale_steps TABLE COMMITS: prints the steps of .ci/nightly, one a line, that have never run, or last ran at
# a commit that is not one of the last COMMITS. TABLE is Testing/NIGHTLY.md.
stale_steps() {
  local name commit recent
  recent=" $(git -C "$top" log --max-count="$2" --format=%H | xargs) "
  sed -n 's/^| \([a-z-]*\) | *\([0-9a-f]*\).*/\1 \2/p' "$1" | while read -r name commit; do
    [ "$name" = step ] || [[ -n "$commit" && "$recent" = *" $commit"* ]] || printf '%s\n' "$name"
  done
}
