import * as z from 'zod/mini';
import { SafeId } from './id.ts';

/** What the hooks of an agent CLI tell of: its conversation begins, a prompt was given, it ends. */
export const HOOK_EVENTS = ['session-start', 'prompt', 'session-end'] as const;

export const RunHook = z.object({
  event: z.enum(HOOK_EVENTS),
  cli: z._default(SafeId, 'claude'),
  /** What the CLI calls its conversation. */
  conversation: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type RunHook = z.infer<typeof RunHook>;

/** The fields of a hook's input that count; Claude Code and Codex spell them alike. */
export const HookInput = z.looseObject({ session_id: z.string() });

export const InstallHooks = z.object({
  /** In the settings that the repository shares, instead of the person's own. */
  shared: z._default(z.boolean(), false),
  /** Changes nothing. */
  dry: z._default(z.boolean(), false),
});
export type InstallHooks = z.infer<typeof InstallHooks>;
