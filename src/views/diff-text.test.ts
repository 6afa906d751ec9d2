import { expect, test } from 'vitest';
import { DiffAnswer } from '../contract/answer/diff.ts';
import { diffJson, renderDiff, renderPipedDiff, type SessionDiff } from './diff-text.ts';
import { styleFor } from './style.ts';

const PLAIN = styleFor(false);
const PATCH = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+\u001b[31mnew\u001b]0;t\u0007\r\n';

const sample = (more: Partial<SessionDiff> = {}): SessionDiff => ({
  sessionId: 's-1',
  title: 'Mend the login',
  branch: 'swarm/s-1',
  source: 'workspace',
  base: '0123456789abcdef',
  commits: [{ commit: 'fedcba9876543210', subject: 'Mend\u001b[2J it' }],
  commitCount: 1,
  files: [{ path: 'x', from: null, added: 1, deleted: 1 }],
  uncommitted: [],
  unread: [],
  rescue: null,
  patch: PATCH,
  isCut: false,
  ...more,
});

test('a diff says where it was found, what was committed and how large it is, and shows escapes', () => {
  expect(renderDiff(sample({ uncommitted: ['x'] }), PLAIN)).toBe(
    [
      'Mend the login s-1',
      'In its workspace, branch swarm/s-1, since 0123456789',
      '1 commit, 1 file, +1 −1',
      '  fedcba9876 Mend<U+001B>[2J it',
      'Not committed: x',
      '',
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      '-old',
      '+<U+001B>[31mnew<U+001B>]0;t<U+0007><U+000D>',
      '',
    ].join('\n'),
  );
});

test('colours are our own: those that the work holds are seen as text', () => {
  const text = renderDiff(sample(), styleFor(true));
  expect(text).toContain('\u001b[32m+<U+001B>[31mnew');
  expect(text).not.toContain('\u001b[31mnew');
});

test('in a pipe the patch keeps its bytes', () => {
  expect(renderPipedDiff(sample(), PLAIN)).toContain(PATCH);
});

test('the list of files names what was renamed and what is not text', () => {
  const files = [
    { path: 'new', from: 'old', added: 2, deleted: 0 },
    { path: 'logo\u001b.png', from: null, added: null, deleted: null },
  ];
  const text = renderPipedDiff(sample({ patch: null, files }), PLAIN);
  expect(text).toContain('\n  old → new  +2 −0\n  logo<U+001B>.png  not text\n');
});

test('what was cut, could not be read or lies in a rescue is said, with what to do', () => {
  const more = { isCut: true, unread: ['locked'], source: 'branch', rescue: 's-1/2' } as const;
  const text = renderDiff(sample(more), PLAIN);
  expect(text).toContain('On its branch swarm/s-1; its workspace is gone, since');
  expect(text).toContain('Cut here');
  expect(text).toContain('swarm diff s-1 --stat');
  expect(text).toContain('could not be read: locked\n');
  expect(text).toContain('swarm rescue show s-1/2\n');
});

test('no change reads as such', () => {
  const none = sample({ commits: [], commitCount: 0, files: [], patch: '' });
  expect(renderDiff(none, PLAIN)).toMatch(/\nNothing was changed\n$/);
});

test('JSON has it all, and fits its schema', () => {
  const json = diffJson(sample({ branch: '' }));
  expect(DiffAnswer.parse(json)).toEqual(json);
  expect(json).toMatchObject({ branch: null, added: 1, deleted: 1, patch: PATCH, patch_cut: false });
});
