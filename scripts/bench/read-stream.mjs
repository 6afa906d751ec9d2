// read-stream <file> <rounds>: reads the record of an agent as the supervisor does, and with `JSON.parse`
// alone. Prints the milliseconds of every round and what was found, as JSON.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { claude } from '../../src/agents/claude.ts';
import { foldFacts } from '../../src/domain/attempt/fold-facts.ts';
import { AgentFiles } from '../../src/runtime/agent-files/agent-files.ts';
import { Oddities } from '../../src/runtime/agent-files/oddities.ts';
import { eventReader } from '../../src/runtime/attempt/events.ts';
import { anAttempt } from '../../tests/store/rows.ts';

const LINE_FEED = 0x0a;

async function readAsSupervisor(path) {
  const readEvents = eventReader(new AgentFiles(dirname(path), new Oddities()));
  const isOver = async () => false;
  let attempt = anAttempt();
  for (;;) {
    const { lines, next } = await readEvents({ path, from: attempt.eventsCursor, isOver });
    if (next === attempt.eventsCursor) return attempt;
    const facts = lines.flatMap((line) => claude.parseLine(line));
    attempt = { ...foldFacts(attempt, facts, 0), eventsCursor: next };
  }
}

function readAlone(path) {
  const bytes = readFileSync(path);
  let lines = 0;
  let from = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
    JSON.parse(bytes.toString('utf8', from, at));
    lines += 1;
    from = at + 1;
  }
  return lines;
}

async function time(read) {
  const startedAt = performance.now();
  const found = await read();
  return { found, ms: performance.now() - startedAt };
}

async function main([path, rounds]) {
  const times = { ours: [], floor: [] };
  const found = {};
  // The first round of each warms up and is not counted.
  for (let round = 0; round <= Number(rounds); round += 1) {
    const floor = await time(() => readAlone(path));
    const ours = await time(() => readAsSupervisor(path));
    Object.assign(found, { lines: floor.found, attempt: ours.found });
    if (round === 0) continue;
    times.floor.push(floor.ms);
    times.ours.push(ours.ms);
  }
  process.stdout.write(JSON.stringify({ times, found }));
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
