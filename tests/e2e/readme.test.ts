import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FENCE = /^(`{3,})sh\n([\s\S]*?)^\1$/gm;

/** What the quick start of the README tells a person to type, block by block. */
function quickStart(): string[] {
  const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
  const [section = ''] = /^## Quick start\n[\s\S]*?(?=^## )/m.exec(readme) ?? [];
  return [...section.matchAll(FENCE)].map(([, , body = '']) => body);
}

test('the quick start of the README works as it stands there', async () => {
  const project = await makeProject();
  const env = { ...project.env, PATH: `${resolve(ROOT, 'dist/bin')}:${project.env.PATH}` };
  const play = (block: string): string =>
    execFileSync('bash', ['-ec', block], { cwd: project.root, env, encoding: 'utf8', stdio: 'pipe' });
  const [setUp = '', start = '', look = '', ...more] = quickStart();
  expect(more.join('')).toContain('swarm create developer');

  // What it finds depends on the machine, and so does its exit code.
  const checked = setUp.replace(/^swarm doctor\b.*$/m, 'swarm doctor || :');
  expect(play(checked)).toMatch(/Ready: [\s\S]*Next: swarm doctor[\s\S]*^rehearsal +shipped +rehearsal/m);
  const id = /Session created: (\S+)/.exec(play(start))?.[1] ?? '';
  const seen = play(look.replaceAll('<id>', id));
  expect(seen).toContain('"greeting": "hello"');
  expect(seen).toContain('Say hello');
}, 90_000);
