import type { JSX } from 'preact';
import type { VerificationAnswer } from '../../src/contract/answer/verification.ts';
import { StateMark } from '../session/state-mark.tsx';
import { counted, momentOf } from '../shell/numbers.ts';
import { newestByTask } from './newest-by-task.ts';

const COMMIT_LETTERS = 8;

/** What verifiers said of each task, or of each version of a design, round by round. */
export function RunVerdicts({ of }: Readonly<{ of: readonly VerificationAnswer[] }>): JSX.Element | null {
  if (of.length === 0) return null;
  const last = new Set(newestByTask(of));
  return (
    <>
      <h2 class="section-head">Verdicts</h2>
      <ul class="lines">
        {of.map((one) => (
          <li key={`${one.task_id} ${one.round}`}>
            <Verdict of={one} isOpen={last.has(one) && one.verdict !== 'approved'} />
          </li>
        ))}
      </ul>
    </>
  );
}

type VerdictProps = Readonly<{ of: VerificationAnswer; isOpen: boolean }>;

const Verdict = ({ of, isOpen }: VerdictProps): JSX.Element => (
  <details class="folded" open={isOpen}>
    <summary>
      <StateMark state={of.verdict} />
      <strong class="name">{of.task_id ?? `version ${of.version}`}</strong>
      <span class="hint">{hintsOf(of).join(' · ')}</span>
    </summary>
    {of.summary !== '' && <p class="words">{of.summary}</p>}
    {of.findings.length === 0 ? (
      of.summary === '' && <p class="words hint">Nothing more was said.</p>
    ) : (
      <ul class="findings">
        {of.findings.map(({ about, subject, text }) => (
          <li key={`${about} ${text}`}>
            {subject === 'file' ? <code>{about}</code> : <strong>{about}</strong>}
            {subject !== 'other' && <span class="hint"> {subject}</span>}
            <span class="excerpt">{text}</span>
          </li>
        ))}
      </ul>
    )}
  </details>
);

function hintsOf({ round, is_confirmation, findings, verifier, commit, at }: VerificationAnswer): string[] {
  const parts = [
    `round ${round}`,
    is_confirmation ? 'confirmation' : null,
    findings.length === 0 ? null : counted(findings.length, 'finding'),
    verifier === null ? null : `by ${verifier}`,
    commit === null ? null : `commit ${commit.slice(0, COMMIT_LETTERS)}`,
    at === null ? null : momentOf(at),
  ];
  return parts.filter((part) => part !== null);
}
