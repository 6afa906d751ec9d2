import type { Style } from '../views/style.ts';
import { renderTable } from '../views/table.ts';
import type { CommandForm } from './command.ts';
import type { Flag } from './flag.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { nounSummary, OVERVIEW, TOPIC_NAMES } from './overview.ts';
import { renderUsage } from './parse-words.ts';

/** The overview: what most people need, by section, and where the rest is. */
export function renderOverview(summaryOf: (name: string) => string, style: Style): string {
  const sections = Object.entries(OVERVIEW).map(([title, names]) => {
    const rows = names.map((name) => [`  ${name}`, nounSummary(name) ?? summaryOf(name)]);
    return `${style.bold(title)}\n${renderTable(rows, [COLUMN])}`;
  });
  return [
    'Swarm runs many coding agents and stays in charge of them.\n',
    `${style.bold('Usage')}\n  swarm <command> [words] [flags]\n`,
    ...sections,
    renderFlags('Flags of every command', [...GLOBAL_FLAGS, VERSION], style),
    `${style.bold('Begin with')}\n  swarm init\n  swarm doctor\n  swarm create <agent> task.md --follow\n`,
    `${style.bold('More')}\n  swarm help <command>    how to use it, with examples\n` +
      `  swarm help <topic>      all commands of a topic: ${TOPIC_NAMES.join(', ')}\n`,
  ].join('\n');
}

const COLUMN = 20;
const VERSION: Flag = { name: 'version', key: 'version', about: 'The version of Swarm' };

/** Everything about one command, with an example. */
export function renderHelp(form: CommandForm, style: Style): string {
  const words = form.words.map(({ name, about }) => [`  <${name}>`, about]);
  return [
    `${form.summary}\n`,
    `${style.bold('Usage')}\n  ${renderUsage(form)}\n`,
    ...(form.about === undefined ? [] : [`${form.about}\n`]),
    ...(words.length === 0 ? [] : [`${style.bold('Words')}\n${renderTable(words, [24])}`]),
    ...(form.flags.length === 0 ? [] : [renderFlags('Flags', form.flags, style)]),
    renderFlags('Flags of every command', othersThan(form), style),
    `${style.bold(form.examples.length > 1 ? 'Examples' : 'Example')}\n${renderLines(form.examples)}`,
  ].join('\n');
}

/** A flag of the command itself that means more is told once, there. */
const othersThan = ({ flags }: CommandForm): readonly Flag[] =>
  GLOBAL_FLAGS.filter(({ name }) => !flags.some((own) => own.name === name));

const renderLines = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

/** The commands of a noun or a topic, as `swarm help queue` lists them. */
export function renderGroup(word: string, commands: readonly CommandForm[], style: Style): string {
  const rows = commands.map(({ name, summary }) => [`  swarm ${name}`, summary]);
  return `${style.bold(`swarm ${word} …`)}\n${renderTable(rows, [28])}`;
}

function renderFlags(title: string, flags: readonly Flag[], style: Style): string {
  const rows = flags.map(({ name, short, value, about, gather }) => {
    const long = `--${name}${value === undefined ? '' : ` <${value}>`}`;
    const many = gather ? ' (may be repeated)' : '';
    return [`  ${short === undefined ? '' : `-${short}, `}${long}`, `${about}${many}`];
  });
  return `${style.bold(title)}\n${renderTable(rows, [24])}`;
}
