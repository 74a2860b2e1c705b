import { describe, expect, it } from 'vitest';
import {
  type EntryFormValues,
  emptyForm,
  formOf,
} from '@/features/time-tracker/entry-form/entry-form';
import { readEntryForm } from '@/features/time-tracker/entry-form/read-entry-form';

const ZONE = 'America/New_York';
const context = { timeZone: ZONE, stored: null, needsReason: null };
const at = (hour: number, minute = 0): number => hour * 60 + minute;

function form(changes: Partial<EntryFormValues>): EntryFormValues {
  return { ...emptyForm('employee', '2026-06-01', 'project'), ...changes };
}

describe('readEntryForm', () => {
  it('reads an ordinary day', () => {
    const { times, endsNextDay } = readEntryForm(form({ start: at(7), end: at(15, 30) }), context);
    expect(times).toEqual({
      clockIn: '2026-06-01T11:00:00Z',
      clockOut: '2026-06-01T19:30:00Z',
      breaks: [],
    });
    expect(endsNextDay).toBe(false);
  });

  it('takes an end before the start as the next day', () => {
    const { times, endsNextDay } = readEntryForm(form({ start: at(22), end: at(6) }), context);
    expect(times?.clockOut).toBe('2026-06-02T10:00:00Z');
    expect(endsNextDay).toBe(true);
  });

  it('asks which 1:30 is meant when clocks go back (OT-D3)', () => {
    const values = form({ date: '2026-11-01', start: at(1, 30), end: at(9) });
    expect(readEntryForm(values, context).problems).toEqual({ start: 'whichOne' });
    const first = readEntryForm({ ...values, startOccurrence: 'first' }, context);
    const second = readEntryForm({ ...values, startOccurrence: 'second' }, context);
    expect(first.times?.clockIn).toBe('2026-11-01T05:30:00Z');
    expect(second.times?.clockIn).toBe('2026-11-01T06:30:00Z');
  });

  it('asks about a repeated end only when both lie after the start', () => {
    const ask = readEntryForm(form({ date: '2026-11-01', start: 0, end: at(1, 30) }), context);
    expect(ask.problems).toEqual({ end: 'whichOne' });
    const clear = readEntryForm(
      form({ date: '2026-11-01', start: at(1, 15), startOccurrence: 'second', end: at(1, 30) }),
      context,
    );
    expect(clear.times?.clockOut).toBe('2026-11-01T06:30:00Z');
  });

  it('refuses a time that the clock change skips (OT-D4)', () => {
    const { problems } = readEntryForm(
      form({ date: '2026-03-08', start: at(2, 30), end: at(9) }),
      context,
    );
    expect(problems).toEqual({ start: 'skippedTime' });
  });

  it('puts the breaks of a night shift after midnight', () => {
    const { times } = readEntryForm(
      form({
        start: at(22),
        end: at(6),
        breaks: [{ start: at(1), end: at(1, 30), kind: 'meal', paid: false }],
      }),
      context,
    );
    expect(times?.breaks[0]).toMatchObject({
      started_at: '2026-06-02T05:00:00Z',
      ended_at: '2026-06-02T05:30:00Z',
    });
  });

  it('refuses breaks outside the time worked', () => {
    const { problems } = readEntryForm(
      form({
        start: at(7),
        end: at(12),
        breaks: [{ start: at(12, 30), end: at(13), kind: 'meal', paid: false }],
      }),
      context,
    );
    expect(problems).toEqual({ breaks: 'breakOutside' });
  });

  it('keeps the seconds of punches that were not touched', () => {
    const stored = {
      id: 'entry',
      employee_id: 'employee',
      clock_in: '2026-06-01T11:00:45.123456+00:00',
      clock_out: '2026-06-01T19:30:10+00:00',
      work_date: '2026-06-01',
      project_id: null,
      cost_code_id: null,
      equipment_id: null,
      machines: null,
      classification_id: null,
      notes: null,
      meal_waived: false,
      source: 'timer',
      device: null,
      breaks: [],
      frozen: null,
    };
    const values = { ...formOf(stored, ZONE), end: at(16) };
    const { times } = readEntryForm(values, { ...context, stored });
    expect(times?.clockIn).toBe(stored.clock_in);
    expect(times?.clockOut).toBe('2026-06-01T20:00:00Z');
  });

  it('says what is missing', () => {
    const { problems } = readEntryForm(form({ employeeId: null, projectId: null }), {
      ...context,
      needsReason: 'someone',
    });
    expect(problems).toEqual({
      employeeId: 'employeeMissing',
      projectId: 'projectMissing',
      start: 'startMissing',
      reason: 'reasonMissing',
    });
  });

  it("asks for a reason for one's own time where the company does", () => {
    const values = form({ start: at(7), end: at(15) });
    const asked = { ...context, needsReason: 'own' } as const;
    expect(readEntryForm(values, asked).problems).toEqual({ reason: 'ownReasonMissing' });
    expect(readEntryForm({ ...values, reason: 'Dead phone' }, asked).times).not.toBeNull();
  });
});
