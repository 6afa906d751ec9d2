/** What Swarm changed in a settings file: its text before, null for none, and after. */
export type HookRecord = Readonly<{ before: string | null; after: string }>;

/** The port for settings of agent CLIs that hold hooks of Swarm. Paths are relative to the project. */
export interface HookFiles {
  /** The text; null when there is no such file. Refused where it is not a plain file of UTF-8. */
  observe(file: string): Promise<Readonly<{ text: string | null }> | Readonly<{ problem: string }>>;
  /** Null removes it, and its folder if that is empty then. */
  ensureText(file: string, text: string | null): Promise<void>;
  findRecord(file: string): Promise<HookRecord | undefined>;
  ensureRecord(file: string, record: HookRecord | null): Promise<void>;
}
