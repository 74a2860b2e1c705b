import { describe, expect, it } from 'vitest';
import { payrollCsv } from '@/features/exports/files/payroll-csv';
import type { ExportSettings, PayrollLine, PayrollRow } from '@/features/exports/payroll-record';

const row = (changes: Partial<PayrollRow>) =>
  ({ total_hours: 0, total_earnings: null, ...changes }) as PayrollRow;

const earlier = { version: 3 } as ExportSettings;
const settings = { version: 4 } as ExportSettings;

describe('payrollCsv', () => {
  it('has what the earnings are made of, and the amounts add up to them', () => {
    const ben = row({
      first_name: 'Ben',
      last_name: 'Cole',
      total_hours: 32,
      regular_hours: 32,
      overtime_hours: 0,
      double_time_hours: 0,
      hourly_rate: 24,
      regular_pay: 768,
      overtime_pay: 0,
      double_time_pay: 0,
      leave_minutes: 480,
      leave_pay: 192,
      premium_pay: 24,
      other_pay: 366.1,
      total_earnings: 1134.1,
    });
    const [header, line] = payrollCsv({ summary: [ben], lines: [], settings }).split('\r\n');
    expect(header).toBe(
      'Name,Hours,Rate,Earnings,Regular hours,Overtime hours,Double time hours,Time off hours,Regular pay,Overtime pay,Double time pay,Time off pay,Premiums,Other pay',
    );
    expect(line).toBe(
      'Ben Cole,32.00,24.00,1134.10,32.00,0.00,0.00,8.00,768.00,0.00,0.00,192.00,24.00,150.10',
    );
  });

  it('has cash in lieu of fringe and what is repaid in columns of their own, where there is any', () => {
    const carl = row({
      hourly_rate: 28,
      regular_hours: 40,
      overtime_hours: 0,
      double_time_hours: 0,
      overtime_pay: 0,
      double_time_pay: 0,
      leave_minutes: 0,
      leave_pay: 0,
      premium_pay: 0,
      regular_pay: 1500,
      other_pay: 326.65,
      fringe_pay: 326.65,
      reimbursed_pay: 210.57,
      total_earnings: 1826.65,
    });
    const [header = '', line = ''] = payrollCsv({
      summary: [carl],
      lines: [],
      settings: { version: 5 } as ExportSettings,
    }).split('\r\n');
    expect(header.endsWith(',Other pay,Cash in lieu of fringe,Reimbursed')).toBe(true);
    expect(line).toContain(',1826.65,');
    expect(line.endsWith(',0.00,326.65,210.57')).toBe(true);
  });

  it('is made again as it was before it had these columns', () => {
    const rows = [
      row({
        first_name: 'Maria',
        last_name: 'Lopez',
        total_hours: 47.33,
        hourly_rate: 32.5,
        total_earnings: 1531.89,
      }),
      row({
        first_name: 'Sam',
        last_name: 'Reed, Jr.',
        total_hours: 8,
        hourly_rate: 30.037,
        total_earnings: 240,
      }),
    ];
    expect(payrollCsv({ summary: rows, lines: [], settings: earlier })).toBe(
      'Name,Hours,Rate,Earnings\r\nMaria Lopez,47.33,32.50,1531.89\r\n"Sam Reed, Jr.",8.00,30.037,240.00\r\n',
    );
  });

  it('has every rate of somebody with several, never their average', () => {
    const rows = [
      row({ employee_id: 'maria', first_name: 'Maria', last_name: 'Lopez', hourly_rate: null }),
    ];
    const line = (hourly_rate: number, pay_code: string) =>
      ({ employee_id: 'maria', hourly_rate, pay_code }) as PayrollLine;
    const lines = [line(32.5, 'REG'), line(24, 'OT'), line(32.5, 'OT'), line(30, 'MEAL_PREM')];
    expect(payrollCsv({ summary: rows, lines, settings: earlier })).toContain(
      'Maria Lopez,0.00,24.00 / 32.50,',
    );
  });

  it('takes 0 for a missing rate and defuses formulas in names', () => {
    const rows = [
      row({
        first_name: '=cmd|calc',
        last_name: '',
        total_hours: 1.5,
        hourly_rate: null,
        total_earnings: null,
      }),
    ];
    expect(payrollCsv({ summary: rows, lines: [], settings: earlier })).toContain(
      "'=cmd|calc,1.50,0,0\r\n",
    );
  });
});
