import { lstat, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { ServiceManager, ServiceObservation } from '../../domain/supervisor/service.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { unlessMissing } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { exec } from '../process/exec.ts';
import { shortHash } from '../project/project-paths.ts';
import { renderService, SERVICE_MARK } from './render-service.ts';
import type { ServiceProgram, Services } from './service.ts';

type Machine = Readonly<{
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string>>;
  program: ServiceProgram;
}>;
type Unit = Readonly<{
  manager: ServiceManager;
  name: string;
  file: string;
  /** Where systemd looks for what starts with it; null for launchd, which reads the file itself. */
  link: string | null;
}>;

const COMMAND_LIMIT_MS = 20_000;
const UNIT_MOST_BYTES = 64 * 1024;

/** Files of the person's own service manager, one for each project. */
export function realServices(machine: Machine): Services {
  const unit = unitOf(machine);
  if (unit === null) return NO_SERVICES;
  const { manager, name, file, link } = unit;
  return {
    observe: () => observe(unit),
    async ensureInstalled() {
      await mkdir(dirname(file), { recursive: true });
      await writeAtomic(file, renderService(manager, machine.program, name), { mode: 0o644 });
      if (link !== null) await ensureLink(link, file);
      return { manager, file, problem: await tell(machine, COMMANDS[manager].install(unit)) };
    },
    async ensureRemoved() {
      await tell(machine, COMMANDS[manager].remove(unit));
      for (const path of [file, ...(link === null ? [] : [link])]) await rm(path, { force: true });
      await tell(machine, COMMANDS[manager].forget);
    },
  };
}

const UNSUPPORTED = async (): Promise<never> => {
  throw new Fault('service-unsupported', 'this system has neither systemd nor launchd');
};
const NO_SERVICES: Services = {
  observe: async () => null,
  ensureInstalled: UNSUPPORTED,
  ensureRemoved: UNSUPPORTED,
};

/** What "systemctl enable" does, which needs a bus that a shell without a login session does not have. */
async function ensureLink(link: string, file: string): Promise<void> {
  await mkdir(dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(file, link);
}

async function observe({ manager, file, link }: Unit): Promise<ServiceObservation> {
  const own = readOwn(file, UNIT_MOST_BYTES);
  if (own === null) return { manager, file, is: 'absent' };
  if ('problem' in own || !own.text?.includes(SERVICE_MARK)) return { manager, file, is: 'foreign' };
  const isEnabled = link === null || (await unlessMissing(link, false, async () => !!(await lstat(link))));
  return { manager, file, is: isEnabled ? 'installed' : 'disabled' };
}

type Words = readonly string[];
type Commands = Readonly<{
  install(unit: Unit): readonly Words[];
  remove(unit: Unit): readonly Words[];
  forget: readonly Words[];
}>;

const systemctl = (...words: string[]): Words => ['systemctl', '--user', ...words];
const launchctl = (...words: string[]): Words => ['launchctl', ...words];

// Not started: one that runs already would only make it stand down.
const COMMANDS: Readonly<Record<ServiceManager, Commands>> = {
  systemd: {
    install: () => [systemctl('daemon-reload')],
    remove: () => [],
    forget: [systemctl('daemon-reload')],
  },
  launchd: {
    install: ({ file }) => [launchctl('load', '-w', file)],
    remove: ({ file }) => [launchctl('unload', '-w', file)],
    forget: [],
  },
};

function unitOf({ platform, home, env, program: { root } }: Machine): Unit | null {
  if (platform === 'darwin') {
    const name = `dev.swarm.${shortHash(root)}`;
    return {
      manager: 'launchd',
      name,
      file: join(home, 'Library', 'LaunchAgents', `${name}.plist`),
      link: null,
    };
  }
  if (platform !== 'linux') return null;
  const name = `swarm-${shortHash(root)}`;
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const folder = join(config, 'systemd', 'user');
  const service = `${name}.service`;
  const link = join(folder, 'default.target.wants', service);
  return { manager: 'systemd', name, file: join(folder, service), link };
}

/** What the service manager complains of; null when it took all of it. */
async function tell({ env }: Machine, commands: readonly Words[]): Promise<string | null> {
  for (const [program = '', ...args] of commands) {
    const problem = await exec({ program, args, env, timeoutMs: COMMAND_LIMIT_MS }).then(
      ({ code, stderr }) => (code === 0 ? null : (stderr.trim().split('\n')[0] ?? `exit code ${code}`)),
      (error: Error) => error.message,
    );
    if (problem !== null) return `${[program, ...args].join(' ')}: ${problem}`;
  }
  return null;
}
