import { expect, test } from 'vitest';
import { isOdd } from '@/entities/equipment/meter';
import type { Machine } from '@/features/equipment/api/queries';
import { belongsTo, stateOf } from '@/features/equipment/machine-state';

const machine = (values: Partial<Machine> = {}): Machine => ({
  id: 'm',
  name: 'Excavator',
  number: 'EX-04',
  classId: null,
  className: null,
  ownership: 'owned',
  status: 'available',
  meterUnit: 'hours',
  offRentDate: null,
  notes: null,
  checklist: [],
  reading: null,
  readAt: null,
  projectId: null,
  projectName: null,
  operators: [],
  workingSince: null,
  weekSeconds: 0,
  services: [],
  serviceState: null,
  ...values,
});

test.each([
  [{}, 'idle'],
  [{ workingSince: '2026-03-10T11:00:00Z', status: 'down' as const }, 'working'],
  [{ status: 'down' as const }, 'down'],
  [{ ownership: 'rented' as const, offRentDate: '2026-03-09' }, 'offRent'],
  [{ ownership: 'rented' as const, offRentDate: '2026-03-10' }, 'idle'],
])('%j is %s', (values, state) => {
  expect(stateOf(machine(values), '2026-03-10')).toBe(state);
});

test('service due holds what is soon, due and overdue', () => {
  const states = [null, 'ok', 'soon', 'due', 'overdue'] as const;
  expect(
    states.filter((serviceState) => belongsTo(machine({ serviceState }), 'service', '2026-03-10')),
  ).toEqual(['soon', 'due', 'overdue']);
});

test('a reading below the last or beyond the hours since is odd', () => {
  const last = machine({ reading: 1212.7, readAt: '2026-03-10T11:00:00Z' });
  const nextDay = Date.parse('2026-03-11T11:00:00Z');
  expect(isOdd(last, 1212.1, nextDay)).toBe(true);
  expect(isOdd(last, 1236.8, nextDay)).toBe(false);
  expect(isOdd(last, 1240, nextDay)).toBe(true);
  expect(isOdd({ ...last, meterUnit: 'miles' }, 3000, nextDay)).toBe(false);
  expect(isOdd(machine(), 5, nextDay)).toBe(false);
});
