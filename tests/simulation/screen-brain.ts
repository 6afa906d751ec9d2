import { answerPipe } from '../../src/agents/claude/hook-settings.ts';
import { askPerson, startUp } from './agent-brain.ts';
import * as hooks from './hook-lines.ts';
import type { Performer } from './performer.ts';
import { type Dialog, PERSON, type Piece, Screen } from './screen.ts';
import { type Brain, Exited, type Pause } from './world.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const MINUTE = 60_000;
/** A prompt that waited for the end of a turn is reported before it would count as read. */
const SOON_MS = 1_000;

/** One process on a screen, which people and we type to; its hooks tell what it does. */
export function* sit(actor: Performer): Brain {
  const { folder, dice } = actor;
  const argv = folder.plan?.argv ?? [];
  let conversation = actor.beginConversation(argv[2] ?? '', argv.includes('--resume'));
  const { PROMPT: text = '', TURN_ID: by = '' } = folder.plan?.env ?? {};
  const screen = new Screen();
  folder.screen = screen;
  yield* startUp(actor);
  screen.isReady = dice.chance(0.5);
  yield { ms: dice.between(1, 500) };
  actor.write(hooks.began(conversation));
  screen.isReady = true;
  screen.tellQueued = (queued) => {
    if (actor.tellsWithin) actor.write(hooks.prompted(queued, screen.promptId));
    return actor.tellsWithin;
  };
  if (text !== '') screen.prompts = [{ text, by }];
  for (;;) {
    yield {
      ms: FOREVER,
      until: () => screen.prompts.length > 0 || screen.isLeft || screen.isCleared,
    };
    if (screen.isLeft) return 0;
    if (screen.isCleared) {
      screen.isCleared = false;
      conversation = `c-${dice.hex(12)}`;
      actor.write(hooks.began(conversation));
      actor.clear(`/screens/${conversation}.jsonl`, conversation);
      continue;
    }
    yield { ms: dice.chance(0.1) && !actor.isCalm ? dice.between(SOON_MS, 6_000) : dice.between(0, SOON_MS) };
    yield* takeTurns(actor, screen, () => actor.remember(`/screens/${conversation}.jsonl`, conversation));
  }
}

/** Turns, one after the other, until nothing waits to be read. */
function* takeTurns(actor: Performer, screen: Screen, remember: () => void): Generator<Pause, void, void> {
  for (;;) {
    const prompt = screen.readPrompt();
    if (!prompt) return;
    remember();
    beginPrompt(actor, screen, prompt);
    screen.isBusy = true;
    screen.isEscaped = false;
    const isWhole = yield* interruptible(actTurn(actor, screen), screen);
    screen.isBusy = false;
    if (!isWhole) writeLate(screen);
    if (!isWhole) return screen.interrupt();
    yield { ms: actor.dice.between(0, SOON_MS) };
    writeLate(screen);
  }
}

/** Its hook tells at once, unless it did when the prompt was queued; the transcript tells a moment later. */
function beginPrompt(actor: Performer, screen: Screen, { text, by, isTold = false }: Piece): void {
  screen.promptId = `p-${actor.dice.hex(8)}`;
  const hook = isTold ? null : hooks.prompted(text, screen.promptId);
  if (by === PERSON) return hook === null ? undefined : actor.write(hook);
  const tell = actor.see(by, hook);
  write(actor, screen, () => {
    actor.transcribe(hooks.wrotePrompt(text, actor.now));
    tell();
  });
}

/** Between two tools it takes in what was submitted meanwhile; only the transcript tells of that. */
function takeIn(actor: Performer, screen: Screen): void {
  for (const { text, by } of screen.prompts) {
    if (by === PERSON) continue;
    const tell = actor.see(by, null);
    write(actor, screen, () => {
      actor.transcribe(hooks.wroteWithin(text, actor.now));
      tell();
    });
  }
  screen.prompts = [];
}

/** The transcript is written late now and then, and what is not written is lost with the process. */
function write(actor: Performer, screen: Screen, line: () => void): void {
  screen.late.push(line);
  if (actor.isCalm || actor.dice.chance(0.7)) writeLate(screen);
}

function writeLate(screen: Screen): void {
  for (const line of screen.late.splice(0)) line();
}

