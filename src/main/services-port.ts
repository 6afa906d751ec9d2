import { homedir } from 'node:os';
import { realServices } from '../runtime/service/real-services.ts';
import type { Services } from '../runtime/service/service.ts';
import { type Env, textsOf } from './project.ts';
import { supervisorProgram } from './supervisor-line.ts';

/** Agents are found by the PATH; the folder of sockets must be the one that commands look into. */
const PASSED = ['PATH', 'SWARM_RUNTIME_DIR', 'XDG_RUNTIME_DIR', 'TMUX_TMPDIR', 'XDG_STATE_HOME'] as const;

export const servicesPort = (root: string, env: Env): Services =>
  realServices({
    platform: process.platform,
    home: env.HOME || homedir(),
    env: textsOf(env),
    program: {
      root,
      words: [process.execPath, ...supervisorProgram(root)],
      env: textsOf(Object.fromEntries(PASSED.map((name) => [name, env[name]]))),
    },
  });
