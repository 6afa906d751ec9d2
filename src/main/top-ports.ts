import { spawn } from 'node:child_process';
import type { TopPorts } from '../cli/host.ts';
import { terminalFilter } from '../views/terminal-text.ts';
import { openRowNews } from './dashboard-wakes.ts';
import { writeOutput } from './output.ts';
import type { Env } from './project.ts';
import type { OpenedApp } from './wire.ts';

type TopInvocation = Readonly<{ env: Env; settings: Readonly<Record<string, string>> }>;

/** The shell could not find the program, or not run it. */
const NOT_RUN = [126, 127];

export const topPorts = (opened: OpenedApp, { env, settings }: TopInvocation): TopPorts => ({
  news: openRowNews(opened),
  run(words) {
    const set = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const args = [process.argv[1] ?? '', '--project', opened.project.paths.root, ...set, ...words];
    return waitFor(spawn(process.execPath, args, { stdio: 'inherit', env }));
  },
  async page(text) {
    const filter = terminalFilter({ hasColours: true, isJson: false });
    const safe = filter.pass(text) + filter.end();
    // It must not leave by itself where the text is short: what it showed would go with it.
    const pager = (env.PAGER || 'less').replace(/^\s*(?:\S*\/)?less\b.*/s, '$& -+F');
    // Without a shell between us where that is possible, so that a signal reaches the pager.
    const line = /^[\w./ +-]+$/.test(pager) ? `exec ${pager}` : pager;
    const child = spawn('/bin/sh', ['-c', line], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env.LESS ?? 'R' },
    });
    // It may be left before it has read everything.
    child.stdin.on('error', () => undefined).end(safe);
    const code = await waitFor(child);
    if (NOT_RUN.includes(code)) await writeOutput(text);
    return !NOT_RUN.includes(code) && pager.endsWith(' -+F') ? 'back' : 'read';
  },
});

/** Its exit code. What still runs when this program has to leave is ended with it. */
function waitFor(child: ReturnType<typeof spawn>): Promise<number> {
  const end = (): void => void child.kill();
  process.once('exit', end);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('exit', end);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 2));
    });
  });
}
