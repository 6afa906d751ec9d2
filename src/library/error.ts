/** The answer was no. `code` is stable; `hint` says what to do, in words of the command line. */
export class SwarmError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint = '') {
    super(message);
    this.name = 'SwarmError';
    this.code = code;
    this.hint = hint;
  }
}

/** A workflow that cannot be run, with everything that is wrong with it. */
export class WorkflowError extends SwarmError {
  /** Each begins with the key that it is about: `stages.work.role: unknown role …` */
  readonly problems: readonly string[];

  constructor(name: string, problems: readonly string[]) {
    super(
      'workflow-unsound',
      `Workflow ${name} is not sound:\n${problems.map((one) => `- ${one}`).join('\n')}`,
    );
    this.name = 'WorkflowError';
    this.problems = problems;
  }
}
