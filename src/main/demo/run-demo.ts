import { existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ask } from '../../app/verbs.ts';
import type { DemoEnd } from '../../cli/host.ts';
import { CreateSession } from '../../contract/session.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { ensureTrusted } from '../../runtime/project/trust.ts';
import { openGit } from '../../runtime/workspace/git.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { type Env, packageDir } from '../project.ts';
import { type OpenedApp, openApp } from '../wire.ts';
import { DEMO_ANSWER, PIECES, type Piece } from './scripts.ts';

const LIMIT_MS = 60_000;

type Say = (line: string) => void;
type StartedPiece = Readonly<{ piece: Piece; id: string }>;

/** Runs three rehearsed agents in a throw-away project, and tells what happens as it happens. */
export async function runDemo(env: Env, say: Say): Promise<DemoEnd> {
  const root = await makeRepository(env);
  say(`A throw-away project: ${root}`);
  ensureTrusted(root, env);
  const opened = await openApp(root, { ...env, SWARM_TRUST: '1' }, { admit: async () => accept(null) });
  try {
    const started: StartedPiece[] = [];
    for (const piece of PIECES) {
      started.push({ piece, id: await start(opened.ask, piece) });
      say(`  started ${piece.name}: ${piece.shows}`);
    }
    say('');
    await followUntilOver(opened, started, say);
    return {
      root,
      command: swarmCommand(),
      sessions: await Promise.all(started.map((one) => summarise(opened.ask, one))),
    };
  } finally {
    await opened.close();
  }
}

async function start(ask: Ask, { name, task, workspace }: Piece): Promise<string> {
  const input = CreateSession.parse({
    persona: 'rehearsal',
    prompt: task,
    promptSource: name,
    tags: [name],
    workspace,
  });
  return unwrap(await ask('session.create', input)).session.id;
}

async function followUntilOver(opened: OpenedApp, started: readonly StartedPiece[], say: Say): Promise<void> {
  const telling: Telling = { names: new Map(started.map(({ id, piece }) => [id, piece.name])), say };
  const client = await opened.connect();
  await client?.watch();
  const deadline = Date.now() + LIMIT_MS;
  let seen = 0;
  while (Date.now() < deadline) {
    const { entries } = unwrap(await opened.ask('event.list', { after: seen, limit: 1000 }));
    for (const entry of entries) await meet(opened.ask, telling, entry);
    seen = entries.at(-1)?.seq ?? seen;
    if (await areAllOver(opened.ask, started)) return;
    if (entries.length === 0) await client?.nextChange(deadline - Date.now());
  }
  throw new Error(`the demo did not end within ${LIMIT_MS / 1000} s`);
}

async function meet(ask: Ask, telling: Telling, entry: JournalEntry): Promise<void> {
  tellEntry(telling, entry);
  if (entry.event !== 'question-asked') return;
  for (const { id, sessionId } of unwrap(await ask('question.list', { all: false }))) {
    if (sessionId !== entry.sessionId) continue;
    telling.say(`            (you would type: swarm answer ${id} ${DEMO_ANSWER}; the demo does it for you)`);
    unwrap(await ask('question.answer', { questionId: id, answer: DEMO_ANSWER }));
  }
}

async function areAllOver(ask: Ask, started: readonly StartedPiece[]): Promise<boolean> {
  for (const { id } of started) {
    if (!isOver(unwrap(await ask('session.show', { sessionId: id })).session)) return false;
  }
  return true;
}

async function summarise(ask: Ask, { piece, id }: StartedPiece): Promise<DemoEnd['sessions'][number]> {
  const { session } = unwrap(await ask('session.show', { sessionId: id }));
  const result = await ask('session.result', { sessionId: id });
  const text = result.ok
    ? JSON.stringify(JSON.parse(result.value.text))
    : refusalText(result.refusal).message;
  return { name: piece.name, id, status: session.state, attempts: session.attempt, result: text };
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(refusalText(outcome.refusal).message);
}

// A checkout has the script that builds on demand; an installed package is on the PATH.
function swarmCommand(): string {
  const script = join(packageDir(), 'swarm');
  return existsSync(script) ? script : 'swarm';
}

const CONFIG = { cli: 'rehearsal', supervisor: { idleStop: '2m' } };
const AS_DEMO = ['user.name=demo', 'user.email=demo@example.invalid'];

/** A throw-away git repository with one commit. Nothing of the person's own settings is read or changed. */
async function makeRepository(env: Env): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-demo-')));
  writeFileSync(join(root, 'README.md'), '# A throw-away project\n');
  writeFileSync(join(root, 'swarm.config.json'), `${JSON.stringify(CONFIG, null, 2)}\n`);
  const git = openGit({ ...env, GIT_CONFIG_GLOBAL: '/dev/null' });
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'Begin'],
  ]) {
    await git.ask(args, { in: root, settings: AS_DEMO });
  }
  return root;
}

type Telling = Readonly<{ names: ReadonlyMap<string, string>; say: (line: string) => void }>;

const WORDS: Readonly<Record<string, (entry: JournalEntry) => string>> = {
  launch: ({ note }) => `starts (${note})`,
  heard: () => 'is at work',
  park: ({ note }) => `was interrupted: ${note}`,
  due: () => 'is picked up again',
  'question-asked': ({ note }) => `asks: ${note}`,
  'question-answered': ({ note }) => `has its answer: ${note}`,
  'workspace-ready': ({ note }) => `has a workspace on branch ${note}`,
  gone: ({ toState, note }) => `is ${toState} (${note})`,
};

/** One line for what is worth telling; the rest of the journal stays in the journal. */
function tellEntry({ names, say }: Telling, entry: JournalEntry): void {
  const name = names.get(entry.sessionId ?? '');
  const words = WORDS[entry.event];
  if (name === undefined || words === undefined) return;
  const time = new Date(entry.at).toTimeString().slice(0, 8);
  say(`  ${time}  ${name.padEnd(8)} ${words(entry)}`);
}
