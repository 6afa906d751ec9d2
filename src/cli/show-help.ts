import type { Command } from './command.ts';
import { findCommand, loadAll, unknownCommand } from './command-table.ts';
import { renderGroup, renderHelp, renderOverview } from './help.ts';
import type { Io } from './io.ts';
import { listUnder } from './overview.ts';

/** Help for a command, for the commands of a noun or a topic, or the overview. */
export async function showHelp(words: readonly string[], io: Io): Promise<void> {
  if (words.length === 0) {
    const commands = await loadAll();
    const summaryOf = (name: string) => commands.find((one) => one.name === name)?.summary ?? '';
    return write(io, { commands: commands.map(outline) }, renderOverview(summaryOf, io.style));
  }
  const found = findCommand(words);
  if (found) {
    const command = await found.entry.load();
    const { about = null, examples } = command;
    return write(io, { ...outline(command), about, examples }, renderHelp(command, io.style));
  }
  const [word = ''] = words;
  const group = (await loadAll()).filter(({ name }) => listUnder(word).includes(name));
  if (group.length === 0) throw unknownCommand(words);
  return write(io, { commands: group.map(outline) }, renderGroup(word, group, io.style));
}

const outline = ({ name, summary }: Command) => ({ name, summary });

const write = (io: Io, json: unknown, text: string): Promise<void> =>
  io.write(io.isJson ? `${JSON.stringify(json, null, 2)}\n` : text);
