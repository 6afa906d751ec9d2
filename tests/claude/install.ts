import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from '../npm-program.ts';

/** The two versions whose differences matter: the last that Node 20's npm picks, and a current one. */
export const CLAUDE_VERSIONS = ['2.1.197', '2.1.325'] as const;
export type ClaudeVersion = (typeof CLAUDE_VERSIONS)[number];
/** What takes half a minute with each is tried with the newest; with all by `./test --all`. */
export const FEWER_VERSIONS =
  process.env.SWARM_TEST_LONG === '1' ? CLAUDE_VERSIONS : CLAUDE_VERSIONS.slice(-1);

/** The program of one version, installed into a cache of the tests' own unless it is there. */
export const ensureClaude = (version: ClaudeVersion): Promise<string> =>
  ensureProgram({ name: 'claude', package: '@anthropic-ai/claude-code', version, sizeMb: 300, paths });

// The package's own program is put in place by an install script; where those are blocked, it is a
// placeholder.
function paths(modules: string): readonly string[] {
  const vendor = join(modules, '@anthropic-ai');
  const platform = existsSync(vendor) ? readdirSync(vendor).filter((name) => name !== 'claude-code') : [];
  return [join(modules, '.bin', 'claude'), ...platform.map((name) => join(vendor, name, 'claude'))];
}
