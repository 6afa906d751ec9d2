import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderHookSettings } from '../../src/agents/claude/hook-settings.ts';
import { claude } from '../../src/agents/claude.ts';
import type { AgentFact } from '../../src/domain/agent/fact.ts';

type Settings = { hooks: Record<string, { hooks: { command: string }[] }[]> };
const { hooks } = JSON.parse(renderHookSettings(null)) as Settings;
const commandOf = (event: string): string => hooks[event]?.[0]?.hooks[0]?.command ?? '';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "swarm hook's "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a hook as the CLI does: its command by sh, its input with a line feed at the end. */
function runHook(folder: string, event: string, input: object): ChildProcess {
  const child = spawn('/bin/sh', ['-c', commandOf(event)], {
    env: { PATH: process.env.PATH, SWARM_ATTEMPT_DIR: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // One that cannot write leaves without reading.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`${JSON.stringify({ hook_event_name: event, ...input })}\n`);
  return child;
}

async function finished(child: ChildProcess): Promise<{ code: number; printed: string }> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, printed };
}

const factsIn = (folder: string): AgentFact[] =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => claude.parseLine(line));

test('thirty hooks at once with long inputs leave thirty whole lines, and nothing else', async () => {
  const folder = makeFolder();
  const prompts = Array.from({ length: 30 }, (_, at) => `${at} `.padEnd(300_000, 'é\n"'));
  const ran = await Promise.all(
    prompts.map((prompt) => finished(runHook(folder, 'UserPromptSubmit', { prompt }))),
  );
  expect(ran).toEqual(prompts.map(() => ({ code: 0, printed: '' })));
  const seen = factsIn(folder).map((fact) => (fact.kind === 'saw-prompt' ? fact.text : fact));
  expect(new Set(seen)).toEqual(new Set(prompts));
  expect(readdirSync(folder)).toEqual(['events.jsonl']);
});

test('a hook that cannot write stays silent and lets the agent work', async () => {
  expect(await finished(runHook('/no/such/folder', 'Stop', {}))).toEqual({ code: 0, printed: '' });
  expect(await finished(runHook('/no/such/folder', 'PermissionRequest', {}))).toEqual({
    code: 0,
    printed: '',
  });
});

/** As the supervisor does: the answer first, then the wake-up, which needs a reader. */
function wake(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

test('a permission hook waits for its answer, prints it, and cleans up', async () => {
  const folder = makeFolder();
  const hook = runHook(folder, 'PermissionRequest', { tool_name: 'Write', tool_input: { file_path: '/a' } });
  const end = finished(hook);
  await vi.waitFor(() => expect(factsIn(folder)).toHaveLength(1), { timeout: 20_000 });
  const [asked] = factsIn(folder);
  if (asked?.kind !== 'permission-asked') throw new Error('nothing was asked');

  const answer = claude.renderAnswer?.(
    { requestId: asked.requestId, behaviour: 'allow', message: '', input: asked.input ?? '' },
    'interactive',
  );
  if (answer?.by !== 'file') throw new Error('no file');
  // Without an answer a wake-up changes nothing.
  await vi.waitFor(() => expect(wake(join(folder, answer.pipe))).toBe(true), { timeout: 20_000 });
  expect(hook.exitCode).toBeNull();
  writeFileSync(join(folder, answer.name), answer.text);
  // The hook may look for the answer only now, after the first wake-up, and then needs no second one.
  const isHeard = () => wake(join(folder, answer.pipe)) || hook.exitCode !== null;
  await vi.waitFor(() => expect(isHeard()).toBe(true), { timeout: 20_000 });
  expect(await end).toEqual({ code: 0, printed: answer.text });
  expect(readdirSync(folder)).toEqual(['events.jsonl']);
});
