import type { Outcome } from '../domain/outcome.ts';
import { answered, refused } from './command.ts';
import { asList, type Flag, wholeNumber } from './flag.ts';
import type { Host } from './host.ts';

/** What may be said of work, whether it is put into the queue now or again and again. */
export const BODY_FLAGS: readonly Flag[] = [
  { name: 'body', key: 'body', value: 'text', about: 'All that one must know to do it' },
  {
    name: 'body-file',
    key: 'bodyFile',
    value: 'file',
    about: 'The same from a file, or - for standard input',
    offers: 'file',
  },
  {
    name: 'priority',
    short: 'p',
    key: 'priority',
    value: 'number',
    about: '0 goes first (2)',
    ...wholeNumber,
  },
];

export const ROUTING_FLAGS: readonly Flag[] = [
  { name: 'label', key: 'labels', value: 'label', about: 'A label', gather: asList },
  { name: 'rig', key: 'rig', value: 'name', about: 'Name of the project that it belongs to' },
  { name: 'actor', key: 'actor', value: 'name', about: 'Who should do it' },
  { name: 'retries', key: 'retries', value: 'number', about: 'Tries after a failure (0)', ...wholeNumber },
];

export const DOING_FLAGS: readonly Flag[] = [
  {
    name: 'gate',
    key: 'gate',
    value: 'command',
    about: 'Must succeed before it counts as done; may be run twice',
  },
  {
    name: 'template',
    key: 'template',
    value: 'file',
    about: 'Template of the first prompt',
    offers: 'file',
  },
];

/** The body, where a file holds it; null where none was named. */
export async function readBody(host: Host, file: string | undefined): Promise<Outcome<string | null>> {
  if (file === undefined) return answered(null);
  const text = await host.readText(file);
  if (text.ok) return text;
  return refused({ code: 'queue-file-missing', file, problem: text.refusal.code.replace('prompt-', '') });
}
