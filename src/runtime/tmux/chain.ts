// tmux takes an argument that ends in a semicolon for the end of a command.
const shielded = (argument: string): string => argument.replace(/;$/, '\\;');

/** Several commands for one call of tmux. */
export const chain = (...commands: readonly (readonly string[])[]): readonly string[] =>
  commands.flatMap((command, index) => [...(index > 0 ? [';'] : []), ...command.map(shielded)]);
