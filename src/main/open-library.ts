import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readResult } from '../app/session/read-result.ts';
import { environmentName, isSettingKey } from '../contract/config.ts';
import { UsageError } from '../contract/usage-error.ts';
import { type OrchestratorConfig, settingsOf } from '../library/config.ts';
import type { LibraryHost } from '../library/host.ts';
import { writeAtomic } from '../runtime/files/write-atomic.ts';
import { openOutputReader } from '../runtime/output/output-reader.ts';
import { findProject } from '../runtime/project/find-project.ts';
import type { Env } from './project.ts';
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
  const opened = await openApp(found.root, withSettings(env, settingsOf(config)));
  const { places, config: settled } = opened.project;
  return {
    ask: opened.ask,
    place: { root: places.root, tmuxPrefix: settled.tmux.prefix },
    wakes: () => openWakes(opened),
    readResult: async (sessionId) => {
      const read = await readResult(opened.deps, { sessionId });
      return read.ok ? read.value.text : null;
    },
    readOutput: (agentId) => readAll(join(places.sessionsDir, agentId)),
    async writeOutput(runId, name, text) {
      const file = join(places.outputsDir, runId, name);
      await mkdir(dirname(file), { recursive: true });
      await writeAtomic(file, text, { mode: 0o644 });
      return file;
    },
    close: opened.close,
  };
}

// A supervisor that is started from here reads them too.
function withSettings(env: Env, settings: Readonly<Record<string, string>>): Env {
  const named = Object.entries(settings).flatMap(([key, text]) =>
    isSettingKey(key) ? [[environmentName(key), text]] : [],
  );
  return { ...env, ...Object.fromEntries(named) };
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
