import { expect, test } from 'vitest';
import { withHooks, withoutHooks } from './hook-settings.ts';

const SCRIPT = "/opt/it's here/ask.sh";

test('hooks are added beside those of the person, and every other letter stays', () => {
  const mine = '{\n  "model": "opus",\n  "hooks": {\n    "SessionStart": [{"hooks": []}]\n  }\n}\n';
  const text = withHooks(mine, SCRIPT) ?? '';
  const { model, hooks } = JSON.parse(text);
  expect(model).toBe('opus');
  expect(hooks.SessionStart).toHaveLength(2);
  expect(hooks.SessionEnd[0].hooks[0].command).toBe(`sh '/opt/it'\\''s here/ask.sh' session-end`);
  expect(text.startsWith('{\n  "model": "opus",\n')).toBe(true);
});

test('twice is once, and what was added is taken out again', () => {
  const once = withHooks('', SCRIPT) ?? '';
  expect(withHooks(once, SCRIPT)).toBe(once);
  const { hooks } = JSON.parse(withoutHooks(once, SCRIPT) ?? '');
  expect(Object.values(hooks)).toEqual([[], [], []]);
  const foreign = '{"hooks":{"SessionStart":[{"hooks":[]}]}}';
  expect(withoutHooks(foreign, SCRIPT)).toBe(foreign);
});

test.each(['[]', 'no json', '{"hooks": []}', '{"hooks": {"SessionStart": {}}}'])(
  '%s holds no hooks',
  (text) => {
    expect(withHooks(text, SCRIPT)).toBeNull();
  },
);
