import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isThere, listLinks } from '../architecture/docs.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a person gets who installs the package: its folder, without dependencies. */
function unpack(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const file = execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  execFileSync('tar', ['-xzf', join(folder, file), '-C', folder]);
  return join(folder, 'package');
}

test('the package has the command, and every page that its pages link to', () => {
  const folder = unpack();
  const { name, bin, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect([name, Object.keys(bin)]).toEqual(['swarmctl', ['swarm']]);

  const held = readdirSync(folder, { recursive: true }).map(String);
  const pages = held.filter((path) => /^(docs\/.*|[A-Z]+)\.md$/.test(path));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/SECURITY.md', 'docs/CLIS.md']));
  const broken = pages.flatMap((path) =>
    listLinks({ path, text: readFileSync(join(folder, path), 'utf8') })
      .filter((target) => !isThere(target, held))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);

  // The dependencies that npm would put beside it.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const said = execFileSync(process.execPath, [join(folder, bin.swarm), '--version'], { encoding: 'utf8' });
  expect(said).toContain(version);
});
