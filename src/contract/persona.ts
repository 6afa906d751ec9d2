import * as z from 'zod/mini';
import { nearest } from '../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { AUTO, type Persona, type PersonaSource } from '../domain/persona/persona.ts';
import type { Nesting } from '../domain/session/nesting.ts';
import { MEMORY_EXPECTED, parseMemoryMb } from './amount.ts';
import { type FrontMatterField, parseFrontMatter } from './front-matter.ts';
import { isSafeId } from './id.ts';
import {
  amount,
  choice,
  duration,
  type SettingKind,
  text,
  wholeNumber,
  words,
  yesOrNo,
} from './setting-kind.ts';

export const PERSONA_MAX_BYTES = 256 * 1024;

const AUTO_TAKEN = `"${AUTO}" picks a persona by the task: give this one another name`;

const name: SettingKind<string> = {
  expected: 'letters, digits, "-", "_" and single "."',
  schema: () => z.string(),
  read: (value) => (typeof value === 'string' && isSafeId(value) ? value : undefined),
  fromText: (given) => given,
};

/** Tools come as a list, or as one text with commas, as Claude Code writes them. */
const tools: SettingKind<readonly string[]> = {
  ...words,
  expected: 'a list of tools, or their names with commas between',
  read: (value) => words.read(typeof value === 'string' ? words.fromText(value) : (value ?? [])),
};

const program: SettingKind<readonly string[]> = {
  ...words,
  expected: 'a list that begins with a program, as ["node", "agent.js"]',
  read: (value) => {
    const list = words.read(value);
    return list !== undefined && list.length > 0 && !list.some((word) => word.includes('\0'))
      ? list
      : undefined;
  },
};

const MOST_DEPTH = 10;
const MOST_CHILDREN = 1000;

const nesting: SettingKind<Nesting> = {
  expected: 'how deep and how many, as "{depth: 1, count: 10}"',
  schema: () => z.object({ depth: z.int(), count: z.int() }),
  read: (value) => {
    const { depth, count, ...others } = Object(value) as Readonly<Record<string, unknown>>;
    const read = { depth: DEPTH.read(depth), count: CHILDREN.read(count) };
    if (read.depth === undefined || read.count === undefined || Object.keys(others).length > 0)
      return undefined;
    return { depth: read.depth, count: read.count };
  },
  fromText: (given) => given,
};
const DEPTH = wholeNumber(0, MOST_DEPTH);
const CHILDREN = wholeNumber(0, MOST_CHILDREN);

const MOST_TAGS = 32;
const TAG = /^[^\s,]{1,64}$/;

const tags: SettingKind<readonly string[]> = {
  ...words,
  expected: `at most ${MOST_TAGS} words, as "[typescript, tests]"`,
  read: (value) => {
    const list = words.read(typeof value === 'string' ? words.fromText(value) : (value ?? []));
    const isGood = list !== undefined && list.length <= MOST_TAGS && list.every((one) => TAG.test(one));
    return isGood ? list : undefined;
  },
};

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const environment: SettingKind<Readonly<Record<string, string>>> = {
  expected: 'names and texts, as "KEY: value"; names that begin with SWARM_ are taken',
  schema: () => z.record(z.string(), z.string()),
  read: (value) => {
    if (value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) return undefined;
    const pairs = Object.entries(value as object);
    const isGood = pairs.every(
      ([key, one]) =>
        VARIABLE.test(key) && !key.startsWith('SWARM_') && isPlain(one) && !String(one).includes('\0'),
    );
    return isGood ? Object.fromEntries(pairs.map(([key, one]) => [key, String(one)])) : undefined;
  },
  fromText: (given) => given,
};

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const anyText: SettingKind<string> = {
  expected: 'a text',
  schema: () => z.string(),
  read: (value) => (value === null ? '' : isPlain(value) ? String(value) : undefined),
  fromText: (given) => given,
};

const memoryMb: SettingKind<number> = {
  expected: MEMORY_EXPECTED,
  schema: () => z.string(),
  read: (value) => (typeof value === 'string' ? parseMemoryMb(value) : undefined),
  fromText: (given) => given,
};

const FIELDS = {
  name,
  description: anyText,
  cli: text('the name of an agent CLI', /^[a-z0-9][\w-]{0,63}$/),
  command: program,
  model: text('a model name', /^[\w.:@/[\]-]{1,128}$/),
  mode: choice(['headless', 'interactive']),
  tools,
  permission_mode: text('a word', /^[A-Za-z][\w-]{0,63}$/),
  writes: yesOrNo,
  workspace: yesOrNo,
  timeout: duration(1000),
  budget_usd: amount(0, 1_000_000),
  max_turns: wholeNumber(1, 100_000),
  memory: memoryMb,
  cpus: amount(0.01, 4096),
  processes: wholeNumber(1, 4_000_000),
  open_files: wholeNumber(32, 100_000_000),
  settings: text('a path'),
  mcp_config: text('a path'),
  may_create: nesting,
  tags,
  env: environment,
} as const;

