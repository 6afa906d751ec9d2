import type { FolderDeps } from '../app/deps.ts';
import { Fault } from '../domain/fault.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { OpenedApp } from './wire.ts';

/** A person at a terminal; null where there is none to ask. */
export type TerminalPerson = Readonly<{
  confirm: (question: string) => Promise<boolean>;
  warn: (text: string) => void;
}> | null;

type Opening = Readonly<{
  open: () => Promise<OpenedApp>;
  folder: FolderDeps;
  person: () => Promise<TerminalPerson>;
}>;

/** Opens the project. One that finds itself elsewhere asks the person first; without one it stays a fault. */
export async function openSettled({ open, folder, person: find }: Opening): Promise<OpenedApp> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'project-elsewhere') throw error;
    const person = await find();
    if (person === null) throw error;
    person.warn(`⚠️  ${error.message}\n`);
    if (!(await isSettled(folder, person))) throw error;
    return open();
  }
}

const MOVED = 'Was it moved? Worktrees and rows then follow, and its agents start anew. [y/N]: ';
const COPIED = 'Is it a copy? It then gets an empty store, and the old one is kept in .swarm/aside/. [y/N]: ';

async function isSettled(folder: FolderDeps, person: NonNullable<TerminalPerson>): Promise<boolean> {
  const location = await (await folder.relocation()).observe();
  if (location.is === 'home') return true;
  if (!location.hasOriginal && (await person.confirm(MOVED))) {
    const { settleMoved } = await import('../app/project/settle-moved.ts');
    return told(person, await settleMoved(folder));
  }
  if (!(await person.confirm(COPIED))) return false;
  const { settleCopied } = await import('../app/project/settle-copied.ts');
  return told(person, await settleCopied(folder));
}

async function told(person: NonNullable<TerminalPerson>, outcome: Outcome<unknown>): Promise<boolean> {
  if (outcome.ok) return true;
  const { refusalText } = await import('../views/refusal-text.ts');
  const { message, hint } = refusalText(outcome.refusal);
  person.warn(`${message}\n${hint}\n`);
  return false;
}
