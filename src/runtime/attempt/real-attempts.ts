import { join } from 'node:path';
import { writeAtomic } from '../files/write-atomic.ts';
import { answerAsking, hasAskerLeft, listAsking, wasAnswerHeard } from './asking.ts';
import { type AttemptFolder, attemptFolder, sessionDirOf } from './attempt-folder.ts';
import type { AttemptRef, Attempts } from './attempts.ts';
import { readClaim, readExit } from './claim.ts';
import { observeFolderBytes } from './disk.ts';
import { ensureGone, ensureInputEnded, sendSignal } from './ending.ts';
import { eventReader } from './events.ts';
import { attemptGlance } from './glance.ts';
import { ensureInputText } from './input.ts';
import { observeMembers, readAgentPid } from './members.ts';
import { observeAttempt } from './observing.ts';
import { ensureOpen } from './opening.ts';
import { hasContent, readLastLines, readWritten, writeAt } from './reading.ts';
import { handToHook, observeScreen, putToScreen } from './screen.ts';
import type { AttemptWorld } from './world.ts';

/** Attempts as processes of this machine, in panes of the project's tmux server. */
export function realAttempts(world: AttemptWorld): Attempts {
  const { sessionsDir } = world;
  const folderOf = (ref: AttemptRef): AttemptFolder => attemptFolder(sessionsDir, ref);
  const readEvents = eventReader();
  return {
    observe: (ref) => observeAttempt(world, ref),
    observeAll: attemptGlance(world),
    findAgentPid: (ref) => readAgentPid(folderOf(ref)),
    ensureOpen: (ref, plan) => ensureOpen(world, { ref, plan }),
    ensureInputEnded: (ref) => ensureInputEnded(world, ref),
    sendSignal: (ref, signal) => sendSignal(world, ref, signal),
    ensureGone: (ref) => ensureGone(world, ref),
    ensureInput: (ref, lines) => ensureInputText(folderOf(ref).stdin, lines.join('')),
    putToScreen: (ref, turn) => putToScreen(world, ref, turn),
    observeScreen: (ref, read) => observeScreen(world, ref, read),
    handToHook: (ref, answer) => handToHook(folderOf(ref).dir, answer),
    readEvents(ref, from) {
      const folder = folderOf(ref);
      return readEvents({ path: folder.events, from, isOver: () => isSilent(folder) });
    },
    drawAt: (ref, { file, position }, text) => writeAt(join(folderOf(ref).sessionDir, file), position, text),
    listAsking: (sessionId) => listAsking(sessionsDir, sessionId),
    answerAsking: ({ key }, answer) => answerAsking(sessionsDir, key, answer),
    hasAskerLeft: ({ key }) => hasAskerLeft(sessionsDir, key),
    wasAnswerHeard: ({ key }) => wasAnswerHeard(sessionsDir, key),
    writeResult: (ref, json) => writeAtomic(folderOf(ref).result, json),
    readResult: (ref) => readWritten(folderOf(ref).result),
    readErrors: (ref) => readLastLines(folderOf(ref).stderr),
    hasTranscript: hasContent,
    observeDisk: (sessionId) => observeFolderBytes(sessionDirOf(sessionsDir, sessionId)),
  };
}

/** No writer is left to finish a line. */
async function isSilent(folder: AttemptFolder): Promise<boolean> {
  if ((await readExit(folder.exit)) !== undefined) return true;
  if ((await readClaim(folder.launcher)) === undefined) return false;
  const { launcher, agents } = await observeMembers(folder);
  return launcher === undefined && agents.length === 0;
}
