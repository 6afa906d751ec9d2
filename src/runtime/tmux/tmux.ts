import { Fault } from '../../domain/fault.ts';
import { type Execution, exec } from '../process/exec.ts';
import { chain } from './chain.ts';
import type { PaneName } from './names.ts';
import { type PaneTyping, paneTyping } from './pane-typing.ts';
import { assertServerStarts } from './trial-server.ts';
import { isTmuxNewEnough, parseTmuxVersion, type TmuxVersion } from './version.ts';

export type Pane = Readonly<{
  /** tmux's own number, such as `%3`. */
  id: string;
  pid: number;
  /** Its program has ended and `remain-on-exit` keeps the screen. */
  isDead: boolean;
  /** The mark given by `ensurePane`; empty for a pane that a person opened. */
  mark: string;
  session: string;
}>;

export type TmuxObservation =
  | Readonly<{ is: 'missing' }>
  | Readonly<{ is: 'no-server' }>
  | Readonly<{ is: 'serving'; pid: number; panes: readonly Pane[] }>;

/** The process of a pane, and the server that holds it. */
export type PaneProcess = Readonly<{ pid: number; server: number }>;

export type PaneOrder = Readonly<{
  name: PaneName;
  /** Says whose pane it is. Letters, digits and `._/-` only. */
  mark: string;
  argv: readonly string[];
  /** Everything that appears in the pane is appended to this file as well. */
  captureTo: string | null;
  keepOnExit: boolean;
}>;

export type TmuxOptions = Readonly<{
  socket: string;
  /** The project that it serves; kept in the server, so that one whose project is gone can be told. */
  root?: string;
  /** Only a few of these reach the server: it must keep no secrets, and no stale settings for later panes. */
  env: Readonly<Record<string, string>>;
  /** A server that does not answer in this time is a fault. */
  timeoutMs?: number;
}>;

/** The project's own tmux server. No other server is ever touched. */
export interface Tmux extends PaneTyping {
  /** A fault when tmux is missing, older than we can use, or cannot start a server. */
  observeVersion(): Promise<TmuxVersion | undefined>;
  /** The server and its panes, in one call. */
  observe(): Promise<TmuxObservation>;
  /**
   * Starts the program in a pane, unless there is one with this mark. A stale one of the name goes. Gives
   * back its process as the server knows it; null when that is not known.
   */
  ensurePane(order: PaneOrder): Promise<PaneProcess | null>;
  ensurePaneGone(mark: string): Promise<void>;
  /** While a supervisor looks on: the server stays when its last pane goes. */
  ensureServerStays(): Promise<void>;
  /** Without one: it ends with its last pane, and at once if it has none. */
  ensureServerEnds(): Promise<void>;
  /** Ends the server with all of its panes: what ran in them was in a world that is gone. */
  ensureServerEnded(): Promise<void>;
  /** What to run in the person's terminal, without `TMUX`, to see the pane, with a note below it. */
  attachArgv(name: PaneName, note?: string): readonly string[];
}

/** An option of the server that holds the root of its project. */
export const ROOT_OPTION = '@swarm_root';

const COLUMNS = '200';
const ROWS = '50';
const HISTORY_LINES = '2000';
const TIMEOUT_MS = 10_000;
// Zero: until the person presses a key.
const NOTE_MS = '0';
const MARK = /^[A-Za-z0-9._/-]+$/;
const NOT_TRIED: Execution = { code: 1, stdout: '', stderr: '' };
const TO_SERVER = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TMPDIR',
  'TMUX_TMPDIR',
];
const PANES = '#{pane_id} #{pane_pid} #{pane_dead} #{?@swarm_attempt,#{@swarm_attempt},-} #{session_name}';
const PROCESS = 'process #{pane_pid} #{pid}';

