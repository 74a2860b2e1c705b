import { describe, expect, test } from 'vitest';
import { nextRun, parseCron } from './cron-schedule.ts';

const next = (expression: string, after: string) =>
  nextRun(parseCron(expression), new Date(after)).toISOString();

describe('a schedule names its next run', () => {
  test.each([
    ['* * * * *', '2026-11-15T10:00:00Z', '2026-11-15T10:01:00.000Z'],
    ['*/15 * * * *', '2026-11-15T10:07:30Z', '2026-11-15T10:15:00.000Z'],
    ['5 4 * * *', '2026-11-15T04:05:00Z', '2026-11-16T04:05:00.000Z'],
    ['0 0 1 * *', '2026-12-15T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['0 9 * * mon-fri', '2026-11-13T09:00:00Z', '2026-11-16T09:00:00.000Z'],
    ['0 9 * * 7', '2026-11-14T00:00:00Z', '2026-11-15T09:00:00.000Z'],
    ['30 6 29 feb *', '2026-11-15T00:00:00Z', '2028-02-29T06:30:00.000Z'],
    ['0 0 13 * 5', '2026-11-15T00:00:00Z', '2026-11-20T00:00:00.000Z'],
    ['10-20/5 8,18 * * *', '2026-11-15T08:15:00Z', '2026-11-15T08:20:00.000Z'],
    ['@daily', '2026-11-15T08:15:00Z', '2026-11-16T00:00:00.000Z'],
    ['30 seconds', '2026-11-15T08:15:00Z', '2026-11-15T08:15:30.000Z'],
  ])('%s after %s: %s', (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected);
  });
});

test.each([
  '',
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  'a b c d e',
  '5-1 * * * *',
  '*/0 * * * *',
  '99 seconds',
])('"%s" is refused', (expression) =>
  expect(() => parseCron(expression)).toThrow('invalid schedule'),
);
