import { expect, test } from 'vitest';
import { agentNamesAreListedOnce } from './agent-names.ts';
import { parseSource } from './source-file.ts';

const faults = (path: string, text: string) => agentNamesAreListedOnce.check(parseSource(path, text));

test('a second list of agent CLIs is refused, one name is not', () => {
  expect(faults('src/cli/a.ts', "const offers = ['codex', 'claude'];")).toHaveLength(1);
  expect(faults('src/cli/a.ts', "const argv = ['codex', 'exec'];")).toEqual([]);
  expect(faults('src/contract/agent-cli.ts', "const all = ['codex', 'claude'];")).toEqual([]);
  expect(faults('src/cli/a.test.ts', "const all = ['codex', 'claude'];")).toEqual([]);
});
