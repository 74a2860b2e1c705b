import { expect, test } from 'vitest';
import { draftOf, valuesOf } from '@/features/approval-chains/chain-values';

const step = (level: number, fields: object) => ({
  level,
  name: null,
  role: null,
  employee_id: null,
  company_role_id: null,
  decider: 'crew_foreman' as const,
  ...fields,
});

test('a chain is the same after it was opened and saved unchanged', () => {
  const chain = {
    id: 'c',
    name: 'Site',
    project_id: 'p',
    group_id: null,
    override_allowed: false,
    remind_after_days: null,
    steps: [
      step(1, {}),
      step(1, { decider: 'project_manager' }),
      step(2, { decider: 'role', role: 'owner', name: 'Payroll' }),
      step(3, { decider: 'person', employee_id: 'ana' }),
    ],
  };
  const { id: _, ...draft } = chain;
  expect(draftOf(valuesOf(chain))).toEqual(draft);
});

test('a first step stands beside nothing, and a new chain is for everybody', () => {
  const values = valuesOf(null);
  const draft = draftOf({ ...values, steps: [{ who: 'role manager', name: ' ', beside: true }] });
  expect(draft).toMatchObject({
    project_id: null,
    group_id: null,
    steps: [{ level: 1, decider: 'role', role: 'manager', name: null }],
  });
});
