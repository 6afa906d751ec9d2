import * as z from 'zod/mini';
import { InstallHooks } from '../../contract/hook.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { visibleText } from '../../views/visible-text.ts';
import { command, refused } from '../command.ts';
import type { Flag } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.extend(InstallHooks, { yes: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;

type HookPlan = Readonly<{ file: string; before: string | null; after: string | null; isMade: boolean }>;

/** What a person agrees to: the file as it will be, whole. */
const renderHookChange = ({ file, after }: HookPlan): string =>
  after === null ? `${file} will be removed\n` : `${file} will be:\n\n${visibleText(after).trimEnd()}\n\n`;

const renderHooksInstalled = ({ file, isMade, before, after }: HookPlan): string =>
  isMade
    ? `✅ Hooks added to ${file}\nTake them out again: swarm uninstall-hooks\n`
    : `${before === after ? `${file} has them already; n` : 'N'}othing was changed\n`;

const renderHooksGone = ({ file, isMade, before, after }: HookPlan): string =>
  !isMade
    ? `${before === after ? `${file} has no hooks of Swarm; n` : 'N'}othing was changed\n`
    : `✅ ${after === null ? `${file} removed: it held nothing else` : `Hooks taken out of ${file}`}\n`;

const FLAGS: readonly Flag[] = [
  { name: 'shared', key: 'shared', about: 'In .claude/settings.json, which the repository shares' },
  { name: 'dry-run', key: 'dry', about: 'Only show what would be changed' },
  { name: 'yes', short: 'y', key: 'yes', about: 'Change it without asking' },
];

export const installHooks = command({
  name: 'install-hooks',
  summary: 'Add hooks of Swarm to the settings of Claude Code, without its plugin',
  about:
    'Shows .claude/settings.local.json of the project as it will be, and asks. What you have there stays.',
  examples: ['swarm install-hooks', 'swarm install-hooks --shared --yes'],
  flags: FLAGS,
  input: Input,
  run: install,
  show: { 'hook.install': renderHooksInstalled },
});

export const uninstallHooks = command({
  name: 'uninstall-hooks',
  summary: 'Take hooks of Swarm out of the settings of Claude Code',
  about: 'A file that was not changed since is as it was before, to the byte.',
  examples: ['swarm uninstall-hooks'],
  flags: FLAGS,
  input: Input,
  run: uninstall,
  show: { 'hook.uninstall': renderHooksGone },
});

/** Shows the change and lets the person decide; `nothing` where there is nothing to decide. */
async function agree(io: Io, planned: HookPlan, { yes, dry }: Input): Promise<'yes' | 'no' | 'nothing'> {
  if (planned.before === planned.after) return 'nothing';
  await io.say(renderHookChange(planned));
  if (dry) return 'nothing';
  return yes || (io.isTerminal && (await io.confirm(`Change ${planned.file}?`))) ? 'yes' : 'no';
}

async function install(host: Host, input: Input, io: Io): Promise<Outcome<Reply<'hook.install'>>> {
  const planned = await host.ask('hook.install', { ...input, dry: true });
  if (!planned.ok) return planned;
  const agreed = await agree(io, planned.value, input);
  if (agreed === 'no') return refused({ code: 'hooks-not-agreed', file: planned.value.file });
  return agreed === 'yes' ? askVerb(host, 'hook.install', input) : reply('hook.install', planned.value);
}

async function uninstall(host: Host, input: Input, io: Io): Promise<Outcome<Reply<'hook.uninstall'>>> {
  const planned = await host.ask('hook.uninstall', { ...input, dry: true });
  if (!planned.ok) return planned;
  const agreed = await agree(io, planned.value, input);
  if (agreed === 'no') return refused({ code: 'hooks-not-agreed', file: planned.value.file });
  return agreed === 'yes' ? askVerb(host, 'hook.uninstall', input) : reply('hook.uninstall', planned.value);
}
