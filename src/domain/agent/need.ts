/** What an agent CLI needs of the person's own in order to work. */
export type AgentNeed = Readonly<{
  /** Names of variables; `*` stands for any letters. */
  variables: readonly string[];
  /** Folders of its own, relative to the home. */
  folders?: readonly string[];
  /** Files of its own, relative to the home. */
  files?: readonly string[];
  /** Variables that name a folder of its own, as `NAME`, or the folder around it, as `NAME/.folder`. */
  folderVariables?: readonly string[];
  /** Only where this variable is set. */
  when?: string;
}>;

type Variables = Readonly<Record<string, string | undefined>>;

/** The needs that apply where these variables are set. */
export const needsIn = (env: Variables, needs: readonly AgentNeed[]): readonly AgentNeed[] =>
  needs.filter(({ when }) => when === undefined || (env[when] ?? '') !== '');
