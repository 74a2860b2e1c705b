import { describe, expect, it } from 'vitest';
import { AppError, toAppError, unwrap } from '@/lib/errors';

describe('toAppError', () => {
  it('takes the hint of the database as code and keeps the rest', () => {
    const cause = { code: 'P0001', hint: 'period_locked', message: 'Locked.', details: '{"id":1}' };
    const error = toAppError(cause);
    expect(error).toMatchObject({ code: 'period_locked', detail: '{"id":1}', cause });
  });

  it('reads the name of a violated constraint', () => {
    const message = 'new row violates check constraint "time_entries_end_after_start"';
    expect(toAppError({ code: '23514', message }).code).toBe('time_entries_end_after_start');
  });

  it('tells a lost connection from a slow server', () => {
    expect(toAppError(new TypeError('Failed to fetch')).code).toBe('offline');
    expect(toAppError({ message: 'canceling statement due to statement timeout' }).code).toBe(
      'timeout',
    );
  });

  it('leaves an AppError as it is and never drops a cause', () => {
    const known = new AppError('last_owner');
    expect(toAppError(known)).toBe(known);
    expect(toAppError('odd').cause).toBe('odd');
  });
});

describe('unwrap', () => {
  it('returns data and throws errors', () => {
    expect(unwrap({ data: [1], error: null })).toEqual([1]);
    expect(() =>
      unwrap({ data: null, error: { message: 'no', code: '42501' }, status: 403 }),
    ).toThrow(expect.objectContaining({ code: '42501', status: 403 }));
  });
});
