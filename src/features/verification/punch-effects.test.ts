import { expect, test } from 'vitest';
import type { Detail, Item } from '@/features/verification/api/queries';
import {
  arrivalChange,
  changeTo,
  clockError,
  punchedAt,
  refusalChange,
} from '@/features/verification/punch-effects';

const punch = (detail: Detail) =>
  ({ kind: 'off_site_punch', happened_at: '2026-11-12T13:58:00Z', detail }) as Item;

const early = punch({
  moment: 'in',
  clock_in: '2026-11-12T13:58:00Z',
  clock_out: '2026-11-12T22:00:00Z',
  on_site_at: '2026-11-12T14:04:00Z',
  seconds: 28_920,
});
const late = punch({
  moment: 'out',
  clock_in: '2026-11-12T13:58:00Z',
  clock_out: '2026-11-12T22:00:00Z',
  on_site_at: '2026-11-12T21:30:00Z',
});

test('what a decision about a punch takes off, at either end of the entry', () => {
  expect(arrivalChange(early)).toBe(-360);
  expect(arrivalChange(late)).toBe(-1800);
  expect(arrivalChange(punch({ moment: 'in' }))).toBeNull();
  expect(changeTo(early, '2026-11-12T13:50:00Z')).toBe(480);
  expect(changeTo(late, '2026-11-12T21:50:00Z')).toBe(-600);
  expect(refusalChange(early)).toBe(-28_920);
  expect(refusalChange(punch({}))).toBe(-0);
  expect(punchedAt(late)).toBe('2026-11-12T22:00:00Z');
});

test.each([
  [-840_000, 840],
  [90_000, -90],
  [-400, null],
  [0, null],
  [29_000, null],
])('a phone with an offset of %i ms is %s seconds ahead', (offset, ahead) => {
  expect(clockError(offset)).toBe(ahead);
});