type Fields = { -readonly [K in keyof typeof FIELDS]?: NonNullable<ReturnType<(typeof FIELDS)[K]['read']>> };
type Origin = Readonly<{ name: string; file: string; source: PersonaSource }>;

/** Reads one persona file. A file without front matter is a persona whose whole text is the body. */
export function parsePersona(content: string, origin: Origin): Outcome<Persona> {
  const broken = (line: number, problem: string) =>
    refuse({ code: 'persona-broken', file: origin.file, line, problem });
  if (content.includes('\0')) return broken(1, 'the file is not text');
  if (content.trim() === '') return broken(1, 'the file is empty');
  if (origin.name === AUTO) return broken(1, AUTO_TAKEN);
  const isForeign = origin.source === 'claude';
  const matter = parseFrontMatter(content, { isLenient: isForeign });
  if (!matter.ok) return broken(matter.line, matter.problem);

  const fields: Fields = {};
  for (const field of matter.value.fields) {
    const problem = setField(fields, field, isForeign);
    if (problem !== undefined) return broken(field.line, problem);
  }
  const clash = checkCommand(fields);
  if (clash !== undefined) return broken(lineOf(matter.value.fields, clash.key), clash.problem);
  return accept(toPersona(fields, matter.value.body, origin));
}

// Claude Code spells some of these its own way, and has keys that mean nothing here.
const FOREIGN_NAMES: Readonly<Record<string, string>> = { permissionMode: 'permission_mode' };

function setField(fields: Fields, { key, value }: FrontMatterField, isForeign: boolean): string | undefined {
  const known = isForeign ? (FOREIGN_NAMES[key] ?? key) : key;
  if (!Object.hasOwn(FIELDS, known)) return isForeign ? undefined : describeUnknown(key);
  const kind: SettingKind<unknown> = FIELDS[known as keyof typeof FIELDS];
  const read = kind.read(value);
  if (read === undefined) {
    return isForeign ? undefined : `${key}: expected ${kind.expected}, found ${JSON.stringify(value)}`;
  }
  (fields as Record<string, unknown>)[known] = read;
  return undefined;
}

function describeUnknown(key: string): string {
  const known = Object.keys(FIELDS);
  const [near] = nearest(key.replaceAll('-', '_'), known, 1);
  const advice = near === undefined ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `unknown key "${key}"; ${advice}`;
}

const TAKES_COMMAND: ReadonlySet<string> = new Set(['command' as const, 'acp' as const]);

function checkCommand({ cli, command }: Fields): { key: string; problem: string } | undefined {
  if (cli === 'command' && command === undefined) {
    return { key: 'cli', problem: 'cli: command needs a line "command: [program, …]"' };
  }
  if (command !== undefined && cli !== undefined && !TAKES_COMMAND.has(cli)) {
    const problem = `command: goes with "cli: command" or "cli: acp", not with "cli: ${cli}"`;
    return { key: 'command', problem };
  }
  return undefined;
}

const lineOf = (fields: readonly FrontMatterField[], key: string): number =>
  fields.find((field) => field.key === key)?.line ?? 1;

const toPersona = (fields: Fields, body: string, { name, file, source }: Origin): Persona => ({
  name,
  description: fields.description ?? '',
  cli: fields.cli ?? (fields.command === undefined ? null : 'command'),
  command: fields.command ?? null,
  model: fields.model === undefined || fields.model === 'inherit' ? null : fields.model,
  mode: fields.mode ?? null,
  tools: fields.tools ?? [],
  permissionMode: fields.permission_mode ?? null,
  writes: fields.writes ?? true,
  workspace: fields.workspace ?? null,
  timeoutMs: fields.timeout ?? null,
  budgetUsd: fields.budget_usd ?? null,
  maxTurns: fields.max_turns ?? null,
  settings: fields.settings ?? null,
  mcpConfig: fields.mcp_config ?? null,
  mayCreate: fields.may_create ?? null,
  tags: fields.tags ?? [],
  env: fields.env ?? {},
  resources: {
    memoryMb: fields.memory ?? null,
    cpus: fields.cpus ?? null,
    processes: fields.processes ?? null,
    openFiles: fields.open_files ?? null,
  },
  text: body.trim(),
  file,
  source,
});
