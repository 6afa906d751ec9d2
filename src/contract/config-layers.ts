import { nearest } from '../domain/config/nearest.ts';
import {
  CONFIG_FILE,
  environmentName,
  isSettingKey,
  otherNames,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type SettingValues,
} from './config.ts';
import { secretInSettings } from './notify-settings.ts';
import { UsageError } from './usage-error.ts';

/** JSON with the line of every key, so that a complaint can name the line. */
export type JsonText = Readonly<{
  value: unknown;
  /** Path of a key, as "limits.sessions", to the line that it is on. */
  lines: ReadonlyMap<string, number>;
}>;

export type Origin =
  | { from: 'default' }
  | { from: 'file'; file: string; line: number }
  | { from: 'environment'; name: string }
  | { from: 'flag'; name: string };

type Layer = Readonly<{
  key: SettingKey;
  written: unknown;
  origin: Origin;
  isShared?: boolean;
  yieldsToFile?: boolean;
}>;

export type ResolvedConfig = Readonly<{
  values: SettingValues;
  /** The value as one would write it, and where it comes from. */
  shown: readonly Readonly<{ key: SettingKey; written: unknown; origin: Origin; about: string }>[];
  warnings: readonly string[];
}>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Lays file, environment and flags over the defaults. The last one that says something about a key wins. */
export function resolveConfig(given: {
  file?: JsonText;
  env: Environment;
  flags: Readonly<Record<string, string>>;
}): ResolvedConfig {
  const warnings: string[] = [];
  const values: Record<string, unknown> = {};
  const shown = new Map<SettingKey, Layer>();
  const fromFile = given.file === undefined ? [] : listFromFile(given.file);
  const fromEnvironment = yieldToFile(listFromEnvironment(given.env), fromFile);
  warnings.push(...fromEnvironment.warnings);
  const layers = [
    ...SETTING_KEYS.map(
      (key): Layer => ({ key, written: SETTINGS[key].default, origin: { from: 'default' } }),
    ),
    ...fromFile,
    ...fromEnvironment.layers,
    ...listFromFlags(given.flags),
  ];
  for (const layer of layers) {
    const value = SETTINGS[layer.key].kind.read(layer.written);
    if (value !== undefined) {
      values[layer.key] = value;
      shown.set(layer.key, layer);
    } else if (layer.isShared) warnings.push(`${describeMisfit(layer)}; it is ignored`);
    else throw misfit(layer);
  }
  return {
    values: values as SettingValues,
    shown: [...shown.values()].map(({ key, written, origin }) => ({
      key,
      written,
      origin,
      about: SETTINGS[key].about,
    })),
    warnings,
  };
}

function listFromFile(file: JsonText): Layer[] {
  const lineOf = (path: string): number => file.lines.get(path) ?? 1;
  const visit = (value: unknown, path: string): Layer[] => {
    if (path === '$schema') return [];
    if (isSettingKey(path)) {
      return [{ key: path, written: value, origin: { from: 'file', file: CONFIG_FILE, line: lineOf(path) } }];
    }
    const line = lineOf(path);
    const misplaced = secretInSettings(path, { name: `${CONFIG_FILE}:${line}`, file: CONFIG_FILE, line });
    if (misplaced) throw misplaced;
    if (path !== '' && !GROUPS.has(path)) throw unknownKey(path, lineOf(path));
    if (!isPlainObject(value)) throw wrongGroup(path, value, lineOf(path));
    return Object.entries(value).flatMap(([key, inner]) =>
      visit(inner, path === '' ? key : `${path}.${key}`),
    );
  };
  return visit(file.value, '');
}

const GROUPS: ReadonlySet<string> = new Set(
  SETTING_KEYS.filter((key) => key.includes('.')).map((key) => key.slice(0, key.indexOf('.'))),
);

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unknownKey(path: string, line: number): UsageError {
  const near = nearestKeys(path);
  return new UsageError(`${CONFIG_FILE}:${line}: unknown key "${path}"`, {
    file: CONFIG_FILE,
    key: path,
    line,
    hint: near.length > 0 ? `Did you mean "${near.join('" or "')}"?` : 'All keys: swarm config show',
  });
}

