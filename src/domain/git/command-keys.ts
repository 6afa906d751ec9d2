/** One line of a git configuration. Git lowers the case of all of a key but its middle part. */
export type ConfigEntry = Readonly<{ key: string; value: string }>;

/** Keys by which git runs a program, or goes elsewhere than it says. */
const COMMAND_KEYS: readonly RegExp[] = [
  /^core\.(hookspath|fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand|worktree)$/,
  /^(sequence\.editor|interactive\.difffilter|diff\.external|init\.templatedir|pager\..+)$/,
  /^filter\..+\.(clean|smudge|process)$/,
  /^diff\..+\.(command|textconv)$/,
  /^(merge\..+\.driver|hook\..+\.command|trailer\..+\.(command|cmd))$/,
  /^(mergetool|difftool|guitool|browser|man)\..+\.(cmd|path)$/,
  /^credential\.(.+\.)?helper$/,
  /^gpg\.(.+\.)?(program|defaultkeycommand)$/,
  /^remote\..+\.(uploadpack|receivepack|vcs|promisor|proxy)$/,
  /^(uploadpack\.packobjectshook|sendemail\.(.+\.)?(smtpserver|\w+cmd)|imap\.tunnel)$/,
  /^url\..+\.(insteadof|pushinsteadof)$/,
  /^include(if\..+)?\.path$/,
];
/** Keys that run a program only where their value begins with an exclamation mark. */
const SHELL_KEYS = /^(alias\..+|submodule\..+\.update)$/;

export const runsCommand = ({ key, value }: ConfigEntry): boolean =>
  COMMAND_KEYS.some((pattern) => pattern.test(key)) || (SHELL_KEYS.test(key) && value.startsWith('!'));

/** What each driver is replaced by. Nothing of ours needs one; a merge without its driver is a conflict. */
const HARMLESS: readonly Readonly<{ pattern: RegExp; value: string }>[] = [
  { pattern: /^filter\..+\.(clean|smudge|process)$/, value: '' },
  { pattern: /^merge\..+\.driver$/, value: 'false' },
  { pattern: /^diff\..+\.textconv$/, value: 'cat' },
  { pattern: /^(diff\.external|diff\..+\.command|hook\..+\.command)$/, value: 'true' },
];

/** A program that git runs on files, once the person has accepted it. */
export const isDriver = ({ key }: Pick<ConfigEntry, 'key'>): boolean =>
  HARMLESS.some(({ pattern }) => pattern.test(key));

/**
 * Settings that make git ignore each driver which the person has not accepted. The rest of the keys above is
 * the same for every call, and switched off by name.
 */
export function listOverrides(
  entries: readonly ConfigEntry[],
  accepted: readonly ConfigEntry[],
): readonly ConfigEntry[] {
  return entries.flatMap((entry) => {
    const harmless = HARMLESS.find(({ pattern }) => pattern.test(entry.key));
    if (harmless === undefined || isAccepted(entry, accepted)) return [];
    const driver = /^filter\..+(?=\.)/.exec(entry.key)?.[0];
    const optional = driver === undefined ? [] : [{ key: `${driver}.required`, value: 'false' }];
    return [{ key: entry.key, value: harmless.value }, ...optional];
  });
}

const isAccepted = ({ key, value }: ConfigEntry, accepted: readonly ConfigEntry[]): boolean =>
  accepted.some((one) => one.key === key && one.value === value);

export type ConfigChange = Readonly<{ key: string; before: readonly string[]; now: readonly string[] }>;

/** Keys that run something and differ from what the person has accepted, in the order of their names. */
export function listChanges(
  accepted: readonly ConfigEntry[],
  entries: readonly ConfigEntry[],
): readonly ConfigChange[] {
  const valuesOf = (key: string, all: readonly ConfigEntry[]): readonly string[] =>
    all.filter((entry) => entry.key === key).map(({ value }) => value);
  const keys = new Set([...accepted, ...entries].map(({ key }) => key));
  return [...keys]
    .sort()
    .map((key) => ({ key, before: valuesOf(key, accepted), now: valuesOf(key, entries) }))
    .filter(({ before, now }) => before.join('\0') !== now.join('\0'));
}

/** Each with what it is now; Swarm obeys none of them. */
export const describeChanges = (changes: readonly ConfigChange[]): string =>
  changes
    .map(({ key, now }) => (now.length === 0 ? `${key} is gone` : `${key} = ${now.join(', ')}`))
    .join('; ');
