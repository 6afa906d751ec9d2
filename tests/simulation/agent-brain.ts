import { beginOthers } from './child-parts.ts';
import type { Performer } from './performer.ts';
import { playRole } from './plan-parts.ts';
import * as lines from './stream-lines.ts';
import { speakOfWork } from './work-parts.ts';
import { Exited, type Pause } from './world.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const MINUTE = 60_000;

type Deed =
  | 'permission'
  | 'say'
  | 'tool'
  | 'slow-tool'
  | 'ask'
  | 'send'
  | 'post'
  | 'done'
  | 'result'
  | 'garbage'
  | 'inbox'
  | 'background';

const DEEDS: Readonly<Record<Deed, number>> = {
  permission: 5,
  say: 20,
  tool: 15,
  'slow-tool': 3,
  ask: 8,
  send: 9,
  post: 5,
  done: 3,
  result: 6,
  garbage: 3,
  inbox: 3,
  background: 8,
};
const CALM_DEEDS: Partial<Record<Deed, number>> = {
  say: 20,
  tool: 15,
  permission: 1,
  ask: 2,
  result: 3,
  background: 1,
};

/** What an agent does within a turn, up to its end. Gives back whether a background task was started. */
export function* perform(actor: Performer, hasEvents: boolean): Generator<Pause, boolean, void> {
  let hasBackground = false;
  for (let left = actor.dice.between(0, 4); left > 0; left--) {
    yield { ms: actor.dice.between(1, 3_000) };
    const deed = actor.dice.weigh<Deed>(actor.isCalm ? CALM_DEEDS : DEEDS);
    hasBackground ||= deed === 'background';
    yield* doDeed(actor, deed, hasEvents);
  }
  if (actor.hasChildren && actor.dice.chance(0.5)) yield* beginOthers(actor);
  if (actor.part !== null) yield* playRole(actor, actor.part);
  if (actor.workId !== null) yield* speakOfWork(actor, actor.workId);
  return hasBackground;
}

function* doDeed(actor: Performer, deed: Deed, hasEvents: boolean): Generator<Pause, void, void> {
  const { dice, folder } = actor;
  switch (deed) {
    case 'say':
      return actor.say(`word ${dice.hex(6)} ✓`);
    case 'tool':
    case 'slow-tool':
      return yield* useTool(actor, hasEvents, deed === 'tool' ? dice.between(1, 5_000) : 4 * MINUTE);
    case 'ask':
      return yield* askPerson(actor);
    case 'permission':
      if (hasEvents && folder.plan?.input === 'turns') {
        yield* actor.requestPermission(dice.chance(0.8) ? 60 * MINUTE : dice.between(1_000, 2 * MINUTE));
      }
      return;
    case 'send':
      yield* actor.ask({ verb: 'message.send', to: actor.pickPeer(), body: `m-${dice.hex(12)}` }, 30_000);
      return;
    case 'post':
      return yield* writePost(actor);
    case 'done':
      actor.finish();
      yield* actor.ask({ verb: 'session.finish', summary: 'all done' }, 30_000);
      return;
    case 'result': {
      const json = dice.chance(0.8) ? `{"summary":"r-${dice.hex(6)}"}` : 'not json';
      yield* actor.ask({ verb: 'session.submit-result', json }, 30_000);
      return;
    }
    case 'inbox':
      yield* actor.ask({ verb: 'message.inbox' }, 30_000);
      return;
    case 'garbage':
      if (dice.chance(0.7)) folder.addRequest(dice.pick(['{"verb":', lines.MARKER])).waitsUntil = 0;
      if (hasEvents) {
        actor.write('this is not an event');
        folder.reported.broken += 1;
      }
      return;
    case 'background':
      if (hasEvents) actor.write(lines.background(1));
      return;
  }
}

// Written in one go, in two with a pause between them, or never to its end.
function* writePost(actor: Performer): Generator<Pause, void, void> {
  const { dice, folder } = actor;
  const message = { to: actor.pickPeer(), body: `m-${dice.hex(12)}` };
  const part = dice.chance(0.6) ? 1 : dice.between(0, 9) / 10;
  const post = folder.addPost(message, { part, at: actor.now });
  if (part === 1 || dice.chance(0.2)) return;
  yield { ms: dice.between(1, 900) };
  post.text = JSON.stringify(message);
  post.changedAt = actor.now;
}

