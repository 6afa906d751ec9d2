import { parseJson } from './json.ts';
import { editJson } from './json-edit.ts';

/** Which hooks of Claude Code are asked for, and what each is called by Swarm. */
const EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  SessionEnd: 'session-end',
} as const;
const LIMIT_SECONDS = 10;

type Group = Readonly<{ hooks: readonly Readonly<{ type: string; command: string; timeout: number }>[] }>;

const commandOf = (script: string, word: string): string => `sh '${script.replaceAll("'", "'\\''")}' ${word}`;

const groupOf = (script: string, word: string): Group => ({
  hooks: [{ type: 'command', command: commandOf(script, word), timeout: LIMIT_SECONDS }],
});

/** The text of Claude Code's settings with Swarm's hooks added; null when it cannot hold them. */
export const withHooks = (text: string, script: string): string | null =>
  changeHooks(text, (groups, word) =>
    groups.some((group) => isOurs(group, script, word)) ? null : [...groups, groupOf(script, word)],
  );

/** The text without them, wherever they stand. */
export const withoutHooks = (text: string, script: string): string | null =>
  changeHooks(text, (groups, word) => {
    const others = groups.filter((group) => !isOurs(group, script, word));
    return others.length === groups.length ? null : others;
  });

const isOurs = (group: unknown, script: string, word: string): boolean =>
  JSON.stringify(group) === JSON.stringify(groupOf(script, word));

type Change = (groups: readonly unknown[], word: string) => readonly unknown[] | null;

function changeHooks(text: string, change: Change): string | null {
  let changed = text;
  for (const [event, word] of Object.entries(EVENTS)) {
    const groups = groupsOf(changed, event);
    if (groups === null) return null;
    const next = change(groups, word);
    const edit = next === null ? { text: changed } : editJson(changed, ['hooks', event], next);
    if (edit === null) return null;
    changed = edit.text;
  }
  return changed;
}

/** What stands under an event; null where the settings are of another form. */
function groupsOf(text: string, event: string): readonly unknown[] | null {
  if (text.trim() === '') return [];
  const json = parseJson(text);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return null;
  const { hooks = {} } = json.value as { hooks?: unknown };
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks)) return null;
  const groups = (hooks as Readonly<Record<string, unknown>>)[event] ?? [];
  return Array.isArray(groups) ? groups : null;
}
