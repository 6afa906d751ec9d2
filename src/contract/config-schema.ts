import * as z from 'zod/mini';
import { SETTING_KEYS, SETTINGS, type SettingKey } from './config.ts';

type JsonSchema = Record<string, unknown>;

/** The JSON Schema of swarm.config.json, for editors. Drawn from the table of settings. */
export function renderConfigSchema(): string {
  const schema: JsonSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of Swarm (swarm.config.json)',
    ...objectOf({ $schema: { type: 'string' }, ...groupsOf(SETTING_KEYS) }),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const objectOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

function groupsOf(keys: readonly SettingKey[]): Record<string, JsonSchema> {
  const names = [...new Set(keys.map((key) => key.split('.')[0] ?? key))];
  return Object.fromEntries(
    names.map((name) => {
      const members = keys.filter((key) => key.startsWith(`${name}.`));
      const alone = keys.find((key) => key === name);
      if (alone !== undefined) return [name, settingSchema(alone)];
      const inside = members.map((key): [string, JsonSchema] => [
        key.slice(name.length + 1),
        settingSchema(key),
      ]);
      return [name, objectOf(Object.fromEntries(inside))];
    }),
  );
}

function settingSchema(key: SettingKey): JsonSchema {
  const { kind, about, default: standard } = SETTINGS[key];
  const { $schema: _, ...schema } = z.toJSONSchema(kind.schema(), { io: 'input' }) as JsonSchema;
  return { description: about, default: standard, ...schema };
}
