import { expect, test } from 'vitest';
import { fillTemplate, type TaskTemplate, type TemplateVariable, variablesIn } from './template.ts';

const variable = (name: string, more: Partial<TemplateVariable> = {}): TemplateVariable => ({
  name,
  kind: 'text',
  about: '',
  fallback: null,
  choices: [],
  ...more,
});
const TEMPLATE: TaskTemplate = {
  name: 't',
  description: '',
  variables: [
    variable('service'),
    variable('port', { kind: 'number', fallback: '80' }),
    variable('level', { kind: 'choice', fallback: 'low', choices: ['low', 'high'] }),
  ],
  sections: ['Objective'],
  body: '# Check {{service}}\n\n## Objective\n\nPort {{port}}, {{level}}, {{result:a}}',
};
const problem = (values: Record<string, string>) => {
  const filled = fillTemplate(TEMPLATE, values);
  return filled.ok ? null : filled.problem;
};

test('open are filled with values and defaults, and other braces stay', () => {
  expect(fillTemplate(TEMPLATE, { service: 'grafana', port: '3000' })).toEqual({
    ok: true,
    task: '# Check grafana\n\n## Objective\n\nPort 3000, low, {{result:a}}\n',
  });
});

test('what a value holds is never read as a place', () => {
  const filled = fillTemplate(TEMPLATE, { service: '{{port}} $1' });
  expect(filled.ok && filled.task).toContain('# Check {{port}} $1\n');
});

test('a missing, an unknown and an unfit value are named', () => {
  expect(problem({})).toEqual({ is: 'missing', names: ['service'] });
  expect(problem({ service: 'x', prot: '1' })).toEqual({ is: 'unknown', name: 'prot', near: ['port'] });
  expect(problem({ service: 'x', port: 'many' })).toMatchObject({ is: 'misfit', expected: 'a number' });
  expect(problem({ service: 'x', level: 'mid' })).toMatchObject({ expected: 'one of low, high' });
  expect(problem({ service: ' ' })).toMatchObject({ is: 'misfit', expected: 'some text' });
});

test('a section that is empty once filled is refused', () => {
  const template = { ...TEMPLATE, body: '# {{service}}\n\n## Objective\n\n## Steps\n\nx' };
  expect(fillTemplate(template, { service: 'x' })).toEqual({
    ok: false,
    problem: { is: 'section', name: 'Objective' },
  });
});

test('open are found once each', () => {
  expect(variablesIn('{{a}} {{b-c}} {{a}} {{A}} {{ a }}')).toEqual(['a', 'b-c']);
});