// Given before every pane, so that a server of any age has them. Without exit-empty off, closing the last
// pane would end the server, and a pane closed by a person could not be told from a server that died.
const SETTINGS: readonly (readonly string[])[] = [
  ['set-option', '-s', 'exit-empty', 'off'],
  ['set-option', '-g', 'default-terminal', 'screen-256color'],
  ['set-option', '-g', 'history-limit', HISTORY_LINES],
  ['set-option', '-g', 'update-environment', ''],
  ['set-option', '-g', 'status-left', ' #{session_name} '],
  ['set-option', '-g', 'status-left-length', '60'],
  ['set-option', '-g', 'status-right', ' detach: C-b d '],
  ['set-option', '-g', 'automatic-rename', 'off'],
  ['set-option', '-g', 'allow-rename', 'off'],
];

export function openTmux({ socket, root, env, timeoutMs = TIMEOUT_MS }: TmuxOptions): Tmux {
  const settings =
    root === undefined ? SETTINGS : [...SETTINGS, ['set-option', '-s', ROOT_OPTION, root] as const];
  const serverEnv = Object.fromEntries(TO_SERVER.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const base = ['-L', socket, '-f', '/dev/null'];
  const run = (args: readonly string[]): Promise<Execution> =>
    exec({ program: 'tmux', args: [...base, ...args], env: serverEnv, timeoutMs });

  const observe = async (): Promise<TmuxObservation> => {
    // Without a session list-panes fails; the server's number has been printed by then.
    const look = chain(['display-message', '-p', '#{pid}'], ['list-panes', '-a', '-F', PANES]);
    try {
      return parseObservation((await run(look)).stdout);
    } catch (error) {
      if (error instanceof Fault && error.code === 'tmux-missing') return { is: 'missing' };
      throw error;
    }
  };

  const findLiving = async (mark: string): Promise<string | undefined> =>
    panesOf(await observe()).find((pane) => pane.mark === mark && !pane.isDead)?.id;

  // tmux looks at this after every command, so a server without panes is gone by itself.
  const setExit = async (exit: 'on' | 'off'): Promise<void> => {
    if ((await observe()).is === 'serving') await run(['set-option', '-s', 'exit-empty', exit]);
  };

  return {
    observeVersion: async () =>
      assertUsable(await Promise.all([run(['-V']), observe()]), { env: serverEnv, timeoutMs }),
    observe,
    ensurePane: paneOpener({ run, observe, settings }),
    async ensurePaneGone(mark) {
      const found = panesOf(await observe()).filter((pane) => pane.mark === mark);
      if (found.length > 0) await run(chain(...found.map(killPane)));
    },
    ...paneTyping(run, findLiving),
    ensureServerStays: () => setExit('off'),
    ensureServerEnds: () => setExit('on'),
    async ensureServerEnded() {
      if ((await observe()).is === 'serving') await run(['kill-server']);
    },
    attachArgv: ({ session, window }, note) => [
      'tmux',
      ...base,
      ...chain(
        ['select-window', '-t', `=${session}:=${window}`],
        ['attach-session', '-t', `=${session}`],
        ...(note === undefined ? [] : [['display-message', '-d', NOTE_MS, note]]),
      ),
    ],
  };
}

async function assertUsable(
  [{ stdout }, seen]: readonly [Execution, TmuxObservation],
  server: Parameters<typeof assertServerStarts>[0],
): Promise<TmuxVersion | undefined> {
  const version = checkedVersion(stdout);
  // A server that serves has shown that it can start.
  if (seen.is !== 'serving') await assertServerStarts(server);
  return version;
}

type PaneOpening = Readonly<{
  run: (args: readonly string[]) => Promise<Execution>;
  observe: Tmux['observe'];
  settings: readonly (readonly string[])[];
}>;

function paneOpener({ run, observe, settings }: PaneOpening): Tmux['ensurePane'] {
  /** A pane of one of these is a window beside others: to begin a tmux session would be refused. */
  const shared = new Set<string>();
  return async (order) => {
    if (!MARK.test(order.mark)) throw new Fault('name-unsafe', `Not a mark for a pane: ${order.mark}`);
    // Nearly always the name is free. Where it is not, tmux refuses, and only then do we look.
    let last = shared.has(order.name.session)
      ? NOT_TRIED
      : await run(chain(...settings, ...openPane(order, false)));
    // Another one may open or close the session between our look and our order, so it is tried again.
    for (let tries = 0; last.code !== 0 && tries < 2; tries += 1) {
      const seen = await observe();
      const panes = panesOf(seen);
      const there = panes.find((pane) => pane.mark === order.mark);
      if (there) return seen.is === 'serving' ? { pid: there.pid, server: seen.pid } : null;
      const stale = panes.filter((pane) => isStale(pane, order));
      const isShared = panes.some((pane) => pane.session === order.name.session && !stale.includes(pane));
      last = await run(chain(...stale.map(killPane), ...settings, ...openPane(order, isShared)));
      if (isShared) shared.add(order.name.session);
      else shared.delete(order.name.session);
    }
    if (last.code === 0) return parseProcess(last.stdout);
    throw new Fault('tmux-failed', `tmux could not open a pane: ${last.stderr.trim()}`, { retry: true });
  };
}

const panesOf = (seen: TmuxObservation): readonly Pane[] => (seen.is === 'serving' ? seen.panes : []);

const killPane = (pane: Pane): readonly string[] => ['kill-pane', '-t', pane.id];

// In a tmux session that roles share, only earlier attempts of the same session are stale.
function isStale(pane: Pane, order: PaneOrder): boolean {
  const owner = (mark: string) => mark.slice(0, mark.lastIndexOf('/'));
  return pane.session === order.name.session && pane.mark !== '' && owner(pane.mark) === owner(order.mark);
}

function openPane(order: PaneOrder, isShared: boolean): readonly (readonly string[])[] {
  const { session, window } = order.name;
  const target = `=${session}:{end}`;
  const opening = isShared
    ? ['new-window', '-d', '-P', '-F', PROCESS, '-a', '-t', target, '-n', window]
    : ['new-session', '-d', '-P', '-F', PROCESS, '-s', session, '-n', window, '-x', COLUMNS, '-y', ROWS];
  return [
    [...opening, '--', ...order.argv],
    ['set-option', '-p', '-t', target, '@swarm_attempt', order.mark],
    ...(order.keepOnExit ? [['set-option', '-p', '-t', target, 'remain-on-exit', 'on']] : []),
    ...(order.captureTo ? [['pipe-pane', '-t', target, renderCapture(order.captureTo)]] : []),
  ];
}

/** tmux expands the text as a time and as a format, and then a shell reads it. */
export function renderCapture(path: string): string {
  const quoted = `cat >> '${path.replaceAll("'", `'\\''`)}'`;
  return quoted.replaceAll('%', '%%').replaceAll('#', '##');
}

function checkedVersion(text: string): TmuxVersion | undefined {
  const version = parseTmuxVersion(text);
  if (isTmuxNewEnough(version)) return version;
  throw new Fault('tmux-too-old', `${text.trim()} is too old; 3.2 or newer is needed`, {
    hint: 'Update tmux.',
  });
}

function parseObservation(stdout: string): TmuxObservation {
  const [pid, ...lines] = stdout.split('\n').filter((line) => line !== '');
  if (!pid || !/^\d+$/.test(pid)) return { is: 'no-server' };
  return { is: 'serving', pid: Number(pid), panes: lines.flatMap(parsePane) };
}

function parseProcess(stdout: string): PaneProcess | null {
  const [, pid, server] = /^process (\d+) (\d+)$/m.exec(stdout) ?? [];
  return pid && server ? { pid: Number(pid), server: Number(server) } : null;
}

function parsePane(line: string): readonly Pane[] {
  const [id, pid, dead, mark, ...session] = line.split(' ');
  if (!id || !pid || !mark) return [];
  return [
    {
      id,
      pid: Number(pid),
      isDead: dead === '1',
      mark: mark === '-' ? '' : mark,
      session: session.join(' '),
    },
  ];
}
