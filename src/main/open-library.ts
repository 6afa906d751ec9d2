import { dirname, join, resolve } from 'node:path';
import { readResult } from '../app/session/read-result.ts';
import { UsageError } from '../contract/usage-error.ts';
import { type OrchestratorConfig, settingsOf } from '../library/config.ts';
import type { LibraryHost } from '../library/host.ts';
import { makeFolder } from '../runtime/files/make-folder.ts';
import { writeAtomic } from '../runtime/files/write-atomic.ts';
import { openOutputReader } from '../runtime/output/output-reader.ts';
import { findProject } from '../runtime/project/find-project.ts';
import { findVerb } from './ask.ts';
import { type Env, withSettings } from './project.ts';
import { openWakes } from './wakes.ts';
import { openApp } from './wire.ts';

/** One project for a program that uses the library, with what that program wants to be different. */
export async function openLibrary(config: OrchestratorConfig, env: Env): Promise<LibraryHost> {
  const folder = resolve(config.root || env.SWARM_PROJECT || process.cwd());
  const found = findProject(folder);
  if (!found) {
    throw new UsageError(`No project found in ${folder} or above it`, {
      key: 'root',
      hint: 'Make one there: swarm init; or name one with root',
    });
  }
  const { admit } = await import('./admission.ts');
  const own = { ...withSettings(env, settingsOf(config)), ...(config.trust ? { SWARM_TRUST: '1' } : {}) };
  // Asked once: what is refused leaves a project that can only be looked at.
  const admitted = await admit({ root: found.root, env: own, ask: null });
  const opened = await openApp(found.root, own, { admit: async () => admitted });
  const { paths, config: resolved } = opened.project;
  return {
    ask: opened.ask,
    verb: findVerb,
    project: { root: paths.root, tmuxPrefix: resolved.tmux.prefix },
    wakes: () => openWakes(opened),
    readResult: async (sessionId) => {
      const read = await readResult(opened.deps, { sessionId });
      return read.ok ? read.value.text : null;
    },
    readOutput: (agentId) => readAll(join(paths.sessionsDir, agentId)),
    async writeOutput(runId, name, text) {
      const file = join(paths.outputsDir, runId, name);
      makeFolder(dirname(file), { mode: 0o777, never: paths.root });
      await writeAtomic(file, text, { mode: 0o644 });
      return file;
    },
    close: opened.close,
  };
}

async function readAll(folder: string): Promise<string> {
  const reader = openOutputReader(folder);
  const parts: string[] = [];
  try {
    for (let text = await reader.read(); text !== ''; text = await reader.read()) parts.push(text);
  } finally {
    reader.close();
  }
  return parts.join('');
}
