import { expect, test } from 'vitest';
import type { PlannedFix } from '../domain/agent/obstacle.ts';
import { fixEndJson, renderFixEnds, renderPlannedFix } from './fix-list.ts';
import { styleFor } from './style.ts';

const planned: PlannedFix = {
  cli: 'talk',
  what: 'it would ask about the folder',
  fix: { file: '/h/talk.json', path: ['projects', '/a b', 'trusted'], value: true },
  from: 'false',
  runningIn: '/h/run',
  running: '/h/run/12.json',
};

test('a change shows what it clears, its file, its key, and from what to what', () => {
  expect(renderPlannedFix(planned, styleFor(false))).toBe(
    [
      'it would ask about the folder',
      '  file: /h/talk.json',
      '  key:  projects["/a b"].trusted',
      '  from: false → true',
      '',
    ].join('\n'),
  );
  expect(renderPlannedFix({ ...planned, from: null }, styleFor(false))).toContain('(not set) → true');
});

test('what became of each change is told, with what to do where nothing did', () => {
  const text = renderFixEnds([
    { planned, is: 'made', backup: '/h/talk.json.bak' },
    { planned, is: 'declined' },
    { planned, is: 'unasked' },
    { planned, is: 'running' },
  ]);
  expect(text.split('\n').map((line) => line.slice(0, 2).trim())).toEqual(['✅', 'ℹ️', '❌', '❌', '']);
  expect(text).toContain('/h/talk.json (before: /h/talk.json.bak)');
  expect(text).toContain('swarm doctor --fix --yes');
  expect(text).toContain('/h/run/12.json');
  expect(renderFixEnds([])).toBe('Nothing to fix\n');
});

test('programs read the values themselves', () => {
  expect(fixEndJson({ planned, is: 'made', backup: null })).toEqual({
    cli: 'talk',
    file: '/h/talk.json',
    key: ['projects', '/a b', 'trusted'],
    from: false,
    to: true,
    is: 'made',
    backup: null,
  });
});
