import type { Command } from './command.ts';
import { findCommand, listGroup, loadAll, unknownCommand } from './command-table.ts';
import { renderGroup, renderHelp, renderOverview } from './help.ts';
import type { Io } from './io.ts';

/** Help for a command, for a group of commands, or for everything. */
export async function showHelp(words: readonly string[], io: Io): Promise<void> {
  if (words.length === 0) {
    const commands = await loadAll();
    return write(io, { commands: commands.map(outline) }, renderOverview(commands, io.style));
  }
  const found = findCommand(words);
  if (found) {
    const command = await found.entry.load();
    const { about = null, examples } = command;
    return write(io, { ...outline(command), about, examples }, renderHelp(command, io.style));
  }
  const [word = ''] = words;
  const group = (await loadAll()).filter(({ name }) => listGroup(word).includes(name));
  if (group.length === 0) throw unknownCommand(words);
  return write(io, { commands: group.map(outline) }, renderGroup(word, group, io.style));
}

const outline = ({ name, summary }: Command) => ({ name, summary });

const write = (io: Io, json: unknown, text: string): Promise<void> =>
  io.write(io.isJson ? `${JSON.stringify(json, null, 2)}\n` : text);
