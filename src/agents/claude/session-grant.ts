import { parseJson } from '../../contract/json.ts';
import type { LaunchInput } from '../../domain/agent/agent.ts';
import type { SessionGrant } from '../../domain/agent/fact.ts';
import { toolCallHook } from '../../domain/reservation/hook-script.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../loose.ts';

/** What Claude Code suggests with a request, so that it would not ask about the like again. */
type Suggestion =
  | Readonly<{ type: 'addRules'; rules: readonly Readonly<{ toolName: string; ruleContent?: string }>[] }>
  | Readonly<{ type: 'addDirectories'; directories: readonly string[] }>
  | Readonly<{ type: 'setMode'; mode: 'acceptEdits' }>;

/**
 * The CLI's own suggestions as one grant; null when it has none. With rules for the call itself, those alone:
 * a command must not bring along a mode in which files are changed unasked.
 */
export function grantOf(suggestions: unknown): SessionGrant | null {
  const all = listOf(suggestions).map(fieldsOf).flatMap(suggestionOf);
  const rules = all.filter(({ type }) => type === 'addRules');
  const granted = rules.length > 0 ? rules : all;
  if (granted.length === 0) return null;
  return { words: granted.flatMap(wordsOf), rules: JSON.stringify(granted) };
}

// Rules that deny, modes that never ask, and what we do not know are never part of an answer.
function suggestionOf(given: Fields): readonly Suggestion[] {
  switch (given.type) {
    case 'addRules': {
      if (given.behavior !== 'allow') return [];
      const rules = listOf(given.rules).map(fieldsOf).flatMap(ruleOf);
      return rules.length === 0 ? [] : [{ type: 'addRules', rules }];
    }
    case 'addDirectories': {
      const directories = listOf(given.directories).map(textOf).filter(Boolean);
      return directories.length === 0 ? [] : [{ type: 'addDirectories', directories }];
    }
    case 'setMode':
      return given.mode === 'acceptEdits' ? [{ type: 'setMode', mode: 'acceptEdits' }] : [];
    default:
      return [];
  }
}

function ruleOf({ toolName, ruleContent }: Fields) {
  if (typeof toolName !== 'string' || toolName === '') return [];
  return [{ toolName, ...(typeof ruleContent === 'string' ? { ruleContent } : {}) }];
}

function wordsOf(suggestion: Suggestion): readonly string[] {
  switch (suggestion.type) {
    case 'addRules':
      return suggestion.rules.map(({ toolName, ruleContent }) =>
        ruleContent === undefined ? `${toolName}, every call` : `${toolName}(${ruleContent})`,
      );
    case 'addDirectories':
      return suggestion.directories.map((folder) => `work in ${folder}`);
    case 'setMode':
      return ['change files in its folders without asking (acceptEdits)'];
  }
}

/** The same as the CLI takes it with an answer, for its process alone: no file of the project is changed. */
export const permissionUpdates = (rules: string): readonly unknown[] =>
  parseRules(rules).map((suggestion) => ({
    ...suggestion,
    ...(suggestion.type === 'addRules' ? { behavior: 'allow' } : {}),
    destination: 'session',
  }));

/** What a process is started with, so that earlier answers hold in it. */
type GrantedStart = Readonly<{
  allow: readonly string[];
  directories: readonly string[];
  acceptsEdits: boolean;
}>;

export function grantedStart(grants: readonly string[]): GrantedStart {
  const all = grants.flatMap(parseRules);
  return {
    allow: unique(all.flatMap((one) => (one.type === 'addRules' ? one.rules.map(renderRule) : []))),
    directories: unique(all.flatMap((one) => (one.type === 'addDirectories' ? one.directories : []))),
    acceptsEdits: all.some(({ type }) => type === 'setMode'),
  };
}

/**
 * The settings of a process: those that the persona names, with the rules that the person has allowed for the
 * session and the hook for reserved files. In a file each rule is a text of its own, so that none can be read
 * as two. Null: there are none.
 */
export function settingsText(input: Pick<LaunchInput, 'spec' | 'grants' | 'settings'>): string | null {
  const { spec, grants = [], settings: launch = {} } = input;
  const { allow, directories } = grantedStart(grants);
  const reservation = launch.reservationFile ?? null;
  if (allow.length === 0 && directories.length === 0 && reservation === null) return spec.settings;
  const parsed = parseJson(spec.settings ?? '{}');
  const settings = fieldsOf(parsed.ok ? parsed.value : {});
  const theirs = fieldsOf(settings.permissions);
  const permissions = {
    ...theirs,
    allow: [...listOf(theirs.allow), ...allow],
    additionalDirectories: [...listOf(theirs.additionalDirectories), ...directories],
  };
  return JSON.stringify({ ...settings, permissions, ...reservationHooks(settings, reservation) });
}

const CHANGES_FILES = 'Edit|MultiEdit|Write|NotebookEdit';
const HOOK_SECONDS = 10;

/** Before a tool that changes a file, a hook looks whether another participant has reserved it. */
function reservationHooks({ hooks }: Fields, reservationFile: string | null): Fields {
  if (reservationFile === null) return {};
  const theirs = fieldsOf(hooks);
  const command = { type: 'command', command: toolCallHook(reservationFile), timeout: HOOK_SECONDS };
  const reservation = { matcher: CHANGES_FILES, hooks: [command] };
  return { hooks: { ...theirs, PreToolUse: [...listOf(theirs.PreToolUse), reservation] } };
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

// Unescaped, a bracket in the content would end the rule early.
const renderRule = ({ toolName, ruleContent }: { toolName: string; ruleContent?: string }): string =>
  ruleContent === undefined ? toolName : `${toolName}(${ruleContent.replaceAll(/[\\()]/g, '\\$&')})`;

function parseRules(rules: string): readonly Suggestion[] {
  const parsed = parseJson(rules);
  return listOf(parsed.ok ? parsed.value : [])
    .map(fieldsOf)
    .flatMap((one) => suggestionOf({ behavior: 'allow', ...one }));
}
