import type { VerbAnswer } from '../../contract/answer/schema.ts';
import type { Style } from '../../views/style.ts';
import { renderTable } from '../../views/table.ts';
import { command } from '../command.ts';

export const schema = command({
  name: 'schema',
  summary: 'List verbs, or print the JSON Schemas of one',
  about:
    'Every --json answer matches the schema of its verb; so do answers that agents get through files.\n' +
    'With --json, prints the schemas of all verbs.',
  examples: ['swarm schema', 'swarm schema session.kill', 'swarm schema --json'],
  words: [{ name: 'verb', key: 'verb', isOptional: true, about: 'Name of a verb, as session.kill' }],
  show: { 'schema.show': renderVerbs },
});

function renderVerbs(verbs: readonly VerbAnswer[], style: Style): string {
  const [only, ...others] = verbs;
  if (only && others.length === 0) return `${JSON.stringify(only, null, 2)}\n`;
  const rows = verbs.map(({ name, asks: who, reads, summary }) => [
    { text: name, paint: style.bold },
    who,
    reads ? 'reads' : 'changes',
    summary,
  ]);
  return renderTable([['VERB', 'WHO', 'DOES', 'SUMMARY'], ...rows], [20, 7, 8]);
}