/** False when a person broke it off. */
function* interruptible(work: Generator<Pause, void, void>, screen: Screen): Generator<Pause, boolean, void> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return true;
    yield { ms: value.ms, until: () => value.until?.() || screen.isEscaped || screen.isLeft };
    if (screen.isLeft) throw new Exited(0);
    if (screen.isEscaped) return false;
  }
}

type Deed = 'tool' | 'permission' | 'ask' | 'send' | 'result' | 'done';

function* actTurn(actor: Performer, screen: Screen): Generator<Pause, void, void> {
  const { dice } = actor;
  for (let left = dice.between(0, 4); left > 0; left--) {
    yield { ms: dice.between(1, 3_000) };
    yield* doDeed(actor, screen);
    if (dice.chance(0.6)) takeIn(actor, screen);
  }
  yield { ms: dice.between(1, 2_000) };
  yield* endTurn(actor);
}

function* doDeed(actor: Performer, screen: Screen): Generator<Pause, void, void> {
  const { dice, isCalm } = actor;
  const deeds = isCalm
    ? { tool: 10, permission: 1 }
    : { tool: 30, permission: 20, ask: 6, send: 6, result: 4, done: 2 };
  switch (dice.weigh<Deed>(deeds)) {
    case 'tool':
      return yield* useTool(actor, dice.chance(0.1) ? 4 * MINUTE : dice.between(1, 8_000));
    case 'permission':
      return yield* askPermission(actor, screen);
    case 'ask':
      return yield* askPerson(actor);
    case 'send':
      yield* actor.ask({ verb: 'message.send', to: actor.pickPeer(), body: `m-${dice.hex(12)}` }, 30_000);
      return;
    case 'result':
      yield* actor.ask({ verb: 'session.submit-result', json: `{"summary":"r-${dice.hex(6)}"}` }, 30_000);
      return;
    case 'done':
      yield* actor.ask({ verb: 'session.finish', summary: 'all done' }, 30_000);
      return;
  }
}

function* useTool(actor: Performer, ms: number): Generator<Pause, void, void> {
  const path = `/f-${actor.dice.hex(8)}`;
  actor.write(hooks.toolStarted(path));
  actor.folder.reported.tools += 1;
  yield { ms };
  actor.write(hooks.toolEnded(path));
}

/** A dialog stays until it is answered, at the screen or through the hook. */
function* askPermission(actor: Performer, screen: Screen): Generator<Pause, void, void> {
  const { dice } = actor;
  const path = `/f-${dice.hex(8)}`;
  const dialog: Dialog = { id: `r-${dice.hex(8)}`, answer: null, isByHook: false, isGone: false };
  actor.write(hooks.toolStarted(path));
  actor.folder.reported.tools += 1;
  screen.openDialog(dialog);
  screen.pipes.set(answerPipe(dialog.id), dialog);
  yield { ms: dice.between(0, 300) };
  actor.write(hooks.permissionAsked(dialog.id, path));
  yield { ms: FOREVER, until: () => dialog.answer !== null };
  screen.closeDialog();
  if (dialog.isByHook || dice.chance(0.5)) screen.pipes.delete(answerPipe(dialog.id));
  if (dialog.isByHook) actor.hear(dialog.id, dialog.answer ?? '');
  if (dialog.answer === 'allow') {
    yield { ms: dice.between(0, 2_000) };
    actor.write(hooks.toolEnded(path));
  }
}

type Ending = 'good' | 'limited' | 'overloaded' | 'refused' | 'crash' | 'exit' | 'hang';

function* endTurn(actor: Performer): Generator<Pause, void, void> {
  const { dice } = actor;
  const rough = { good: 75, limited: 4, overloaded: 4, refused: 2, crash: 6, exit: 2, hang: 4 };
  switch (dice.weigh<Ending>(actor.isCalm ? { good: 1 } : rough)) {
    case 'good':
      actor.folder.reported.messages += 1;
      return actor.write(hooks.stopped(`result ${dice.hex(4)}`));
    case 'limited':
      return actor.write(hooks.failed('rate_limit'));
    case 'overloaded':
      return actor.write(hooks.failed('overloaded'));
    case 'refused':
      return actor.write(hooks.failed('invalid_request'));
    case 'crash':
      throw new Exited(139);
    case 'exit':
      throw new Exited(dice.between(1, 3));
    case 'hang':
      yield { ms: FOREVER };
  }
}