function nearestKeys(path: string): readonly string[] {
  const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
  const elsewhere = SETTING_KEYS.filter((key) => lastOf(key) === lastOf(path));
  return elsewhere.length > 0 ? elsewhere : nearest(path, [...SETTING_KEYS, ...GROUPS, '$schema'], 1);
}

function wrongGroup(path: string, found: unknown, line: number): UsageError {
  const where = path === '' ? '' : `${path}: `;
  return new UsageError(`${CONFIG_FILE}:${line}: ${where}expected an object, found ${describe(found)}`, {
    file: CONFIG_FILE,
    ...(path === '' ? {} : { key: path }),
    line,
  });
}

// A name that other programs use too must not stop Swarm when its value is meant for them.
function listFromEnvironment(env: Environment): Layer[] {
  const sharedNames = SETTING_KEYS.flatMap((key) =>
    otherNames(key).flatMap(({ name, unitMs, isOpposite, yieldsToFile = false }): Layer[] => {
      const text = env[name];
      if (text === undefined || text === '') return [];
      const written = translate(SETTINGS[key].kind.fromText(text), unitMs, isOpposite);
      const isShared = !name.startsWith('SWARM_');
      return [{ key, written, origin: { from: 'environment', name }, isShared, yieldsToFile }];
    }),
  );
  const ownNames = SETTING_KEYS.flatMap((key): Layer[] => {
    const name = environmentName(key);
    const text = env[name];
    if (text === undefined || text === '') return [];
    return [{ key, written: SETTINGS[key].kind.fromText(text), origin: { from: 'environment', name } }];
  });
  return [...sharedNames, ...ownNames];
}

/** Such a name is told of, whether it counts or not: it may have come from another program's set-up. */
function yieldToFile(
  layers: readonly Layer[],
  fromFile: readonly Layer[],
): Readonly<{ layers: readonly Layer[]; warnings: readonly string[] }> {
  const overOf = ({ key }: Layer): Layer | undefined => fromFile.findLast((other) => other.key === key);
  return {
    layers: layers.filter((layer) => !layer.yieldsToFile || overOf(layer) === undefined),
    warnings: layers.flatMap((layer) => (layer.yieldsToFile ? [describeYielding(layer, overOf(layer))] : [])),
  };
}

function describeYielding({ key, written, origin }: Layer, over: Layer | undefined): string {
  const name = renderOrigin(origin);
  return over
    ? `${name} of the environment does not count: ${renderOrigin(over.origin)} sets ${key}`
    : `${name} of the environment sets ${key} to ${describe(written)}; a key in ${CONFIG_FILE} decides`;
}

function translate(written: unknown, unitMs: number | undefined, isOpposite: boolean | undefined): unknown {
  if (isOpposite === true && typeof written === 'boolean') return !written;
  if (unitMs !== undefined && typeof written === 'number') return written * unitMs;
  return written;
}

function listFromFlags(flags: Readonly<Record<string, string>>): Layer[] {
  return Object.entries(flags).map(([key, text]) => {
    if (!isSettingKey(key)) {
      const misplaced = secretInSettings(key, { name: '--set' });
      if (misplaced) throw misplaced;
      const near = nearestKeys(key);
      throw new UsageError(`--set: unknown key "${key}"`, {
        key,
        hint: near.length > 0 ? `Did you mean "${near.join('" or "')}"?` : 'All keys: swarm config show',
      });
    }
    return { key, written: SETTINGS[key].kind.fromText(text), origin: { from: 'flag', name: '--set' } };
  });
}

function misfit(layer: Layer): UsageError {
  const { origin, key } = layer;
  return new UsageError(describeMisfit(layer), {
    key,
    ...(origin.from === 'file' ? { file: origin.file, line: origin.line } : {}),
  });
}

const describeMisfit = ({ key, written, origin }: Layer): string =>
  `${renderOrigin(origin)}: ${key}: expected ${SETTINGS[key].kind.expected}, found ${describe(written)}`;

const LONGEST_SHOWN = 60;

function describe(value: unknown): string {
  if (isPlainObject(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

export function renderOrigin(origin: Origin): string {
  switch (origin.from) {
    case 'default':
      return 'default';
    case 'file':
      return `${origin.file}:${origin.line}`;
    case 'environment':
    case 'flag':
      return origin.name;
  }
}
