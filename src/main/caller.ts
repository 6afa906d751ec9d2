import { basename, dirname } from 'node:path';
import type { AnyVerb } from '../app/verb.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { ProjectPaths } from '../runtime/project/project-paths.ts';
import type { Env } from './project.ts';

/** Whose process this is: a person's, an agent's, or an agent's that does not say so. */
export type Caller = Readonly<{
  /** The session whose agent it is, as the environment says; null: it says nothing of an attempt. */
  sessionId: string | null;
  /** It carries the token of the attempt that it names. */
  isNamedRightly: () => Promise<boolean>;
  /** The attempt that this process was started from although its environment does not say so. */
  findHidden: () => Promise<string | null>;
}>;

/** Looks at processes at most once. Reads never ask, so that they cost nothing. */
export function callerOf(env: Env, findPaths: () => Promise<ProjectPaths>): Caller {
  let looking: Promise<string | null> | null = null;
  const look = async (): Promise<string | null> =>
    (await import('../runtime/process/find-agent-mark.ts')).findAgentMark();
  return {
    sessionId: env.SWARM_ATTEMPT_DIR ? (env.SWARM_SESSION_ID ?? '') : null,
    isNamedRightly: async () => isNamedRightly(await findPaths(), env),
    findHidden: () => {
      looking ??= env.SWARM_ATTEMPT_DIR ? Promise.resolve(null) : look();
      return looking;
    },
  };
}

/** Why this process may not ask the verb; null when it may. */
export async function refusalFor(caller: Caller, verb: AnyVerb): Promise<Refusal | null> {
  const { sessionId } = caller;
  if (sessionId !== null && verb.asks === 'person') return { code: 'not-from-attempt', verb: verb.name };
  if (verb.reads || verb.asks === 'agent') return null;
  if (sessionId !== null) {
    const isOwn = verb.needs === 'folder' || (await caller.isNamedRightly());
    return isOwn ? null : { code: 'attempt-misnamed', sessionId };
  }
  const attempt = await caller.findHidden();
  return attempt === null ? null : { code: 'attempt-hidden', verb: verb.name, attempt };
}

/** What an agent's process changes by itself is changed in the name of its session. */
async function isNamedRightly({ keyFile }: ProjectPaths, env: Env): Promise<boolean> {
  const { isTokenOf, readKey, TOKEN_VARIABLE } = await import('../runtime/attempt/token.ts');
  const key = readKey(keyFile);
  const dir = env.SWARM_ATTEMPT_DIR ?? '';
  const sessionId = basename(dirname(dirname(dir)));
  if (key === null || sessionId !== env.SWARM_SESSION_ID) return false;
  return isTokenOf(key, { sessionId, attempt: Number(basename(dir)) }, env[TOKEN_VARIABLE]);
}
