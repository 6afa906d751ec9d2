import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSessions } from '../../src/contract/detected-session.ts';
import { withHooks, withoutHooks } from '../../src/contract/hook-settings.ts';
import { parseInbox } from '../../src/contract/inbox-mail.ts';
import { parseLeftState } from '../../src/contract/left-state.ts';
import { readOutboxMessage } from '../../src/contract/outbox.ts';
import { parseClaims } from '../../src/contract/outside-claims.ts';
import { readSessionCurrent } from '../../src/contract/plan/session-current.ts';
import { keptInputs } from './kept.ts';
import { mutatedJson, mutatedText } from './mutated.ts';
import { runs } from './runs.ts';

const NOW = Date.UTC(2026, 0, 1);

/** What another program or an agent tells in JSON: what it may look like, and what is read of it. */
const TOLD: Readonly<
  Record<string, Readonly<{ seeds: readonly object[]; read: (text: string) => unknown }>>
> = {
  inbox: {
    seeds: [
      { messages: [{ from: 'BlueLake', created_ts: '2026-01-01T00:00:00Z', body_md: '{"track":"api"}' }] },
      [{ sender: 'a', ts: 1_767_225_600, subject: 's', body: 'files: src/**', importance: 'high' }],
    ],
    read: (text) => parseInbox(text, NOW),
  },
  sessions: {
    seeds: [{ active_sessions: [{ id: 'BlueLake-1735689600', files_reserved: ['src/**'], track: null }] }],
    read: (text) => parseSessions(text, NOW),
  },
  claims: {
    seeds: [[{ id: 'bd-1', assignee: 'BlueLake', updated_at: '2026-01-01T00:00:00Z' }]],
    read: (text) => parseClaims(text, NOW) ?? 'no list',
  },
  notes: {
    seeds: [
      {
        task_id: 'write_alpha_1727539200',
        session_start: 1_727_539_200,
        notes: [
          { note_id: 'note_001', timestamp: 1, description: 'd', context: 'c', status: 'open' },
          { note_id: 'note_002', timestamp: 2, description: 'e', context: '', status: 'escalated' },
        ],
      },
    ],
    read: (text) => readSessionCurrent(text),
  },
  outbox: {
    seeds: [
      { to: 'reviewer', type: 'result', content: { summary: 'done', files: ['a.ts'] } },
      { from: 'x', to: null, body: 'words' },
    ],
    read: (text) => readOutboxMessage(parsed(text)),
  },
  state: {
    seeds: [
      { session_id: 's', agent: 'developer', status: 'COMPLETED', created_at: '2026-01-01', attempt: 1 },
    ],
    read: (text) => parseLeftState(text, 's') ?? 'nothing',
  },
  settings: {
    seeds: [{ hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'x' }] }] }, model: 'm' }],
    read: (text) => withoutHooks(withHooks(text, "it's/ask.sh") ?? text, "it's/ask.sh") ?? 'refused',
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

test.each(Object.entries(TOLD))('what is told as %s is read or refused, whatever it holds', (name, told) => {
  const { seeds, read } = told;
  const texts = fc.oneof(
    mutatedJson(seeds).map((value) => JSON.stringify(value)),
    mutatedText(seeds.map((value) => JSON.stringify(value, null, 2))),
  );
  const property = fc.property(texts, (text) => {
    expect(read(text)).toBeDefined();
  });
  fc.assert(property, { ...runs(600), examples: [...keptInputs(name)] as [string][] });
});

test('hooks that are added to settings and taken out again leave them as they were', () => {
  const { seeds } = TOLD.settings ?? { seeds: [] };
  const property = fc.property(mutatedJson(seeds), (value) => {
    const text = JSON.stringify(value);
    const added = withHooks(text, '/p/ask.sh');
    if (added !== null)
      expect(JSON.parse(withoutHooks(added, '/p/ask.sh') ?? 'null')).toMatchObject(value ?? {});
  });
  fc.assert(property, runs(400));
});
