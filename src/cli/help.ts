import type { Style } from '../views/style.ts';
import { renderTable } from '../views/table.ts';
import type { Command, CommandForm } from './command.ts';
import { COMMANDS } from './command-table.ts';
import type { Flag } from './flag.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { renderUsage } from './parse-words.ts';

/** The overview: every command with its summary. */
export function renderOverview(commands: readonly Command[], style: Style): string {
  const groups = [...new Set(Object.values(COMMANDS).map(({ group }) => group))];
  const parts = groups.map((group) => {
    const own = commands.filter(({ name }) => COMMANDS[name]?.group === group);
    return `${style.bold(group)}\n${renderTable(
      own.map(({ name, summary }) => [`  ${name}`, summary]),
      [20],
    )}`;
  });
  return [
    'Swarm runs many coding agents and stays in charge of them.\n',
    `${style.bold('Usage')}\n  swarm <command> [words] [flags]\n`,
    ...parts,
    renderFlags('Flags of every command', [...GLOBAL_FLAGS, VERSION], style),
    `${style.bold('Begin with')}\n  swarm init\n  swarm doctor\n  swarm create <agent> task.md --follow\n`,
  ].join('\n');
}

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
    renderFlags('Flags of every command', GLOBAL_FLAGS, style),
    `${style.bold(form.examples.length > 1 ? 'Examples' : 'Example')}\n${renderLines(form.examples)}`,
  ].join('\n');
}

const renderLines = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

/** The commands of a group, as `swarm rescue` alone asks for. */
export function renderGroup(word: string, commands: readonly CommandForm[], style: Style): string {
  const rows = commands.map(({ name, summary }) => [`  swarm ${name}`, summary]);
  return `${style.bold(`swarm ${word} …`)}\n${renderTable(rows, [24])}`;
}

function renderFlags(title: string, flags: readonly Flag[], style: Style): string {
  const rows = flags.map(({ name, short, value, about, gather }) => {
    const long = `--${name}${value === undefined ? '' : ` <${value}>`}`;
    const many = gather ? ' (may be repeated)' : '';
    return [`  ${short === undefined ? '' : `-${short}, `}${long}`, `${about}${many}`];
  });
  return `${style.bold(title)}\n${renderTable(rows, [24])}`;
}
