import { expect, test } from 'vitest';
import type { CrewPerson } from '@/features/crew-hours/api/queries';
import {
  allHoursOfDay,
  cellKey,
  minutesIn,
  minutesOf,
  rowsToSave,
  sharedText,
  totalOf,
  typedForAll,
} from '@/features/crew-hours/matrix';

const person = (id: string, cells: CrewPerson['cells'] = []): CrewPerson => ({
  employee_id: id,
  first_name: id,
  last_name: '',
  job_title: null,
  cells,
});

test.each([
  ['8', 480],
  ['7.5', 450],
  ['7,5', 450],
  ['7:30', 450],
  ['0:05', 5],
  ['', 0],
  ['24', 1440],
])('%j is %s minutes', (text, minutes) => expect(minutesOf(text)).toBe(minutes));

test.each(['x', '24:01', '-1', '7:75', '100'])('%j is none', (text) =>
  expect(minutesOf(text)).toBeNaN(),
);

test('a cell is what was typed, else what is stored', () => {
  const ana = person('ana', [{ cost_code_id: 'c1', minutes: 60, own_minutes: null }]);
  expect(minutesIn(ana, 'c1', {})).toBe(60);
  expect(minutesIn(ana, 'c1', { [cellKey('ana', 'c1')]: '' })).toBe(0);
  expect(minutesIn(ana, 'c2', {})).toBe(0);
});

test('only the cells somebody typed into are saved, with what they were based on', () => {
  const ana = person('ana', [{ cost_code_id: 'c1', minutes: 60, own_minutes: null }]);
  const people = [ana, person('ben')];
  const c2 = cellKey('ana', 'c2');
  expect(rowsToSave(people, ['c1', 'c2'], { [c2]: '2' }, { [c2]: 0 })).toEqual([
    { employee_id: 'ana', cost_code_id: 'c2', minutes: 120, based_on: 0 },
  ]);
  const c1 = cellKey('ana', 'c1');
  // Read again meanwhile: what it was typed over counts, not what the screen would show now.
  expect(rowsToSave(people, ['c1'], { [c1]: '2' }, { [c1]: 30 })).toEqual([
    { employee_id: 'ana', cost_code_id: 'c1', minutes: 120, based_on: 30 },
  ]);
  expect(rowsToSave(people, ['c1'], {}, {})).toEqual([]);
});

test('hours for everyone leave what people punched on that code alone', () => {
  const ana = person('ana');
  const bo = person('bo', [{ cost_code_id: 'c1', minutes: 60, own_minutes: 60 }]);
  const cy = person('cy', [{ cost_code_id: 'c1', minutes: 480, own_minutes: 0 }]);
  const typed = typedForAll([ana, bo, cy], 'c1', '7.5');
  expect(typed).toEqual({ [cellKey('ana', 'c1')]: '7.5', [cellKey('cy', 'c1')]: '7.5' });
  expect(sharedText([ana, bo, cy], 'c1', typed)).toBe('7.5');
  expect(sharedText([ana, bo, cy], 'c1', {})).toBe('');
  expect(totalOf(bo, [{ id: 'c1' }, { id: 'c2' }], { [cellKey('bo', 'c2')]: 'x' })).toBe(60);
});

test('a class chosen for a cell is saved with its hours, or alone', () => {
  const ana = person('ana', [
    { cost_code_id: 'c1', minutes: 60, own_minutes: null, classification_id: 'laborer' },
  ]);
  const c1 = cellKey('ana', 'c1');
  const row = { employee_id: 'ana', cost_code_id: 'c1', classification_id: 'carpenter' };
  expect(rowsToSave([ana], ['c1'], {}, {}, { [c1]: 'carpenter' })).toEqual([
    { ...row, minutes: 60, based_on: 60 },
  ]);
  expect(rowsToSave([ana], ['c1'], { [c1]: '2' }, { [c1]: 60 }, { [c1]: 'carpenter' })).toEqual([
    { ...row, minutes: 120, based_on: 60 },
  ]);
  // Copied to other days with the class it has.
  expect(allHoursOfDay([ana], ['c1'], {})).toEqual([
    { employee_id: 'ana', cost_code_id: 'c1', minutes: 60, classification_id: 'laborer' },
  ]);
});
