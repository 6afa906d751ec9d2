import { describe, expect, test } from 'vitest';
import { aSpec } from '../../tests/store/rows.ts';
import type { LaunchInput } from '../domain/agent/agent.ts';
import type { Session } from '../domain/session/session.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { claude } from './claude.ts';

const input: LaunchInput = {
  session: {
    id: 's-1',
    runId: null,
    role: null,
    persona: 'tester',
    mode: 'headless',
    model: null,
  } as Session,
  spec: aSpec({ prompt: 'work', personaText: 'You test.' }),
  turn: { id: 't-1', body: 'work' } as Turn,
  attempt: 1,
  conversationId: 'c-1',
  resume: false,
  paths: {
    project: '/p',
    workDir: '/p/my work.x',
    sessionDir: '/p/s',
    attemptDir: '/p/s/attempts/1',
    binDir: '/p/bin',
    rehearsalProgram: '',
    home: '/h',
  },
};
type More = Omit<Partial<LaunchInput>, 'spec' | 'session'> & {
  spec?: Partial<LaunchInput['spec']>;
  session?: Partial<Session>;
};
const given = (more: More = {}): LaunchInput => ({
  ...input,
  ...more,
  spec: { ...input.spec, ...more.spec },
  session: { ...input.session, ...more.session },
});
const argv = (more: More = {}): readonly string[] => claude.plan(given(more)).argv;
const flagsOf = (words: readonly string[], name: string): readonly string[] =>
  words.filter((word) => word.startsWith(`--${name}=`)).map((word) => word.slice(name.length + 3));

describe('a headless start', () => {
  test('speaks stream-json both ways, with our conversation, persona and folder', () => {
    expect(argv()).toEqual([
      'claude',
      '-p',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--verbose',
      '--replay-user-messages',
      '--include-hook-events',
      '--permission-prompt-tool=stdio',
      '--session-id=c-1',
      '--append-system-prompt-file=/p/s/attempts/1/persona.md',
      '--add-dir=/p/s/attempts/1',
      '--allowedTools=Bash(swarm *)',
    ]);
    expect(claude.plan(input)).toMatchObject({ input: 'turns', workDir: '/p/my work.x' });
    expect(claude.plan(input).env).toMatchObject({ DISABLE_AUTOUPDATER: '1', SWARM_SESSION_ID: 's-1' });
  });

  test('goes on with a conversation, and is told again who it is', () => {
    const words = argv({ resume: true });
    expect(flagsOf(words, 'resume')).toEqual(['c-1']);
    expect(flagsOf(words, 'session-id')).toEqual([]);
    expect(flagsOf(words, 'append-system-prompt-file')).toHaveLength(1);
  });

  test('branches off from a conversation under an id of its own', () => {
    const words = argv({ resume: true, forkOf: 'c-0' });
    expect(words).toEqual(expect.arrayContaining(['--resume=c-0', '--fork-session', '--session-id=c-1']));
    expect(flagsOf(words, 'resume')).toEqual(['c-0']);
  });

  test('allows the tools of the persona, else those of the project, and always our own command', () => {
    const settings = { allowedTools: ['Read', 'Bash(git log *)'] };
    expect(flagsOf(argv({ settings }), 'allowedTools')).toEqual(['Read', 'Bash(git log *)', 'Bash(swarm *)']);
    expect(flagsOf(argv({ settings, spec: { tools: ['Grep'] } }), 'allowedTools')).toEqual([
      'Grep',
      'Bash(swarm *)',
    ]);
  });

  test('hands on model, mode, limits, servers and schema as they were given', () => {
    const settings = { maxTurns: 7, allowanceUsd: 3, schema: '{"type":"object"}' };
    const spec = { permissionMode: 'plan', mcpConfig: '/p/mcp.json', settings: '{}' };
    const words = argv({ settings, session: { model: 'opus' }, spec });
    expect(words).toEqual(
      expect.arrayContaining([
        '--model=opus',
        '--permission-mode=plan',
        '--max-turns=7',
        '--max-budget-usd=3',
        '--mcp-config=/p/mcp.json',
        '--settings=/p/s/attempts/1/settings.json',
        '--json-schema={"type":"object"}',
      ]),
    );
  });

  test('has our own MCP server beside the one of the persona, and needs no permission for its tools', () => {
    const spec = { mcpConfig: '/p/mine.json' };
    const settings = { hasMcp: true };
    const words = argv({ settings, spec });
    expect(flagsOf(words, 'mcp-config')).toEqual(['/p/mine.json', '/p/s/attempts/1/mcp.json']);
    expect(flagsOf(words, 'allowedTools')).toEqual(['Bash(swarm *)', 'mcp__swarm__*']);
    for (const mode of ['headless', 'interactive'] as const) {
      const { files } = claude.plan(given({ settings, session: { mode } }));
      expect(JSON.parse(files['mcp.json'] ?? '')).toEqual({
        mcpServers: { swarm: { type: 'stdio', command: '/p/bin/swarm', args: ['mcp'] } },
      });
    }
    expect(claude.plan(given({ settings: { hasMcp: false } })).files).not.toHaveProperty('mcp.json');
  });

  test('may spend what is left of its budgets', () => {
    const budget = (own: number | null, settings: LaunchInput['settings'] = {}) =>
      flagsOf(argv({ spec: { budgetUsd: own }, settings }), 'max-budget-usd');
    expect(budget(null)).toEqual([]);
    expect(budget(20)).toEqual(['20']);
    expect(budget(null, { allowanceUsd: 4 })).toEqual(['4']);
    expect(budget(2, { allowanceUsd: 40 })).toEqual(['40']);
  });

  test('takes no word of a persona for a flag', () => {
    const evil = '--dangerously-skip-permissions';
    const words = argv({ spec: { tools: [evil], permissionMode: evil }, session: { model: evil } });
    expect(words).not.toContain(evil);
    expect(words.filter((word) => word.includes(evil)).every((word) => /^--[a-zA-Z-]+=/.test(word))).toBe(
      true,
    );
  });

  test('lets a persona keep its own environment, but not ours', () => {
    const env = { DISABLE_AUTOUPDATER: '0', SWARM_SESSION_ID: 'other' };
    expect(claude.plan(given({ spec: { env } })).env).toMatchObject({
      DISABLE_AUTOUPDATER: '0',
      SWARM_SESSION_ID: 's-1',
    });
  });
});