function* useTool(actor: Performer, hasEvents: boolean, ms: number): Generator<Pause, void, void> {
  if (hasEvents) {
    actor.write(lines.toolStarted('Bash'));
    actor.folder.reported.tools += 1;
  }
  yield { ms };
  if (hasEvents) actor.write(lines.toolEnded('ok'));
}

// Some askers are patient; others give up, and the answer has to find them another way.
export function* askPerson(actor: Performer): Generator<Pause, void, void> {
  const options = actor.dice.chance(0.3) ? ['yes', 'no'] : [];
  const patienceMs = actor.dice.chance(0.5) ? 60 * MINUTE : actor.dice.between(1_000, 2 * MINUTE);
  yield* actor.ask({ verb: 'question.ask', text: `q-${actor.dice.hex(10)}?`, options }, patienceMs);
}

type Ending =
  | 'good'
  | 'own-limit'
  | 'limited'
  | 'limited-result'
  | 'overloaded'
  | 'logged-out'
  | 'gives-up'
  | 'crash'
  | 'exit'
  | 'leave'
  | 'hang'
  | 'stalled';

const ENDINGS: Readonly<Record<Ending, number>> = {
  good: 70,
  'own-limit': 2,
  limited: 4,
  'limited-result': 3,
  overloaded: 4,
  'logged-out': 3,
  'gives-up': 2,
  crash: 7,
  exit: 2,
  leave: 2,
  hang: 4,
  stalled: 4,
};
const STATUS = { 'limited-result': 429, overloaded: 529, 'logged-out': 401 } as const;
const CALM_ENDINGS: Partial<Record<Ending, number>> = { good: 95, crash: 2, hang: 2, limited: 1 };

/** The last line of a turn; or none, when the process goes down or falls silent instead. */
export function* endTurn(actor: Performer): Generator<Pause, void, void> {
  const { dice } = actor;
  const ending = dice.weigh<Ending>(actor.isCalm ? CALM_ENDINGS : ENDINGS);
  const resetsAt = dice.chance(0.5) ? Math.ceil((actor.now + dice.between(0, 5 * MINUTE)) / 1000) : null;
  switch (ending) {
    case 'good':
      return endWell(actor);
    case 'own-limit':
      actor.reachOwnLimit();
      return endWell(actor);
    case 'limited':
      return actor.write(lines.limited(resetsAt));
    case 'limited-result':
    case 'overloaded':
    case 'logged-out':
      return actor.write(lines.bad({ api_error_status: STATUS[ending] }, actor.spend()));
    case 'gives-up':
      return actor.write(lines.bad({ subtype: 'error_max_turns' }, actor.spend()));
    case 'crash':
      actor.folder.stderr += 'Segmentation fault\n';
      actor.spendUntold();
      if (dice.chance(0.5)) actor.folder.tearEvent('{"type":"assis');
      throw new Exited(139);
    case 'exit':
      throw new Exited(dice.between(1, 3));
    case 'leave':
      throw new Exited(0);
    // It tries again by itself, for ever.
    case 'stalled':
      actor.write(lines.retrying(dice.pick([429, 500])));
      yield { ms: FOREVER };
      return;
    case 'hang':
      yield { ms: FOREVER };
  }
}

// A process that exceeds its allowance ends with an error, even with a good answer.
function endWell(actor: Performer): void {
  const spent = actor.spend();
  actor.finish();
  if (actor.isBroke) actor.write(lines.bad({ subtype: 'error_max_budget_usd' }, spent));
  else actor.write(lines.good(`result ${actor.dice.hex(4)}`, spent));
}

/** Between turns a task in the background may end, and the agent speaks up unasked. */
export function* wake(actor: Performer): Generator<Pause, void, void> {
  actor.write(lines.background(0));
  actor.say('the background task is done');
  yield* perform(actor, true);
  yield* endTurn(actor);
}

export function* startUp(actor: Performer): Generator<Pause, void, void> {
  const isSlow = actor.dice.chance(actor.isCalm ? 0.01 : 0.04);
  yield { ms: isSlow ? actor.dice.between(10_000, 90_000) : actor.dice.between(1, 2_000) };
  if (!actor.isCalm && actor.dice.chance(0.03)) throw new Exited(actor.dice.pick([1, 127, 139]));
}
