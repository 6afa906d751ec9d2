// Checks the types of the program and its tests, and those of the page, which runs in a browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './tree.mjs';

const compiler = join(root, 'node_modules', '.bin', 'tsc');
const results = ['tsconfig.json', join('web', 'tsconfig.json')].map((project) =>
  spawnSync(compiler, ['--noEmit', '--project', project], { cwd: root, stdio: 'inherit' }),
);
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1;
