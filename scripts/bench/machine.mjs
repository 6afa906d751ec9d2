// What the figures were taken on: without it they say nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { root } from '../tree.mjs';

const GB = 1024 ** 3;

export const describeMachine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / GB),
  system: `${type()} ${release()}`,
});

export const listVersions = () => ({
  swarm: packageVersion(root),
  node: process.version.slice(1),
  tmux:
    spawnSync('tmux', ['-V'], { encoding: 'utf8' })
      .stdout?.trim()
      .replace(/^tmux /, '') ?? 'none',
  '@photostructure/sqlite': packageVersion(join(root, 'node_modules', '@photostructure', 'sqlite')),
});

const packageVersion = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
