import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Touched } from '../cli/host.ts';
import { CONFIG_FILE } from '../contract/config.ts';
import { renderConfigSchema } from '../contract/config-schema.ts';
import type { LoadedConfig } from '../runtime/config/load-config.ts';
import { ensureProject } from '../runtime/project/ensure-project.ts';
import { type Places, placesOf } from '../runtime/project/places.ts';

const SCHEMA_FILE = '.swarm/swarm.config.schema.json';

const EXAMPLE_PERSONA = `---
name: example
description: An example to start from; rename the folder and the file together
writes: false
timeout: 15m
---

You are a careful reader of code. Read what the task names, answer what it asks, and change nothing.

Hand in your result as JSON with a "summary" and a list of "findings", each with a file, a line and what
is wrong.
`;

/** Makes what is missing, and nothing else. */
export function initProject(
  root: string,
  { config }: Pick<LoadedConfig, 'config'>,
): Readonly<{ root: string; touched: readonly Touched[] }> {
  const places = placesOf(root, config.paths);
  const isNew = !existsSync(places.swarmDir);
  ensureProject(places);
  const touched: Touched[] = [
    { path: '.swarm/', is: isNew ? 'created' : 'kept' },
    ensureFile(places, SCHEMA_FILE, renderConfigSchema()),
    ensureFile(places, CONFIG_FILE, `${JSON.stringify({ $schema: `./${SCHEMA_FILE}` }, null, 2)}\n`),
  ];
  const persona = ensureExample(places);
  const more = persona === null ? [] : [persona];
  return { root: places.root, touched: [...touched, ensureFolder(places, places.plansDir), ...more] };
}

// A project that has personas needs no example.
function ensureExample(places: Places): Touched | null {
  const file = relative(places.root, join(places.agentsDir, 'example', 'example-agent.md'));
  const isThere = existsSync(join(places.root, file));
  if (!isThere && existsSync(places.agentsDir)) return null;
  return ensureFile(places, file, EXAMPLE_PERSONA);
}

function ensureFolder({ root }: Places, folder: string): Touched {
  const path = `${relative(root, folder)}/`;
  if (existsSync(folder)) return { path, is: 'kept' };
  mkdirSync(folder, { recursive: true });
  return { path, is: 'created' };
}

function ensureFile({ root }: Places, path: string, text: string): Touched {
  const file = join(root, path);
  if (existsSync(file)) return { path, is: 'kept' };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
  return { path, is: 'created' };
}
