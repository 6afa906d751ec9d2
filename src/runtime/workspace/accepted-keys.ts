import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../contract/json.ts';
import { type ConfigChange, type ConfigEntry, listChanges } from '../../domain/git/command-keys.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { shortHash } from '../project/project-paths.ts';
import { stateFolder } from '../project/trust.ts';
import { observeCommandKeys } from './command-keys.ts';
import type { Git } from './git.ts';

type Env = Readonly<Record<string, string | undefined>>;

const Accepted = z.object({
  project: z.string(),
  keys: z.array(z.object({ key: z.string(), value: z.string() })),
});

// Beside the person's trust, not in the repository: agents work there.
const fileOf = (project: string, env: Env): string =>
  join(stateFolder(env), 'git', `${shortHash(project)}.json`);

function findAccepted(project: string, env: Env): readonly ConfigEntry[] | null {
  const text = readSmall(fileOf(project, env));
  const parsed = text === null ? null : parseJson(text);
  const data = parsed?.ok ? Accepted.safeParse(parsed.value).data : undefined;
  return data?.project === project ? data.keys : null;
}

/** What the person's repository ran when the person last gave a word on it. */
export const readAccepted = (project: string, env: Env): readonly ConfigEntry[] =>
  findAccepted(project, env) ?? [];

/** Accepts what the configuration of the repository runs now. */
export async function acceptKeys(git: Git, project: string, env: Env): Promise<void> {
  const keys = await observeCommandKeys(git.run, { in: project });
  const file = fileOf(project, env);
  await withFileFaults(file, () => mkdir(dirname(file), { recursive: true, mode: 0o700 }));
  await writeAtomic(file, JSON.stringify({ project, keys }));
}

/** The same, unless something was accepted before. Where it cannot be kept, drivers stay switched off. */
export async function ensureAccepted(git: Git, project: string, env: Env): Promise<void> {
  if (findAccepted(project, env) === null) await acceptKeys(git, project, env).catch(() => {});
}

/** How the configuration differs from what was accepted. */
export async function observeKeyChanges(
  git: Git,
  project: string,
  env: Env,
): Promise<readonly ConfigChange[]> {
  const accepted = findAccepted(project, env);
  return accepted === null ? [] : listChanges(accepted, await observeCommandKeys(git.run, { in: project }));
}
