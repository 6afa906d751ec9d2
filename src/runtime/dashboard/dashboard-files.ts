import { join } from 'node:path';
import * as z from 'zod/mini';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import type { ProjectPaths } from '../project/project-paths.ts';
import { SecretFolder } from './secret-folder.ts';

const FILE_MOST_BYTES = 4_096;
const TOKEN_LIFETIME_MS = 10 * 60_000;
const COOKIE_LIFETIME_MS = 30 * 24 * 60 * 60_000;

const Served = z.object({
  pid: z.int(),
  /** When the process began: pids are used again. */
  start: z.string(),
  boot: z.string(),
  port: z.int(),
  version: z.string(),
});

/** The server that runs, or ran last. */
export type Served = z.infer<typeof Served>;

/** A token for programs, which read it from its file. It is for one purpose alone. */
export type TokenFile = Readonly<{
  path: string;
  ensure(make: () => string): void;
  /** Empty before one was made. */
  read(): string;
}>;

/** What the page's server keeps in `.swarm/dashboard/`. */
export type DashboardFiles = Readonly<{
  folder: string;
  /** Holding by the server for its whole life. */
  lockFile: string;
  metricsToken: TokenFile;
  mcpToken: TokenFile;
  tokens: SecretFolder;
  cookies: SecretFolder;
  ensureFolder(): void;
  readServed(): Served | null;
  saveServed(served: Served): void;
  /** It stays without viewers too. */
  isKept(): boolean;
  keep(isKept: boolean): void;
}>;

export function dashboardFiles({ swarmDir }: Pick<ProjectPaths, 'swarmDir'>): DashboardFiles {
  const folder = join(swarmDir, 'dashboard');
  const files = new AgentFiles(swarmDir, new Oddities());
  const [servedFile, keptFile] = [join(folder, 'server.json'), join(folder, 'keep')];
  const secrets = (name: string, lifetimeMs: number) =>
    new SecretFolder({ folder: join(folder, name), base: swarmDir, lifetimeMs, now: Date.now });
  return {
    folder,
    lockFile: join(folder, 'server.lock'),
    metricsToken: tokenFile(files, join(folder, 'metrics.token')),
    mcpToken: tokenFile(files, join(folder, 'mcp.token')),
    tokens: secrets('tokens', TOKEN_LIFETIME_MS),
    cookies: secrets('cookies', COOKIE_LIFETIME_MS),
    ensureFolder: () => files.ensureFolder(folder),
    readServed: () => parseServed(files.read(servedFile, FILE_MOST_BYTES)?.text ?? ''),
    saveServed: (value) => files.write(servedFile, `${JSON.stringify(value)}\n`),
    isKept: () => files.hasFile(keptFile),
    keep: (isKept) => (isKept ? files.write(keptFile, '') : files.remove(keptFile)),
  };
}

function tokenFile(files: AgentFiles, path: string): TokenFile {
  const read = (): string => files.read(path, FILE_MOST_BYTES)?.text?.trim() ?? '';
  const ensure = (make: () => string): void => {
    if (read() === '') files.write(path, `${make()}\n`);
  };
  return { path, read, ensure };
}

function parseServed(text: string): Served | null {
  try {
    return Served.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
