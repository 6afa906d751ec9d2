/** Which shell commands a persona's tools allow, where they are worded as Claude Code words them. */
export type ShellAllowance = Readonly<{ all: boolean; prefixes: readonly string[] }>;

const OWN_COMMAND = 'swarm';
const WITH_PREFIX = /^Bash\((.*?)(?::\*| \*)?\)$/;

/** An agent's own side of Swarm is always among them. */
export function shellAllowance(tools: readonly string[]): ShellAllowance {
  const prefixes = tools.flatMap((tool) => WITH_PREFIX.exec(tool)?.[1] ?? []);
  return {
    all: tools.includes('Bash') || prefixes.includes('*'),
    prefixes: [...new Set([OWN_COMMAND, ...prefixes])].filter((prefix) => prefix !== '*'),
  };
}
