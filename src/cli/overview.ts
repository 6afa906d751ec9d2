import { COMMANDS } from './command-table.ts';

/** A noun of the overview that stands for all commands that begin with it. */
const NOUNS: Readonly<Record<string, string>> = {
  plan: 'Design, approve and run a plan of many tasks',
  queue: 'Add, claim and finish work',
};

/** What `swarm --help` lists, by section: at most 25, so that it is read. The rest is found by its topic. */
export const OVERVIEW: Readonly<Record<string, readonly string[]>> = {
  Sessions: ['create', 'list', 'status', 'logs', 'attach', 'wait', 'result', 'kill'],
  Talking: ['send', 'questions', 'answer'],
  'Finished work': ['diff', 'review', 'merge', 'report'],
  'Workflows and plans': ['start', 'plan', 'runs'],
  'Work queue': ['queue', 'loop', 'pause'],
  'Live views': ['top', 'dashboard'],
  Project: ['init', 'doctor'],
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
