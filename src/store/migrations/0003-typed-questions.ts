import type { ColumnTypes } from './migration.ts';

/**
 * A question says by its kind alone what it is, and keeps as JSON what its answer needs. Before, one kind
 * stood for several, told apart by the columns that go away here.
 */
export const typedQuestions = ({ jsonText }: ColumnTypes): readonly string[] => [
  `alter table question add column payload text not null default '{}'`,
  `update question set payload = ${payloadOf(jsonText)}, kind = ${NEW_KIND}`,
  `alter table question drop column request_id`,
  `alter table question drop column asking_key`,
  `alter table question drop column input`,
];

const NEW_KIND = `case
    when kind = 'interrupt' and request_id is not null then 'dialog'
    when kind = 'interrupt' and asking_key is not null then 'ask'
    when kind = 'interrupt' and session_id is null then 'loop-interrupt'
    when kind = 'interrupt' and input is not null then 'time'
    when kind = 'escalation' and run_id is not null then 'run'
    when kind = 'escalation' and input is not null then 'start'
    when kind = 'escalation' then 'red-gate'
    when kind = 'approval' then 'merge'
    when kind = 'budget' and input is null then 'process-budget'
    else kind
  end`;

// The reason of an ending was cut out of the text; the whole text serves for what is open just now.
const payloadOf = (jsonText: ColumnTypes['jsonText']): string => {
  const why = `'"why":' || ${jsonText('text')} || '}'`;
  return `case
    when request_id is not null
      then '{"requestId":' || ${jsonText('request_id')} || ',"input":' || ${jsonText('input')} || '}'
    when asking_key is not null then '{"key":' || ${jsonText('asking_key')} || '}'
    when kind = 'escalation' and run_id is not null then '{"number":' || attempt || '}'
    when kind = 'escalation' and input is not null then '{"codes":' || input || '}'
    when kind in ('budget', 'login') and input is not null
      then substr(input, 1, length(input) - 1) || ',' || ${why}
    when kind = 'budget' then '{' || ${why}
    when input is not null then input
    else '{}'
  end`;
};
