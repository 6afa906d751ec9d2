import { environmentName, type SettingKey } from '../contract/config.ts';
import type { OpenedApp, OpeningListener } from './wire.ts';

type Telling = Readonly<{
  settings: Readonly<Record<string, string>>;
  /** For what is said beside the answer. */
  warn: (text: string) => void;
}>;

/** Tells the person what a command meets when it reaches for the supervisor; each thing once. */
export function tellOpening({ settings, warn }: Telling): OpeningListener {
  const told = new Set<string>();
  const once = (topic: string, text: string): void => {
    if (!told.has(topic)) warn(text);
    told.add(topic);
  };
  return {
    onUnobeyed: (names) => once('unobeyed', unobeyedWords(names, settings)),
    onTrouble: (words) => once('trouble', `⚠️  The supervisor that runs: ${words}\n`),
    onReplaced: (version) => warn(`ℹ️  The supervisor of version ${version} was replaced; agents work on\n`),
    onUnreached({ message, hint }) {
      warn(`⚠️  Recorded, not yet started: ${message}\n`);
      if (hint !== '') warn(`ℹ️  ${hint}\n`);
      warn('ℹ️  It begins when a supervisor runs: swarm supervisor start\n');
    },
  };
}

/** A flag is of this command alone: no restart of the supervisor would bring it along. */
function unobeyedWords(names: readonly string[], flags: Telling['settings']): string {
  const isOfFlag = new Map(Object.keys(flags).map((key) => [environmentName(key as SettingKey), key]));
  const set = names.flatMap((name) => isOfFlag.get(name) ?? []).join(', ');
  const without = names.filter((name) => !isOfFlag.has(name)).join(', ');
  return [
    set && `⚠️  --set ${set} does not reach the supervisor that runs: put it into swarm.config.json\n`,
    without && `⚠️  The supervisor that runs was started without ${without}: swarm supervisor restart\n`,
  ].join('');
}

const STORE_WITHHELD =
  '⚠️  This project is not trusted yet: its database was not asked, so no rows are shown. See: swarm trust\n';

/** Says that rows are withheld and, where the project is verbose, from where they come. */
export async function sayWhere({ project }: OpenedApp, { warn }: Pick<Telling, 'warn'>): Promise<void> {
  if (!project.isTrusted) {
    const { isStoreWithheld } = await import('./untrusted.ts');
    if (isStoreWithheld(project.loaded)) warn(STORE_WITHHELD);
  }
  if (project.config.verbose) warn((await import('./describe-project.ts')).describeProject(project));
}
