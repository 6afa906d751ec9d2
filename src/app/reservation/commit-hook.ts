import * as z from 'zod/mini';
import { NoWords } from '../../contract/participant.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { CommitHook } from '../../runtime/reservation/commit-hook.ts';
import { verb } from '../verb.ts';
import { type DrawHeldDeps, drawHeld } from './draw-held.ts';

export type CommitHookDeps = DrawHeldDeps & Readonly<{ commitHook: CommitHook }>;

/** `enforce`: what a commit of a reserved file comes to. `keeps`: a hook of the person's own runs first. */
export type HookChange = Readonly<{ file: string; isChanged: boolean; keeps: boolean; enforce: string }>;

/** Installs the hook of git that minds reservations, for participants whose CLI has no hooks of its own. */
async function installHook(deps: CommitHookDeps): Promise<Outcome<HookChange>> {
  const { path, is, hasKept, hooksPath } = await deps.commitHook.observe();
  if (hooksPath !== null) return refuse({ code: 'hooks-elsewhere', folder: hooksPath });
  if (is === 'theirs' && hasKept) return refuse({ code: 'hook-kept-already', file: path });
  await deps.commitHook.ensureInstalled();
  await drawHeld(deps);
  return accept({
    file: path,
    isChanged: is !== 'ours',
    keeps: is === 'theirs' || hasKept,
    enforce: deps.config.reservations.enforce,
  });
}

/** Takes the hook away, and puts the person's own back as it was. */
async function uninstallHook(deps: CommitHookDeps): Promise<Outcome<HookChange>> {
  const { path, is, hasKept } = await deps.commitHook.observe();
  if (is === 'ours') await deps.commitHook.ensureRemoved();
  const enforce = deps.config.reservations.enforce;
  return accept({ file: path, isChanged: is === 'ours', keeps: hasKept, enforce });
}

const Answer = z.object({ file: z.string(), changed: z.boolean(), keeps: z.boolean(), enforce: z.string() });
const json = ({ file, isChanged, keeps, enforce }: HookChange) => ({
  file,
  changed: isChanged,
  keeps,
  enforce,
});

export const installHookVerb = verb({
  name: 'reservation.install-hook',
  summary: 'Mind reservations before every commit, by a hook of git',
  asks: 'person',
  reads: false,
  input: NoWords,
  answer: async () => Answer,
  run: installHook,
  json,
});

export const uninstallHookVerb = verb({
  name: 'reservation.uninstall-hook',
  summary: 'Take the hook of git away, and put your own back',
  asks: 'person',
  reads: false,
  input: NoWords,
  answer: async () => Answer,
  run: uninstallHook,
  json,
});
