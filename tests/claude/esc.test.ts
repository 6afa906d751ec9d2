import { describe, expect, test, vi } from 'vitest';
import { calls, says, silence } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS, FEWER_VERSIONS } from './install.ts';
import {
  boxOf,
  type ClaudeProject,
  createCareful,
  makeSettledProject,
  nextEvent,
  typeLine,
  unmarked,
} from './project.ts';

const SLEEP = 'python3 -c "import time; time.sleep(60)"';
const LONG = calls('Bash', { command: SLEEP, description: 'Takes long' });
const NOTE = 'a person interrupted it on its screen';
/** Long enough for a second look at a screen that says nothing. */
const QUIET_MS = 11_000;

describe.each(FEWER_VERSIONS)('at the screen of Claude Code %s', (version) => {
  test('work is left alone; Esc breaks it off, and what was queued is handed over', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project } = made;
    standIn.play([LONG, says('Something else, then.')]);
    const id = await made.create('Wait.');
    await waitForTool(made, id);
    await swarm('send', id, 'Do something else.');
    project.tmux('send-keys', '-l', 'half a thought');
    await waitForQuiet(made, id);
    expect(await made.status(id)).toMatchObject({ state: 'working' });

    project.tmux('send-keys', 'C-u');
    await vi.waitFor(() => expect(boxOf(project)).toBe(''), { timeout: 20_000 });
    const seen = await nextEvent(made, id, 'turn-see');
    project.tmux('send-keys', 'Escape');
    await seen();
    const told = (await entriesOf(made, id)).filter(({ note }) => note === NOTE);
    expect(told.map(({ event }) => event)).toEqual(['turn-interrupt', 'turn-ended']);
    await waitForState(made, id, { state: 'idle', attempt: 1 });
    expect(unmarked(standIn.main().at(-1)?.prompt)).toBe('Do something else.');
  });
});

// What these need of the screen, the first has tried with each version.
describe('at the screen of the newest Claude Code', () => {
  const version = CLAUDE_VERSIONS[1];

  test('Esc dismisses a dialog, which closes its question', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project } = made;
    standIn.play([calls('Write', { file_path: `${project.root}/asked.txt`, content: 'no' })]);
    const id = await createCareful(made, 'Write a file.');
    await swarm('events', id, '--follow', '--until', 'question-asked');
    await vi.waitFor(() => expect(project.tmux('capture-pane', '-p')).toContain('Do you want to'), {
      timeout: 20_000,
    });
    project.tmux('send-keys', 'Escape');
    await waitForState(made, id, { state: 'idle', attempt: 1 });
    expect(JSON.parse((await swarm('questions', '--json')).stdout)).toEqual({ questions: [] });
  });

  test('a person who took over is not nudged, and gets the words back that Esc broke off', async () => {
    const made = await makeSettledProject(version, { timeouts: { silence: '6s' } });
    const { standIn, swarm, project } = made;
    standIn.play([LONG, silence]);
    const id = await made.create('Begin.');
    await waitForTool(made, id);
    await swarm('attach', '--take-over', id);
    await waitForState(made, id, { state: 'idle', attempt: 2 });
    await typeLine(made, 'Think.');
    await waitForState(made, id, { state: 'working' });
    await waitForQuiet(made, id);
    expect(await made.status(id)).toMatchObject({ state: 'working', attempt: 2 });

    project.tmux('send-keys', 'Escape');
    await waitForState(made, id, { state: 'idle', attempt: 2 });
    expect(boxOf(project)).toBe('Think.');
  });
});

const waitForState = ({ status }: ClaudeProject, id: string, wanted: object): Promise<void> =>
  vi.waitFor(async () => expect(await status(id)).toMatchObject(wanted), { timeout: 40_000, interval: 100 });

const waitForTool = (made: ClaudeProject, id: string): Promise<void> =>
  waitForState(made, id, { heartbeat: { tool_calls: 1 } });

type Entry = Readonly<{ event: string; note: string; at: string }>;

const entriesOf = async ({ swarm }: ClaudeProject, id: string): Promise<readonly Entry[]> =>
  JSON.parse((await swarm('events', id, '--json')).stdout).events;

/** Until nothing has come to the journal for a while. */
const waitForQuiet = (made: ClaudeProject, id: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const last = (await entriesOf(made, id)).at(-1);
      expect(Date.now() - Date.parse(last?.at ?? '')).toBeGreaterThan(QUIET_MS);
    },
    { timeout: 40_000, interval: 500 },
  );
