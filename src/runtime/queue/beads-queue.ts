import { Fault } from '../../domain/fault.ts';
import { exec } from '../process/exec.ts';
import type { OutsideQueue, WorkNews } from './outside-queue.ts';

const LIMIT_MS = 3_000;
const MOST_READY = 1_000;
const LONGEST_QUOTED = 200;

type BeadsOptions = Readonly<{ root: string; env: Readonly<Record<string, string>>; limitMs?: number }>;

/** The adapter for the queue of `bd`, through the program on the PATH. */
export function beadsQueue({ root, env, limitMs = LIMIT_MS }: BeadsOptions): OutsideQueue {
  const run = async (...args: string[]): Promise<BeadsAnswer> => {
    try {
      const ran = await exec({
        program: 'bd',
        args: [...args, '--json'],
        cwd: root,
        env,
        timeoutMs: limitMs,
      });
      if (ran.code === 0) return { text: ran.stdout, warning: null };
      return {
        text: null,
        warning: `bd ${args[0]}: ${quote(ran.stderr || ran.stdout) || `exit code ${ran.code}`}`,
      };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { text: null, warning: `${error.message}; work goes on without it` };
    }
  };
  const observe = async (...args: string[]) => {
    const { text, warning } = await run(...args);
    return { list: text === null || text.trim() === '' ? null : text, warning };
  };
  return {
    source: 'beads',
    observeReady: () => observe('ready', '--limit', String(MOST_READY)),
    observeOne: (workId) => observe('show', workId),
    observeClaimed: () => observe('list', '--status', 'in_progress', '--limit', String(MOST_READY)),
    ensureTold: async (workId, news, note) => (await run(...wordsOf(workId, news, note))).warning,
  };
}

type BeadsAnswer = Readonly<{ text: string | null; warning: string | null }>;

function wordsOf(workId: string, news: WorkNews, note: string): string[] {
  switch (news) {
    case 'claimed':
      return ['update', workId, '--status', 'in_progress'];
    case 'released':
      return ['update', workId, '--status', 'open'];
    // "Blocked" keeps an issue from being ready without closing it.
    case 'failed':
      return ['update', workId, '--status', 'blocked', '--notes', `Failed: ${note || 'no reason given'}`];
    case 'done':
      return ['close', workId, '--reason', note || 'Done'];
  }
}

const quote = (text: string): string => text.trim().split('\n')[0]?.slice(0, LONGEST_QUOTED) ?? '';
