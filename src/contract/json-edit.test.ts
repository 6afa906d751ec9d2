import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editJson } from './json-edit.ts';

test('a value is replaced, and every other letter stays', () => {
  const text = '{\n  "a" : 12345678901234567890,\n  "b": {"c":false , "d": [1, {"b": 2}]}\n}\n';
  expect(editJson(text, ['b', 'c'], true)).toEqual({
    text: text.replace('false', 'true'),
    from: 'false',
  });
});

test.each([
  ['one more is written as its neighbours are', '{\n  "a": 1\n}\n', ['b'], '{\n  "a": 1,\n  "b": true\n}\n'],
  ['a narrow text stays narrow', '{"a":1}', ['b'], '{"a":1,"b":true}'],
  ['an empty object is filled', '{"p":{}}', ['p', '/x', 't'], '{"p":{"/x": {"t":true}}}'],
  ['a missing object is made', '{"a":1}', ['p', 'x'], '{"a":1,"p":{"x":true}}'],
  ['of doubled keys the last one counts', '{"a":1,"a":2}', ['a'], '{"a":1,"a":true}'],
  ['a key is known by what it means', '{"\\u0061":1}', ['a'], '{"\\u0061":true}'],
  ['a key that every object has is no member', '{"a":1}', ['toString'], '{"a":1,"toString":true}'],
  ['brackets inside texts are no brackets', '{"a":"}{\\"","b":0}', ['b'], '{"a":"}{\\"","b":true}'],
  ['nothing becomes an object', '', ['a', 'b'], '{\n  "a": {\n    "b": true\n  }\n}\n'],
])('%s', (...[, text, path, expected]) => {
  expect(editJson(text, path, true)?.text).toBe(expected);
});

test.each(['{', '[]', 'null', '1', '{"a":[]}', '{"a":null}', '{"a":"x"}'])('%s is left alone', (text) => {
  expect(editJson(text, ['a', 'b'], true)).toBeNull();
});

test('whatever the object, the value is there afterwards and all the rest is the same', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'projects', '/p'));
  const spaces = fc.constantFrom<string | number | undefined>(undefined, 2, '\t');
  const object = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
  fc.assert(
    fc.property(object, fc.array(key, { minLength: 1, maxLength: 3 }), spaces, (value, path, space) => {
      const text = JSON.stringify(value, null, space);
      const edit = editJson(text, path, true);
      const before = JSON.parse(text) as Record<string, unknown>;
      if (edit === null) return;
      expect(JSON.parse(edit.text)).toEqual(withValue(before, path));
    }),
  );
});

function withValue(value: Record<string, unknown>, [key = '', ...rest]: readonly string[]): unknown {
  const inner = Object.hasOwn(value, key) ? (value[key] as Record<string, unknown>) : {};
  const changed = rest.length === 0 ? true : withValue(inner, rest);
  return Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, changed]]);
}
