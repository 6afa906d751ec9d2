import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { claudeProgram } from '../agent-program.ts';
import { makeProject, type TestProject } from '../e2e/project.ts';
import { openShell } from '../e2e/shells.ts';
import { calls, says } from '../stand-in/answer.ts';
import { startStandIn } from '../stand-in/anthropic.ts';
import { patiently } from '../stand-in/patiently.ts';
import { CLAUDE_VERSIONS, type ClaudeVersion } from './install.ts';
import { claudeEnv } from './room.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PLUGIN = resolve(ROOT, 'plugin');
const TOOL = 'mcp__plugin_swarm_swarm__';
const LIMIT_MS = 90_000;

type ParticipantList = Readonly<{ participants: Readonly<Record<string, unknown>>[] }>;

type Start = Readonly<{ url: string; tools?: string }>;

/** A person starts Claude Code by hand in the project, with the plugin. */
async function startByHand(
  project: TestProject,
  version: ClaudeVersion,
  { url, tools = 'Bash(swarm *)' }: Start,
) {
  const env = { ...project.env, ...claudeEnv(version, { home: project.home, url }) };
  const words = ['-p', 'Begin.', '--plugin-dir', PLUGIN, '--allowedTools', tools];
  return promisify(execFile)(claudeProgram(version), words, {
    cwd: project.root,
    env: { ...env, PATH: `${resolve(ROOT, 'dist/bin')}:${env.PATH}` },
    timeout: LIMIT_MS,
  });
}

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('accepts the plugin', async () => {
    const project = await makeProject();
    const env = claudeEnv(version, { home: project.home, url: 'http://127.0.0.1:9' });
    const words = ['plugin', 'validate', PLUGIN];
    const checked = promisify(execFile)(claudeProgram(version), words, { env, timeout: LIMIT_MS });
    expect((await checked).stdout).toMatch(/passed/i);
  });

  test('started by hand joins, knows who is here, and leaves, by the plugin alone', async () => {
    const project = await makeProject();
    await project.json('create', 'developer', project.script('other', ['run: sleep 1']));
    const standIn = await startStandIn([
      calls('Bash', { command: 'swarm whoami --json', description: 'Look who I am' }),
      calls('Bash', { command: 'swarm reserve "src/**"', description: 'Reserve files' }),
      says('Done.'),
    ]);
    await startByHand(project, version, standIn).finally(() => standIn.close());
    const told = JSON.stringify(standIn.main()[0]);
    expect(told).toMatch(/You are [A-Z][A-Za-z]+-\d{13} in this project/);
    const results = standIn.main().map(({ toolResults }) => toolResults.map(({ text }) => text).join());
    expect(results[1]).toContain('"cli": "claude"');
    expect(results[2]).toContain('src/**');
    const { participants } = await project.json<ParticipantList>('participants', '--all');
    const [joined] = participants.filter(({ kind }) => kind === 'joined');
    expect(joined).toMatchObject({ cli: 'claude', status: 'ended', end_reason: 'left', files_reserved: [] });
  });

  test('mails through tools of the plugin, as the participant that its hooks made it', async () => {
    const project = await makeProject();
    const shell = openShell(project);
    await shell.json('join', '--name', 'RedFox');
    const call = calls(`${TOOL}send_message`, { to: ['RedFox'], subject: 'Locks', body_md: 'May I?' });
    const standIn = await startStandIn(patiently([call, says('Done.')]));
    const started = startByHand(project, version, { url: standIn.url, tools: `${TOOL}send_message` });
    await started.finally(() => standIn.close());
    const [, id] = /You are ([A-Z][A-Za-z]+-\d{13}) in/.exec(JSON.stringify(standIn.main()[0])) ?? [];
    expect(await shell.json('mail', 'inbox')).toMatchObject({ mails: [{ from: id, subject: 'Locks' }] });
    const { participants } = await project.json<ParticipantList>('participants', '--all');
    expect(participants.filter(({ cli }) => cli === 'claude')).toHaveLength(1);
  });
});
