import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  decideScreenMove,
  isScreenAtRest,
  type ScreenMark,
  type ScreenMove,
  type ScreenSight,
} from '../../domain/agent/screen.ts';
import { errnoOf, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef, HookAnswer, ScreenTurn } from './attempts.ts';
import type { AttemptWorld } from './world.ts';

const NO_PANE_MS = 1_000;
/** A screen that is being redrawn may show stale content for a moment. */
const SECOND_LOOK_MS = 500;

/** The sight of the screen; at rest only if a second look agrees. */
export async function observeScreen(
  { tmux }: AttemptWorld,
  ref: AttemptRef,
  read: (screen: string) => ScreenSight,
): Promise<ScreenSight> {
  const look = async (): Promise<ScreenSight> => {
    const screen = tmux && (await tmux.readScreen(paneMarkOf(ref)));
    return screen ? read(screen.text) : { is: 'other' };
  };
  const first = await look();
  if (!isScreenAtRest(first)) return first;
  await pause(SECOND_LOOK_MS);
  return look();
}

/** One look at the screen, and at most one key. The key is noted in the folder first. */
export async function putToScreen(
  { sessionsDir, tmux }: AttemptWorld,
  ref: AttemptRef,
  turn: ScreenTurn,
): Promise<ScreenMove> {
  const { dir } = attemptFolder(sessionsDir, ref);
  const pane = paneMarkOf(ref);
  const screen = tmux && (await tmux.readScreen(pane));
  if (!tmux || !screen) return { is: 'wait', lookInMs: NO_PANE_MS, because: 'not-ready' };

  const sight: ScreenSight = screen.isScrolled ? { is: 'other' } : turn.read(screen.text);
  const mark = await readMark(dir, turn.turnId);
  const move = decideScreenMove({ sight, mark, isOurs: (typed) => turn.isTyped(turn.words, typed) });
  if (move.is === 'paste') {
    const file = join(dir, 'screen-paste.txt');
    await writeAtomic(file, turn.words);
    if (turn.file) await writeAtomic(join(dir, turn.file.name), turn.file.text);
    await writeMark(dir, turn.turnId, 'pasted');
    await tmux.paste(pane, file);
  }
  if (move.is === 'enter') {
    await writeMark(dir, turn.turnId, 'entered');
    await tmux.pressEnter(pane);
  }
  return move;
}

// One mark per turn: a round that acts on stale rows still sees that the turn was submitted.
const markFile = (dir: string, turnId: string): string => join(dir, `screen-mark-${turnId}`);

const writeMark = (dir: string, turnId: string, stage: 'pasted' | 'entered'): Promise<void> =>
  writeAtomic(markFile(dir, turnId), stage);

async function readMark(dir: string, turnId: string): Promise<ScreenMark> {
  const path = markFile(dir, turnId);
  const stage = await unlessMissing(path, '', () => readFile(path, 'utf8'));
  if (stage !== 'pasted' && stage !== 'entered') return { stage: 'none', ageMs: 0 };
  return { stage, ageMs: Math.max(0, Date.now() - (await stat(path)).mtimeMs) };
}

/** Writes the answer first, then wakes the hook, which removes both once it has read. Idempotent. */
export async function handToHook(dir: string, { name, text, pipe }: HookAnswer): Promise<boolean> {
  const path = join(dir, pipe);
  const isThere = await unlessMissing(path, false, async () => (await stat(path)).isFIFO());
  if (!isThere) return true;
  await writeAtomic(join(dir, name), text);
  return withFileFaults(path, () => unlessMissing(path, true, () => wake(path)));
}

// Without a reader the pipe cannot be opened. The hook opens it again at once, so the next wake-up arrives.
async function wake(path: string): Promise<boolean> {
  try {
    const pipe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    await pipe.close();
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENXIO') return false;
    throw error;
  }
}
