import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectNothingLeft, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

describe.each(['prompt', 'turns', 'terminal'] as const)('with input %s', (input) => {
  test.each([
    [0, 'exit 0'],
    [1, 'exit 1'],
    [137, 'kill -KILL $$'],
    [143, 'kill -TERM $$'],
  ])('an agent that ends with %i is over with that code', async (code, script) => {
    await stage.run(script, { input });
    expect(await stage.waitOver()).toEqual({
      is: 'over',
      exitCode: code,
      closedByPerson: false,
      worldDied: false,
    });
  });
});

test('the name of the signal stands in the exit', async () => {
  await stage.run('kill -SEGV $$');
  await stage.waitOver();
  const [line = ''] = (await readFile(stage.folder.exit, 'utf8')).split('\n');
  expect(JSON.parse(line)).toEqual({
    code: 139,
    signal: 'SEGV',
    hup: false,
    term: false,
  });
});
