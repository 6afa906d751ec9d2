// How fast the record of a busy agent is taken in, against `JSON.parse` alone on the same lines.
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';
import { writeStream } from './write-stream.mjs';

const WANTED_BYTES = 64e6;
const ROUNDS = 9;
const AT_LEAST = 0.4;
const MEGABYTE = 1e6;

export async function measureIntake(place) {
  const reader = await bundleProgram(place, 'read-stream.mjs');
  const path = join(place.base, 'events.jsonl');
  const { bytes, lines } = writeStream(path, WANTED_BYTES);
  const { times, found } = JSON.parse(reader.run([path, String(ROUNDS)]));
  const speedOf = (ms) => bytes / MEGABYTE / (ms / 1000);
  const row = makeRow({
    name: 'intake',
    what: 'stream-json of an agent taken in against `JSON.parse` alone on the same lines',
    unit: 'MB/s',
    by: 'ratio',
    floor: speedOf(median(times.floor)),
    ours: speedOf(median(times.ours)),
    atLeast: AT_LEAST,
    problem: problemOf(found, { bytes, lines }),
    detail: { bytes, lines, floorMs: spread(times.floor), oursMs: spread(times.ours) },
  });
  return [row];
}

// A reader that reads less than all of it is fast for a bad reason.
function problemOf({ lines, attempt }, wrote) {
  const isAll = lines === wrote.lines && attempt.eventsCursor === wrote.bytes;
  const isUnderstood = attempt.unknownEvents + attempt.brokenLines === 0 && attempt.tools > 0;
  return isAll && isUnderstood ? null : 'NOT ALL OF IT WAS READ';
}
