import { expect, test } from 'vitest';
import { handOn } from '../domain/environment/hand-on.ts';
import { listAgents } from './registry.ts';

const KEYS: Readonly<Record<string, readonly string[]>> = {
  claude: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  codex: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
  opencode: ['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  acp: ['GEMINI_API_KEY'],
  command: [],
  rehearsal: [],
};

test.each(listAgents().map((agent) => [agent.name, agent] as const))(
  '%s gets the keys that it logs in with, and none of another service',
  (name, agent) => {
    const command = name === 'acp' ? ['/opt/bin/gemini', '--acp'] : ['./make-it.sh'];
    const all = [...new Set([...Object.values(KEYS).flat(), 'STRIPE_API_KEY', 'GITHUB_TOKEN'])];
    const env = Object.fromEntries(all.map((key) => [key, 'x']));
    const { given } = handOn(env, { needs: agent.needs?.({ command }) ?? [], pass: [] });
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...(KEYS[name] ?? [])]));
    expect(Object.keys(given)).not.toContain('STRIPE_API_KEY');
    expect(Object.keys(given)).not.toContain('GITHUB_TOKEN');
    if (KEYS[name]?.length === 0) expect(given).toEqual({});
  },
);

test('a command that starts a known CLI gets what that CLI needs', () => {
  const command = listAgents().find(({ name }) => name === 'command');
  const needs = command?.needs?.({ command: ['/usr/local/bin/claude', '-p'] }) ?? [];
  expect(handOn({ ANTHROPIC_API_KEY: 'x' }, { needs, pass: [] }).withheld).toEqual([]);
});