describe('a transcript', () => {
  const fileOf = (more: More = {}) => claude.transcriptFile(given(more));

  test('lies under the name of its folder', () => {
    expect(fileOf()).toBe('/h/.claude/projects/-p-my-work-x/c-1.jsonl');
  });

  test('lies where the person, or else the persona, moved the files to', () => {
    const paths = { ...input.paths, claudeConfigDir: '/moved' };
    expect(fileOf({ paths })).toBe('/moved/projects/-p-my-work-x/c-1.jsonl');
    const env = { CLAUDE_CONFIG_DIR: '/mine' };
    expect(fileOf({ paths, spec: { env } })).toBe('/mine/projects/-p-my-work-x/c-1.jsonl');
    expect(fileOf({ spec: { env: { HOME: '/h2' } } })).toBe('/h2/.claude/projects/-p-my-work-x/c-1.jsonl');
  });

  test('of a long path lies under a name that is cut and told apart by a hash', () => {
    const workDir = `/${'long_folder.name-'.repeat(12)}`;
    const name = fileOf({ paths: { ...input.paths, workDir } })?.split('/')[4] ?? '';
    expect(name).toMatch(/^-(long-folder-name-)+long-folder-name-?[a-z-]*-[a-z0-9]+$/);
    expect(name.slice(0, 200)).not.toContain('_');
    const other = fileOf({ paths: { ...input.paths, workDir: `${workDir}b` } });
    expect(other?.split('/')[4]?.slice(0, 200)).toBe(name.slice(0, 200));
    expect(other?.split('/')[4]).not.toBe(name);
  });
});

describe('a line of input', () => {
  const linesOf = (text: string): unknown[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('hands over a turn with its id and every character', () => {
    const body = '"quotes" $(x)\n\té 🎭 \u2028';
    const line = claude.renderTurn({ ...input.turn, body });
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(linesOf(line)).toMatchObject([
      { type: 'user', uuid: 't-1', message: { role: 'user', content: body } },
    ]);
  });

  test('says yes with the very input that was asked about', () => {
    const asked = { requestId: 'r-1', message: '', input: '{"command":"ls"}' };
    expect(claude.renderAnswer?.({ ...asked, behaviour: 'allow' }, 'headless')).toEqual({
      by: 'line',
      line: `${JSON.stringify({
        type: 'control_response',
        response: {
          subtype: 'success',
          request_id: 'r-1',
          response: { behavior: 'allow', updatedInput: { command: 'ls' } },
        },
      })}\n`,
    });
  });

  test('says no with the reason, and never without one', () => {
    const deny = (message: string) =>
      claude.renderAnswer?.({ requestId: 'r-1', behaviour: 'deny', message, input: '{}' }, 'headless');
    expect(JSON.stringify(deny('not today'))).toContain('not today');
    expect(JSON.stringify(deny(''))).toContain('said no');
  });

  test('answers a question among the input that it came with', () => {
    const reply = claude.renderReply?.(
      { requestId: 'r', answers: { 'Why?': 'So.' }, input: '{"a":1}' },
      'headless',
    );
    const line = reply?.by === 'line' ? reply.line : '';
    expect(linesOf(line)).toMatchObject([
      { response: { response: { behavior: 'allow', updatedInput: { a: 1, answers: { 'Why?': 'So.' } } } } },
    ]);
  });
});
