import { expect, test } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { isEarly, patiently } from '../stand-in/patiently.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeClaudeProject } from './project.ts';

const LIMIT_MS = 120_000;

// The persona brings a server of its own, which happens to be another `swarm mcp`.
const FRONT = 'name: careful\ntools: [mcp__other__participant_list]\nmcp_config: servers.json';
const SERVERS = JSON.stringify({ mcpServers: { other: { command: 'swarm', args: ['mcp'] } } });

test.each(CLAUDE_VERSIONS)(
  "Claude Code %s has Swarm's tools by itself beside those of its persona, and speaks as its session",
  async (version) => {
    const { project, standIn, swarm, status } = await makeClaudeProject(version);
    project.write('servers.json', SERVERS);
    project.write('agents/careful/careful-agent.md', `---\n${FRONT}\n---\nYou are careful.\n`);
    const script = patiently([
      calls('mcp__other__participant_list', {}),
      calls('mcp__swarm__whoami', {}),
      calls('mcp__swarm__result_submit', { json: '{"summary":"by a tool"}' }),
      says('Done.'),
    ]);
    standIn.play(script);
    const created = await swarm('create', 'careful', project.write('task.md', 'Work.'), '--quiet');
    const id = created.stdout.trim();
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    const heard = standIn.main().flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    const [listed, self] = heard.filter((text) => !isEarly(text));
    expect(listed).toContain('participants');
    expect(self).toContain(id);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED' });
    expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'by a tool' });
  },
  LIMIT_MS,
);
