import { expect, test } from 'vitest';
import { agentFilesAreOpenedInOnePlace, EXCEPTIONS, listOpeners } from './agent-files.ts';
import { parseSource } from './source-file.ts';
import { sources } from './tree.ts';

const check = (path: string, text: string): readonly string[] =>
  agentFilesAreOpenedInOnePlace.check(parseSource(path, text));

const READS = "import { readFile } from 'node:fs/promises';\n";

test('a direct read near agents is found, by folder or by the names of their folders', () => {
  expect(check('src/runtime/attempt/other.ts', READS)).toHaveLength(1);
  expect(check('src/runtime/elsewhere/other.ts', `${READS}void sessionsDir;`)).toHaveLength(1);
  expect(check('src/runtime/attempt/other.ts', "import fs from 'node:fs';")).toHaveLength(1);
  expect(check('src/runtime/attempt/other.ts', "void import('node:fs');")).toHaveLength(1);
  expect(check('src/runtime/elsewhere/other.ts', READS)).toEqual([]);
  expect(check('src/runtime/agent-files/other.ts', READS)).toEqual([]);
  expect(check('src/runtime/attempt/other.ts', "import { constants, realpathSync } from 'node:fs';")).toEqual(
    [],
  );
});

test('every exception is needed', () => {
  const needed = sources.filter((file) => listOpeners(file).length > 0).map(({ path }) => path);
  expect(Object.keys(EXCEPTIONS).filter((path) => !needed.includes(path))).toEqual([]);
});
