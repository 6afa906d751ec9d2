import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask } from '../../app/verbs.ts';
import type { DemoEnd } from '../../cli/host.ts';
import { CreateSession } from '../../contract/session.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { type Env, packageDir } from '../project.ts';
import { type OpenedApp, openApp } from '../wire.ts';
import { makeRepository } from './make-repository.ts';
import { DEMO_ANSWER, PIECES, type Piece } from './scripts.ts';
import { type Telling, tellEntry } from './tell.ts';

const LIMIT_MS = 60_000;

type Say = (line: string) => void;
type Started = Readonly<{ piece: Piece; id: string }>;

/** Runs three rehearsed agents in a throw-away project, and tells what happens as it happens. */
export async function runDemo(env: Env, say: Say): Promise<DemoEnd> {
  const root = makeRepository();
  say(`A throw-away project: ${root}`);
  const opened = await openApp(root, env);
  try {
    const started: Started[] = [];
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

async function followUntilOver(opened: OpenedApp, started: readonly Started[], say: Say): Promise<void> {
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

async function areAllOver(ask: Ask, started: readonly Started[]): Promise<boolean> {
  for (const { id } of started) {
    if (!isOver(unwrap(await ask('session.show', { sessionId: id })).session)) return false;
  }
  return true;
}

async function summarise(ask: Ask, { piece, id }: Started): Promise<DemoEnd['sessions'][number]> {
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
