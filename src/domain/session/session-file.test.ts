import { expect, test } from 'vitest';
import { sessionFilePaths } from './session-file.ts';

test('prompt, result and logs are shown, also those of attempts, and no file with secrets', () => {
  const paths = sessionFilePaths(2);
  expect(paths).toContain('prompt.md');
  expect(paths.filter((path) => path.endsWith('stderr.log'))).toEqual([
    'attempts/2/stderr.log',
    'attempts/1/stderr.log',
  ]);
  expect(paths.filter((path) => /env|token|launcher|start/.test(path))).toEqual([]);
});

test('of very many attempts the newest are shown', () => {
  const paths = sessionFilePaths(5_000);
  expect(paths).toContain('attempts/5000/exit');
  expect(paths.length).toBeLessThan(100);
});
