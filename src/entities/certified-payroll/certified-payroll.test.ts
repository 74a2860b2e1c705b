import { expect, test } from 'vitest';
import {
  draftRecord,
  readCertifiedPayroll,
  readSignedPayroll,
} from '@/entities/certified-payroll/certified-payroll';
import { AppError } from '@/lib/errors';
import { header, plan, program, report, row, signed } from '@/testing/certified-payroll';

const failureOf = (read: () => unknown): AppError => {
  try {
    read();
  } catch (error) {
    return error as AppError;
  }
  throw new Error('It was read.');
};

test('a report and what was signed come back as they were', () => {
  const live = report([row(1), row(2, { kind: 'RA', level: '3rd period 60 %' })], {
    plans: [plan([1, 2])],
    apprentices: [program([2])],
  });
  expect(readCertifiedPayroll(JSON.parse(JSON.stringify(live)))).toEqual(live);
  expect(readSignedPayroll(JSON.parse(JSON.stringify(signed(live))))).toEqual(signed(live));
  expect(draftRecord(live)).toEqual({ report: live, statements: [], signer: null });
});

test.each([
  ['rows.0.gross_project', report([row(1, { gross_project: '12.5' })])],
  ['rows.0.days', report([row(1, { days: [] })])],
  ['header.contractor_role', report([], { header: header({ contractor_role: 'owner' as never }) })],
  ['', null],
  ['rows', { ...report([]), rows: undefined }],
])('what is not a report is refused, and the place is named: %s', (place, json) => {
  const failure = failureOf(() => readCertifiedPayroll(json));
  expect(failure).toBeInstanceOf(AppError);
  expect(failure.code).toBe('certified_payroll_unreadable');
  expect(failure.detail?.startsWith(`${place}:`)).toBe(true);
});

test('there are six statements', () => {
  const failure = failureOf(() => readSignedPayroll(signed(report([]), { statements: [7] })));
  expect(failure.detail).toMatch(/^statements\.0:/);
});

test.each([
  [25, '25.00'],
  ['25', '25.00'],
  [-3.5, '-3.50'],
  [1.005, '1.01'],
  ['1,200', '1,200'],
  ['', ''],
])('a deduction of %s is printed %s', (amount, printed) => {
  const items = [{ name: 'Boots', amount: amount as never }];
  const deductions = { tax: null, fica: null, other: '0.00', total: null, items };
  const read = readCertifiedPayroll(report([row(1, { deductions })]));
  expect(read.rows[0]?.deductions?.items).toEqual([{ name: 'Boots', amount: printed }]);
});
