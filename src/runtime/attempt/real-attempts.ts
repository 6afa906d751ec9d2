import { join } from 'node:path';
import { observeFolderBytes } from '../agent-files/folder-bytes.ts';
import { isAlive } from '../process/identity.ts';
import { answerAsking, hasAskerLeft, listAsking, wasAnswerHeard } from './asking.ts';
import { type AttemptFolder, attemptFolder, sessionDirOf } from './attempt-folder.ts';
import type { AttemptRef, Attempts } from './attempts.ts';
import { readExit } from './claim.ts';
import { ensureGone, ensureInputEnded, sendInterrupt, sendSignal } from './ending.ts';
import { eventReader } from './events.ts';
import { attemptGlance } from './glance.ts';
import { ensureUseNoted, observeHolding, observeUse } from './holding.ts';
import { ensureInputLines, ensureInputText } from './input.ts';
import { findAgentPid, observeMembers } from './members.ts';
import { observeAttempt } from './observing.ts';
import { ensureOpen } from './opening.ts';
import { hasContent, readLastLines, readResult } from './reading.ts';
import { handToHook, observeScreen, putToScreen } from './screen.ts';
import { eachLine, readTranscript } from './transcript.ts';
import { type AttemptSettings, type AttemptWorld, attemptWorld } from './world.ts';

/** Attempts as processes of this machine, in panes of the project's tmux server. */
export function realAttempts(settings: AttemptSettings): Attempts {
  const world = attemptWorld(settings);
  const { sessionsDir, files } = world;
  const folderOf = (ref: AttemptRef): AttemptFolder => attemptFolder(sessionsDir, ref);
  const readEvents = eventReader(files);
  return {
    observe: (ref) => observeAttempt(world, ref),
    observeAll: attemptGlance(world),
    findAgentPid: (ref) => findAgentPid(world, ref),
    ensureOpen: (ref, plan) => ensureOpen(world, { ref, plan }),
    ensureInputEnded: (ref) => ensureInputEnded(world, ref),
    sendInterrupt: (ref) => sendInterrupt(world, ref),
    sendSignal: (ref, signal) => sendSignal(world, ref, signal),
    ensureGone: (ref) => ensureGone(world, ref),
    ensureForgotten: async (sessionId) => world.launches.forget(sessionId),
    ensureForgottenBut: async (isKept) => {
      const kept = new Set<string>();
      for (const id of world.launches.listSessions()) if (await isKept(id)) kept.add(id);
      world.launches.forgetAllBut(kept);
    },
    hasOddities: (sessionId) => world.oddities.has(sessionDirOf(sessionsDir, sessionId)),
    ensureSetAside: async (sessionId) => world.oddities.setAside(sessionDirOf(sessionsDir, sessionId)),
    ensureInput: async (ref, lines) => ensureInputText(files, folderOf(ref).stdin, lines.join('')),
    ensureInputLines: async (ref, lines) => ensureInputLines(files, folderOf(ref).stdin, lines),
    putToScreen: (ref, turn) => putToScreen(world, ref, turn),
    observeScreen: (ref, read) => observeScreen(world, ref, read),
    handToHook: async (ref, answer) => handToHook(world, folderOf(ref).dir, answer),
    readEvents: (ref, from) =>
      readEvents({ path: folderOf(ref).events, from, isOver: () => isSilent(world, ref) }),
    drawAt: async (ref, { file, position }, text) =>
      void files.offer((mine) => mine.writeAt(join(folderOf(ref).sessionDir, file), position, text)),
    listAsking: async (sessionId) => listAsking(world, sessionId),
    answerAsking: async ({ key }, answer) => answerAsking(world, key, answer),
    hasAskerLeft: async ({ key }) => hasAskerLeft(world, key),
    wasAnswerHeard: async ({ key }) => wasAnswerHeard(world, key),
    writeResult: async (ref, json) => files.write(folderOf(ref).result, json),
    readResult: async (ref) => readResult(files, folderOf(ref).result),
    readErrorLines: (ref, from) =>
      readEvents({ path: folderOf(ref).stderr, from, isOver: async () => false }),
    readErrors: async (ref) => readLastLines(files, folderOf(ref).stderr),
    readTranscript: async (paths, from) => readTranscript(paths, from),
    hasTranscript: async (file, isWanted) => hasContent(file) && (isWanted?.(eachLine(file)) ?? true),
    observeUse: (ref) => observeUse(world, ref),
    ensureUseNoted: (ref) => ensureUseNoted(world, ref),
    observeHolding: (ref) => observeHolding(world, ref),
    observeDisk: (sessionId) => observeFolderBytes(sessionDirOf(sessionsDir, sessionId)),
  };
}

/** No writer is left to finish a line. */
async function isSilent(world: AttemptWorld, ref: AttemptRef): Promise<boolean> {
  const launch = world.launches.find(ref);
  if (launch?.launcher && (await isAlive({ ...launch.launcher, boot: launch.boot }))) return false;
  const folder = attemptFolder(world.sessionsDir, ref);
  if (readExit(world.files, folder.exit) !== undefined) return true;
  if (!launch?.launcher && world.files.observe(folder.launcher) === null) return false;
  const { launcher, agents } = await observeMembers(world, ref);
  return launcher === undefined && agents.length === 0;
}
