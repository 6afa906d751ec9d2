import { expect, test } from 'vitest';
import type { Hit } from '../domain/search/hit.ts';
import { foundJson } from './found-json.ts';
import { renderFound } from './found-list.ts';
import { styleFor } from './style.ts';

const hit = (changes: Partial<Hit>): Hit => ({
  kind: 'note',
  id: 's1.note_001',
  at: Date.parse('2026-01-27T15:30:00Z'),
  sessionId: 's1',
  runId: null,
  title: 'open',
  text: 'The lock\nmay be lost\u001b[2J',
  ...changes,
});

test('hits stand by kind, each with the words around and the command that shows the first', () => {
  const journal = hit({ kind: 'journal', id: '17', title: 'turn-see', text: 'lock' });
  const text = renderFound({ terms: ['lock'], hits: [hit({}), journal], more: ['note'] }, styleFor(false));
  expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN')).toMatchInlineSnapshot(`
    "Notes
      WHEN  s1.note_001  s1  open
        The lock may be lost<U+001B>[2J
      … and others: --limit, --in note
      Show it: swarm note show s1.note_001

    Journal
      WHEN  17  s1  agent has read the turn
        lock
      Show it: swarm events --after 16
    "
  `);
});

test('without a hit it says so, and JSON has the same', () => {
  const none = { terms: ['lock'], hits: [], more: [] };
  expect(renderFound(none, styleFor(false))).toBe('Nothing has all of these words\n');
  expect(foundJson({ ...none, hits: [hit({})] }).hits).toEqual([
    {
      kind: 'note',
      id: 's1.note_001',
      at: '2026-01-27T15:30:00Z',
      session_id: 's1',
      run_id: null,
      title: 'open',
      excerpt: 'The lock may be lost\u001b[2J',
    },
  ]);
});
