/** Files that git ignores as a rule, and that programs need. */
const COPIED = ['.env', '.env.local', '.env.development', '.envrc'];

/** What makes a fresh checkout ready, by the lock file that asks for it. */
const INSTALLS: readonly (readonly [lockFile: string, command: readonly string[]])[] = [
  ['pnpm-lock.yaml', ['pnpm', 'install', '--frozen-lockfile']],
  ['yarn.lock', ['yarn', 'install', '--frozen-lockfile']],
  ['bun.lock', ['bun', 'install', '--frozen-lockfile']],
  ['bun.lockb', ['bun', 'install', '--frozen-lockfile']],
  ['package-lock.json', ['npm', 'ci']],
  ['uv.lock', ['uv', 'sync', '--frozen']],
  ['poetry.lock', ['poetry', 'install']],
  ['Gemfile.lock', ['bundle', 'install']],
  ['composer.lock', ['composer', 'install']],
];

export type Provisioning = Readonly<{ copy?: readonly string[]; install?: readonly string[] }>;

/** What new workspaces of a project need, by the files that lie in its folder. */
export async function decideProvisioning(has: (file: string) => Promise<boolean>): Promise<Provisioning> {
  const copy: string[] = [];
  for (const file of COPIED) if (await has(file)) copy.push(file);
  for (const [lockFile, install] of INSTALLS) {
    if (await has(lockFile)) return { ...(copy.length > 0 ? { copy } : {}), install };
  }
  return copy.length > 0 ? { copy } : {};
}
