# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_refined.py FRAMES SAMPLES. Exits with 1 unless frames that nobody has asked for have brought a
picture from fewer samples to SAMPLES. They must have gone on with the last picture before the screenshot,
while the view rested."""
import sys

frames = [[int(number) for number in line.split('\t')]
          for line in open(sys.argv[1]) if line.split('\t')[0].strip()]
wanted = int(sys.argv[2])
print(frames)
refining = [now for before, now in zip(frames, frames[1:]) if 0 < before[0] < now[0] and before[2] == now[2]
            and now[0] == before[0] + now[1]]
if not refining:
    sys.exit('no frame has refined the one before')
if frames[-1][0] != wanted or any(frame[0] > wanted for frame in frames):
    sys.exit('the last picture does not have %d samples' % wanted)
if frames[-1][3:] not in ([], [0]):
    sys.exit('%d frames were drawn while the server was busy' % frames[-1][3])
before = frames[-2]
if before[0] < wanted and before[0] == before[1]:
    sys.exit('the last picture in the window was not refined')
