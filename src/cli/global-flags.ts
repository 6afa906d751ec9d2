import { asList, type Flag, pair } from './flag.ts';

/** Flags that every command has. They may also stand before the command's name. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'json', key: 'json', about: 'One JSON value on stdout, and nothing else there' },
  {
    name: 'project',
    short: 'C',
    value: 'dir',
    key: 'project',
    about: 'Work on the project of this folder (also: SWARM_PROJECT)',
    offers: 'folder',
  },
  {
    name: 'set',
    value: 'key=value',
    key: 'set',
    about: 'Another setting for this one command, as limits.sessions=8',
    gather: asList,
    offers: 'setting',
    read: (text) => (pair.read(text) === undefined ? undefined : text),
    expected: pair.expected,
  },
  { name: 'raw', key: 'raw', about: 'Give a terminal what agents wrote, control sequences too' },
  {
    name: 'no-start',
    key: 'noStart',
    about: 'Only look: a read starts no supervisor (also: SWARM_NO_START=1)',
  },
  { name: 'help', short: 'h', key: 'help', about: 'This help' },
];

export type Split = Readonly<{ words: readonly string[]; flags: readonly string[] }>;

/** Parts the words that may name a command from the global flags before them. */
export function splitLeading(argv: readonly string[]): Split {
  let at = 0;
  while (at < argv.length && argv[at]?.startsWith('-') && argv[at] !== '-') {
    const text = argv[at] ?? '';
    const flag = GLOBAL_FLAGS.find(({ name, short }) => text === `--${name}` || text === `-${short}`);
    at += flag?.value === undefined ? 1 : 2;
  }
  return { flags: argv.slice(0, at), words: argv.slice(at) };
}
