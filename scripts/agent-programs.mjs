// The real agent CLIs that tests drive, each at the versions that were tried, and where npm puts them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The two versions whose differences matter: the last that Node 20's npm picks, and a current one. */
export const CLAUDE_VERSIONS = ['2.1.197', '2.1.325'];

/** The agent CLIs besides Claude Code; only the long suites need them. */
export const AGENT_CLIS = {
  codex: { package: '@openai/codex', version: '0.166.0', sizeMb: 440 },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', sizeMb: 100 },
  opencode: { package: 'opencode-ai', version: '1.18.33', sizeMb: 350 },
};

export const claudeProgram = (version) => ({
  name: 'claude',
  package: '@anthropic-ai/claude-code',
  version,
  sizeMb: 300,
  paths: claudePaths,
});

export const agentProgram = (name) => ({
  name,
  ...AGENT_CLIS[name],
  paths: (modules) => [join(modules, '.bin', name)],
});

/** All that a run of the tests needs of these: `claude`, and with the long suites `agents`. */
export const listPrograms = ({ claude, agents }) => [
  ...(claude ? CLAUDE_VERSIONS.map(claudeProgram) : []),
  ...(agents ? Object.keys(AGENT_CLIS).map(agentProgram) : []),
];

export const labelOf = ({ name, version }) => `${name} ${version}`;

// The package's program is put in place by an install script; where those are blocked, it is a placeholder.
function claudePaths(modules) {
  const vendor = join(modules, '@anthropic-ai');
  const platform = existsSync(vendor) ? readdirSync(vendor).filter((name) => name !== 'claude-code') : [];
  return [join(modules, '.bin', 'claude'), ...platform.map((name) => join(vendor, name, 'claude'))];
}
