import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rescues } from '../cli/host.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { RescueRef, Workspaces } from '../runtime/workspace/workspaces.ts';

const PREFIX = 'refs/swarm/rescue/';
const SHOWN = 5;

/** Saved work, by its short name `<session>/<n>`, its full ref, or the session alone for the newest. */
export function openRescues(workspaces: () => Promise<Workspaces>, cwd: string): Rescues {
  const find = async (name: string): Promise<Outcome<RescueRef>> => {
    const all = await (await workspaces()).listRescues();
    const short = name.replace(PREFIX, '');
    const found = all.filter(({ ref, sessionId }) => ref === `${PREFIX}${short}` || sessionId === short);
    const newest = found.toSorted((a, b) => b.number - a.number)[0];
    return newest
      ? accept(newest)
      : refuse({ code: 'rescue-not-found', ref: name, known: all.slice(0, SHOWN).map(shortName) });
  };
  return {
    list: async () =>
      (await (await workspaces()).listRescues()).map((rescue) => ({ ...rescue, ref: shortName(rescue) })),
    async show(name) {
      const found = await find(name);
      return found.ok ? accept(await (await workspaces()).renderRescue(found.value)) : found;
    },
    async restore(name, folder) {
      const found = await find(name);
      if (!found.ok) return found;
      const target = resolve(cwd, folder);
      if (existsSync(target)) return refuse({ code: 'rescue-target-taken', path: target });
      await (await workspaces()).restoreRescue(found.value, target);
      return accept(target);
    },
  };
}

const shortName = ({ ref }: RescueRef): string => ref.replace(PREFIX, '');
