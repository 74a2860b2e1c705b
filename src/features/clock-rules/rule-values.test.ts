import { expect, test } from 'vitest';
import type { ClockInRule } from '@/entities/clock-rule/clock-in-rules-query';
import { endAfter } from '@/features/clock-rules/end-after';
import { draftOf, valuesOf } from '@/features/clock-rules/rule-values';

const RULE: ClockInRule = {
  id: 'r1',
  name: null,
  project_id: null,
  employee_id: null,
  rule: 'refuse',
  grace_minutes: 15,
  on_site: null,
  stop_after_minutes: 0,
  stop_at_edge: true,
  ends_day: true,
  day_ends_at: '17:30:00',
  updated_at: '2026-03-01T00:00:00Z',
};

test('what the form shows is what it sends back', () => {
  expect(draftOf(valuesOf(RULE, [], false), RULE, false)).toEqual({
    id: 'r1',
    name: null,
    rule: 'refuse',
    grace_minutes: 15,
    on_site: null,
    stop_after_minutes: 0,
    stop_at_edge: true,
    ends_day: true,
    day_ends_at: '17:30',
  });
});

test('for everyone, what is not set is off; in a group it is left to the next wider one', () => {
  const nothing = {
    ...RULE,
    rule: null,
    stop_after_minutes: null,
    stop_at_edge: null,
    ends_day: null,
  };
  expect(valuesOf(nothing, [], true)).toMatchObject({
    early: 'allowed',
    onSite: 'off',
    after: 'off',
    edge: 'off',
    day: 'off',
  });
  expect(valuesOf(nothing, [], false)).toMatchObject({
    early: 'inherit',
    onSite: 'inherit',
    after: 'inherit',
    edge: 'inherit',
    day: 'inherit',
  });
});

test.each([
  ['the same day', '2026-03-02T14:00:00Z', 17 * 60, '2026-03-03T00:00:00Z'],
  ['after midnight', '2026-03-03T05:00:00Z', 60, '2026-03-03T08:00:00Z'],
  ['over the night the clocks go forward', '2026-03-08T05:00:00Z', 4 * 60, '2026-03-08T10:00:00Z'],
])('an end is the next time the clocks show it: %s', (_name, start, minute, end) => {
  expect(Date.parse(endAfter(start, minute, 'America/Denver'))).toBe(Date.parse(end));
});
