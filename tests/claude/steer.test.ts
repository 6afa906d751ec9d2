import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { FEWER_VERSIONS } from './install.ts';
import { type ClaudeProject, makeSettledProject, unmarked } from './project.ts';

const MODES = ['headless', 'interactive'] as const;
const cases = FEWER_VERSIONS.flatMap((version) => MODES.map((mode) => [version, mode] as const));

// Waits for a file, but not for ever.
const waitFor = (file: string): string =>
  `python3 -c "import os,time; [time.sleep(0.05) for _ in range(600) if not os.path.exists('${file}')]"`;

/** What Claude Code itself recorded as waiting for its next pause. */
function queuedBy({ project }: ClaudeProject): readonly string[] {
  const folder = join(project.home, '.claude', 'projects');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  );
  return files
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
    .map((line): { operation?: string; content?: string } => JSON.parse(line))
    .flatMap(({ operation, content }) => (operation === 'enqueue' && content ? [unmarked(content)] : []));
}

describe.each(cases)('Claude Code %s, %s', (version, mode) => {
  test('reads what steers it between two tools, and what is only queued after its turn', async () => {
    const made = await makeSettledProject(version, { mode });
    const { standIn, swarm, project } = made;
    const gate = join(project.root, 'gate');
    standIn.play([
      calls('Bash', { command: waitFor(gate), description: 'Waits' }),
      says('Steered.'),
      says('Queued.'),
    ]);
    const id = await made.create('Wait for the gate.');
    await vi.waitFor(
      async () => expect(await made.status(id)).toMatchObject({ heartbeat: { current_tool: 'Bash' } }),
      {
        timeout: 20_000,
        interval: 100,
      },
    );
    await swarm('send', id, '--steer', 'Mind the step.');
    await swarm('send', id, 'And then rest.');
    await vi.waitFor(() => expect(queuedBy(made)).toContain('Mind the step.'), { timeout: 20_000 });
    project.write('gate', '');
    await vi.waitFor(() => expect(standIn.main()).toHaveLength(3), { timeout: 20_000 });
    const [, steered, queued] = standIn.main().map(({ said }) => JSON.stringify(said));
    expect(steered).toContain('Mind the step.');
    expect(steered).not.toContain('And then rest.');
    expect(queued).toContain('And then rest.');
    await vi.waitFor(
      async () =>
        expect(await made.status(id)).toMatchObject({ state: mode === 'headless' ? 'completed' : 'idle' }),
      { timeout: 20_000 },
    );
  });
});
