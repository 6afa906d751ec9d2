import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { needsTrust } from '../../contract/config.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import type { Runnable } from '../../domain/trust/runnable.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { listPersonas } from '../persona/list-personas.ts';
import type { PersonaFolders } from '../persona/persona-folders.ts';
import { listCliFiles } from './cli-files.ts';
import { readShown } from './read-shown.ts';

type Sources = Readonly<{ folders: PersonaFolders; loaded: LoadedConfig; dbFile: string }>;

const STORE_TEXT = '(rows that were made elsewhere: what they have begun goes on)';

/**
 * Everything that the files of a project would run. What the person's own environment says is not among it.
 */
export async function listRunnables({ folders, loaded, dbFile }: Sources): Promise<readonly Runnable[]> {
  const { root } = folders;
  const personas = (await listPersonas(folders)).personas.filter(({ source }) => source !== 'shipped');
  const named = [
    loaded.config.claude.settings,
    loaded.config.claude.mcpConfig,
    ...personas.flatMap(({ settings, mcpConfig }) => [settings, mcpConfig]),
  ];
  return [
    ...listSettings(loaded),
    ...personas.flatMap((persona) => describePersona(root, persona)),
    ...(await listNamedFiles(root, named)),
    ...(await listCliFiles(root)),
    ...describeStore(root, dbFile),
  ];
}

const listSettings = ({ resolved }: LoadedConfig): readonly Runnable[] =>
  resolved.shown.flatMap(({ key, written, origin }) =>
    origin.from === 'file' && needsTrust(key)
      ? [{ by: 'swarm' as const, file: origin.file, what: `setting ${key}`, text: textOf(written) }]
      : [],
  );

const textOf = (written: unknown): string =>
  typeof written === 'string' ? written : JSON.stringify(written);

function describePersona(root: string, persona: Persona): readonly Runnable[] {
  const { name, file, cli, command, tools, permissionMode, settings, mcpConfig, env, mayCreate } = persona;
  const lines = [
    ...(command === null ? [] : [`command: ${JSON.stringify(command)}`]),
    ...(permissionMode === null ? [] : [`permission_mode: ${permissionMode}`]),
    ...(tools.length === 0 ? [] : [`tools: ${tools.join(', ')}`]),
    ...(settings === null ? [] : [`settings: ${settings}`]),
    ...(mcpConfig === null ? [] : [`mcp_config: ${mcpConfig}`]),
    ...(mayCreate === null || mayCreate.depth === 0
      ? []
      : [`may_create: {depth: ${mayCreate.depth}, count: ${mayCreate.count}}`]),
    ...Object.entries(env).map(([key, value]) => `env: ${key}=${value}`),
  ];
  if (lines.length === 0) return [];
  const driven = cli === null ? [] : [`cli: ${cli}`];
  const text = [...driven, ...lines].join('\n');
  return [{ by: 'swarm', file: relative(root, file), what: `persona ${name}`, text }];
}

async function listNamedFiles(root: string, named: readonly (string | null)[]): Promise<readonly Runnable[]> {
  const paths = new Set(named.flatMap((path) => (path === null ? [] : [resolve(root, path)])));
  const found = await Promise.all(
    [...paths].map(async (path) => ({
      by: 'swarm' as const,
      file: relative(root, path),
      what: 'given to an agent CLI',
      text: (await readShown(path)) ?? '(not there)',
    })),
  );
  return found;
}

// Rows go on: sessions, loops, schedules and the gates of work items.
const describeStore = (root: string, dbFile: string): readonly Runnable[] =>
  existsSync(dbFile) ? [{ by: 'swarm', file: relative(root, dbFile), what: 'store', text: STORE_TEXT }] : [];
