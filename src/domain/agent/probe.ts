/** The API of a model, as far as a stand-in has to speak it. */
export type ProbeApi = 'anthropic' | 'openai' | 'gemini';

/** What an agent CLI finds at home during a probe: a made-up key, and a stand-in instead of its model. */
export type ProbeHome = Readonly<{
  api: ProbeApi;
  model: string;
  env: Readonly<Record<string, string>>;
  /** Below the temporary home. */
  files: Readonly<Record<string, string>>;
  /** How its model asks for a shell command. */
  shell: (command: string) => Readonly<{ name: string; input: Readonly<Record<string, string>> }>;
}>;

export type ProbeCaseName =
  | 'turn'
  | 'usage'
  | 'cost'
  | 'two-way'
  | 'tool'
  | 'permission'
  | 'cancel'
  | 'resume';

export type ProbeCase = Readonly<{
  name: ProbeCaseName;
  is: 'ok' | 'no' | 'skipped';
  /** What was seen, or why it was not tried. */
  found: string;
  durationMs: number;
}>;

export type ProbeReport = Readonly<{
  cli: string;
  command: readonly string[];
  /** Where it is, and what it said about its version. */
  program: string;
  version: string | null;
  cases: readonly ProbeCase[];
}>;
