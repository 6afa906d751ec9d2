import { COMMANDS } from './command-table.ts';

/** A noun of the overview that stands for all commands that begin with it. */
const NOUNS: Readonly<Record<string, string>> = {
  workflow: 'List, show and check workflows',
  queue: 'Add, claim and finish work',
  schedule: 'Queue work at the times of a cron expression',
  config: 'Show every setting and where its value comes from',
};

/** What `swarm --help` lists, by section: at most 25, so that it is read. The rest is found by its topic. */
export const OVERVIEW: Readonly<Record<string, readonly string[]>> = {
  Sessions: ['create', 'list', 'status', 'attach', 'logs', 'wait', 'result', 'kill'],
  Talking: ['send', 'questions', 'answer', 'events'],
  Workflows: ['start', 'runs', 'stop', 'merge', 'workflow'],
  'Work queue': ['queue', 'loop', 'schedule', 'pause'],
  Project: ['init', 'doctor', 'config', 'clean'],
};

/** What `swarm help <topic>` lists: every command of a section. */
const TOPICS: Readonly<Record<string, string>> = {
  sessions: 'Sessions',
  talking: 'Talking',
  workflows: 'Workflows',
  plans: 'Plans',
  together: 'Working together',
  work: 'Work queue',
  project: 'Project',
  agents: 'For agents, inside their session',
  supervisor: 'Supervisor',
  shell: 'Shell',
};

export const TOPIC_NAMES: readonly string[] = Object.keys(TOPICS);

/** The summary of a noun; undefined for a command, which has its own. */
export const nounSummary = (word: string): string | undefined =>
  Object.hasOwn(NOUNS, word) ? NOUNS[word] : undefined;

/** Commands that begin with this word, or belong to the topic of this name. */
export function listUnder(word: string): readonly string[] {
  const names = Object.keys(COMMANDS);
  const isOwn = (name: string): boolean => name === word || name.startsWith(`${word} `);
  const group = Object.hasOwn(TOPICS, word) ? TOPICS[word] : null;
  return names.filter((name) => isOwn(name) || COMMANDS[name]?.group === group);
}
