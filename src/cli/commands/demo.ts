import * as z from 'zod/mini';
import type { DemoAnswer } from '../../contract/answer/terminal.ts';
import { answered, localCommand } from '../command.ts';
import type { DemoEnd } from '../host.ts';

export const demo = localCommand({
  asks: 'person',
  name: 'demo',
  summary: 'Run three scripted agents in a throw-away project',
  about: [
    'Makes a git repository in the folder for temporary files and runs three sessions of the built-in',
    'rehearsal agent there: no model, no key, no network. Touches nothing else; a second run makes another.',
  ].join('\n'),
  examples: ['swarm demo'],
  input: z.object({}),
  run: async (host, _, io) => answered(await host.demo((line) => void io.say(`${line}\n`))),
  show: renderEnd,
  answer: async () => (await import('../../contract/answer/terminal.ts')).DemoAnswer,
  json: ({ root, sessions }): DemoAnswer => ({ project: root, sessions }),
  exitCode: ({ sessions }) => (sessions.every(({ status }) => status === 'completed') ? 0 : 2),
});

function renderEnd({ root, sessions, command: swarm }: DemoEnd): string {
  const results = sessions.map(({ name, status, attempts, result }) => {
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    return `  ${name.padEnd(8)} ${status} after ${tries}: ${result}\n`;
  });
  const [first] = sessions;
  const ways = [
    ['list', 'the three sessions'],
    [`status ${first?.id ?? ''}`, 'all that is known of one'],
    [`logs ${first?.id ?? ''}`, 'what it wrote'],
    ['events', 'every change, and who asked for it'],
    ['clean', 'put its workspace away; nothing is lost'],
  ];
  const shown = ways.map(([words, why]) => `  ${swarm} ${words}   # ${why}\n`);
  const steps = [`\nLook around:\n  cd ${root}\n`, ...shown, `\nRemove it all: rm -r ${root}\n`];
  return ['\nResults:\n', ...results, ...steps].join('');
}
