import type { PersonaListAnswer } from '../contract/answer/persona.ts';
import type { CheckAnswer } from '../contract/answer/workflow.ts';
import type { Persona, PersonaProblem } from '../domain/persona/persona.ts';
import { shortLine } from './one-line.ts';
import { renderProblems } from './problem-lines.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { visibleLine } from './visible-text.ts';

type PersonaList = Readonly<{
  personas: readonly Persona[];
  problems: readonly PersonaProblem[];
  defaultCli: string;
}>;

type Checked = Pick<PersonaList, 'personas' | 'problems'>;

const DESCRIPTION_LETTERS = 80;

export function renderPersonas({ personas, problems, defaultCli }: PersonaList, style: Style): string {
  const standIns = personas.filter(({ standsIn }) => standsIn).map(({ name, file }) => `${name} (${file})`);
  const rows = personas.map(({ name, source, cli, description }) => [
    { text: name, paint: style.bold },
    source,
    cli ?? defaultCli,
    shortLine(description, DESCRIPTION_LETTERS),
  ]);
  const head = ['NAME', 'FROM', 'CLI', 'DESCRIPTION'];
  const broken = problems.length === 0 ? '' : `\n❌ ${problems.length} broken: swarm personas check\n`;
  const told =
    standIns.length === 0
      ? ''
      : `\n⚠️  Not those that ship with Swarm: ${standIns.map(visibleLine).join(', ')}\n`;
  const list = personas.length === 0 ? 'No personas found\n' : renderTable([head, ...rows], [20, 8, 10]);
  return `${list}${told}${broken}`;
}

export const renderPersonaCheck = ({ personas, problems }: Checked): string =>
  renderProblems(problems, { good: personas.length, broken: problems.length });

export const personaListJson = ({ personas, problems, defaultCli }: PersonaList): PersonaListAnswer => ({
  default_cli: defaultCli,
  personas: personas.map(
    ({ name, description, cli, model, mode, tools, tags, writes, file, source, standsIn = false }) => ({
      name,
      description,
      cli,
      model,
      mode,
      tools,
      tags,
      writes,
      file,
      source,
      stands_in: standsIn,
    }),
  ),
  problems,
});

export const personaCheckJson = ({ personas, problems }: Checked): CheckAnswer => ({
  good: personas.map(({ name }) => name),
  problems,
});
