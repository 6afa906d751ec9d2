import { expect, test } from 'vitest';
import { programOfGate } from './gate-program.ts';

test('the program that a gate begins with is found, where it is plain', () => {
  const commands = ['npm test', ' ./check.sh --all', 'CI=1 npx vitest', 'scripts/check && true', 'g++ -v'];
  expect(commands.map(programOfGate)).toEqual(['npm', './check.sh', 'npx', 'scripts/check', 'g++']);
});

test('what only a shell can tell is left to it', () => {
  const commands = [
    'cd web && npm test',
    '! grep TODO x',
    '(true)',
    '$CHECK',
    'test -e ok',
    '"my program"',
    'A=1',
  ];
  expect(commands.map(programOfGate)).toEqual(commands.map(() => null));
});
