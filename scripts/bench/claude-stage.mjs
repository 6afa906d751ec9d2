// claude-stage <home> <folder>: the real Claude Code for the bench, and a stand-in for the API that it speaks
// to. Prints what a contestant needs as one line of JSON, and stays until its input ends.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderHookSettings } from '../../src/agents/claude/hook-settings.ts';
import { isolatedEnv, settledState } from '../../tests/claude/isolated.ts';
import { says } from '../../tests/stand-in/answer.ts';
import { startStandIn } from '../../tests/stand-in/anthropic.ts';
import { claudeProgram } from '../agent-programs.mjs';
import { ensureProgram } from '../npm-program.mjs';

const VERSION = '2.1.325';

async function main([home, folder]) {
  const program = await ensureProgram(claudeProgram(VERSION));
  const { url } = await startStandIn(() => says('Done.'));
  writeFileSync(join(home, '.claude.json'), settledState(folder));
  const env = isolatedEnv({ program, home, url });
  const stage = { version: VERSION, env, hookSettings: renderHookSettings() };
  process.stdout.write(`${JSON.stringify(stage)}\n`);
  process.stdin.resume().once('close', () => process.exit());
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
