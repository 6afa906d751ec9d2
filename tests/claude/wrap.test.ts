import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { patiently } from '../stand-in/patiently.ts';
import { FEWER_VERSIONS } from './install.ts';
import { makeClaudeProject } from './project.ts';

const canWrap =
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', '--proc', '/proc', 'true']).status === 0;

test.skipIf(!canWrap).each(FEWER_VERSIONS)(
  'Claude Code %s works behind "agent.wrap": "auto", keeps its conversation, and sees no key of the person',
  async (version) => {
    const config = { agent: { wrap: 'auto' }, workspace: { default: 'auto' } };
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version, { config });
    project.write('../home/.ssh/id_ed25519', 'the key of the person');
    const command = `cat ~/.ssh/id_ed25519; git status --short; swarm result '{"summary":"done"}'`;
    const script = patiently([
      calls('Write', { file_path: 'a.txt', content: 'hello' }),
      calls('Bash', { command, description: 'Looks around' }),
      calls('mcp__swarm__result_submit', { json: '{"summary":"by a tool"}' }),
      says('All is done.'),
    ]);
    standIn.play(script);
    const id = await create('Write a file.');
    expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1, exit_code: 0 });
    expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'by a tool' });
    expect(readFileSync(join(project.root, '.swarm/worktrees', id, 'a.txt'), 'utf8')).toBe('hello');
    const { logs } = JSON.parse(
      readFileSync(join(project.root, '.swarm/sessions', id, 'state.json'), 'utf8'),
    );
    const transcript = readFileSync(logs.transcript, 'utf8');
    expect(transcript).toContain('All is done.');
    expect(transcript).toContain('?? a.txt');
    expect(transcript).not.toContain('the key of the person');
  },
  120_000,
);
