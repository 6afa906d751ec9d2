import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { VERBS } from '../../src/app/verbs.ts';
import { attemptFolder } from '../../src/runtime/attempt/attempt-folder.ts';
import { readKey, tokenOf } from '../../src/runtime/attempt/token.ts';
import { mutatedJson, mutatedText } from '../fuzz/mutated.ts';
import { runs } from '../fuzz/runs.ts';
import { type JsonSchema, valueOfSchema } from '../fuzz/schema-value.ts';
import { create, makeProject, statusOf, supervisorPid } from './project.ts';

const COUNT = 150;
/** These end or stop the session, as they should. */
const ENDS = new Set([
  'session.finish',
  'session.interrupt-self',
  'session.submit-result',
  'question.ask',
  'note.escalate',
]);

const schemaOf = (name: string): JsonSchema =>
  JSON.parse(readFileSync(new URL(`../../schema/verbs/${name}.json`, import.meta.url), 'utf8')).input;

/** Requests for every verb, fitting and spoilt, each with the token of the attempt. */
function requestsWith(token: string): readonly string[] {
  const fitting = fc
    .constantFrom(...Object.keys(VERBS).filter((name) => !ENDS.has(name)))
    .chain((verb) => valueOfSchema(schemaOf(verb)).map((input) => ({ ...Object(input), verb, token })));
  const seeds = fc.sample(fitting, { numRuns: 60, seed: 5 });
  const spoilt = mutatedJson(seeds).map((value) => ({ ...Object(value), token }));
  const written = fc.oneof(fitting, spoilt).map((value) => JSON.stringify(value));
  const texts = fc.oneof(written, mutatedText(seeds.map((value) => JSON.stringify(value))));
  const isHarmless = (text: string): boolean => ![...ENDS].some((name) => text.includes(name));
  return fc.sample(texts, { ...runs(COUNT) }).filter(isHarmless);
}

test('whatever an agent asks, each request is answered, and the supervisor and others go on', async () => {
  const project = await makeProject();
  const go = join(project.root, 'go');
  execFileSync('mkfifo', [go]);
  const id = await create(project, ['run: "cat go"', 'say: done']);
  await project.swarm('events', id, '--follow', '--until', 'turn-see');
  const pid = await supervisorPid(project);
  const ref = { sessionId: id, attempt: 1 };
  const folder = attemptFolder(project.paths.sessionsDir, ref);
  const token = tokenOf(readKey(project.paths.keyFile) ?? '', ref);
  const names = requestsWith(token).map((text, n) => {
    const draft = join(folder.ask, `.draft-${n}`);
    writeFileSync(draft, text);
    renameSync(draft, join(folder.ask, `r${n}.json`));
    return `r${n}.json`;
  });
  const unanswered = (): string[] => names.filter((name) => !existsSync(join(folder.answer, name)));
  await vi.waitFor(() => expect(unanswered()).toEqual([]), { timeout: 50_000, interval: 100 });

  const other = await create(project, ['say: still here']);
  expect((await project.swarm('wait', other, '--timeout', '40s')).code).toBe(0);
  expect((await statusOf(project, id)).attempt).toBe(1);
  expect(await supervisorPid(project)).toBe(pid);
  writeFileSync(go, '');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
}, 120_000);
