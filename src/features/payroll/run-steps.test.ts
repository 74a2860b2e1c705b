import { describe, expect, it, test } from 'vitest';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import { nextStep, type RunFacts, runFacts, stepState } from '@/features/payroll/run-steps';

const CLEAN: RunFacts = {
  issues: 0,
  toApprove: 3,
  approved: 3,
  approvable: 0,
  hasPay: true,
  locked: false,
  current: false,
  exportedAt: null,
};

describe('the next step', () => {
  test.each<[string, Partial<RunFacts>, ReturnType<typeof nextStep>]>([
    ['issues come first', { issues: 2, approvable: 1, approved: 2 }, 'fix'],
    ['then who is left to approve', { approvable: 1, approved: 2 }, 'approve'],
    ['then the lock', {}, 'lock'],
    ['the lock waits for the end of the period', { current: true }, null],
    ['own time that others approve does not stand in the way', { approved: 2 }, 'lock'],
    ['an empty period needs nothing', { hasPay: false, toApprove: 0, approved: 0 }, null],
    ['a locked period is exported', { locked: true }, 'export'],
    ['and then done', { locked: true, exportedAt: '2026-03-16T15:00:00Z' }, null],
  ])('%s', (_, facts, expected) => expect(nextStep({ ...CLEAN, ...facts })).toBe(expected));
});

it('says what is done, what is next and what comes later', () => {
  const facts = { ...CLEAN, approvable: 1, approved: 2 };
  expect((['fix', 'approve', 'lock', 'export'] as const).map((id) => stepState(id, facts))).toEqual(
    ['done', 'next', 'later', 'later'],
  );
});

it('counts who is approved, and who can be', () => {
  const person = (id: string, changes: Partial<PayrollPerson>) =>
    ({
      employee_id: id,
      flags: [],
      days_worked: 5,
      days_approved: 0,
      approval: 'open',
      ...changes,
    }) as unknown as PayrollPerson;
  const people = [
    person('done', { approval: 'approved', days_approved: 5 }),
    person('clean', {}),
    person('long', { flags: ['long_entry'] }),
    person('at-work', { flags: ['on_the_clock'] }),
    person('me', {}),
    person('idle', { days_worked: 0, approval: 'nothing' }),
  ];
  const period = { locked: false, current: false, exportedAt: null };
  expect(runFacts(people, 1, 'me', period)).toMatchObject({
    toApprove: 5,
    approved: 1,
    approvable: 1,
  });
});
