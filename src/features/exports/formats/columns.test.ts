import { expect, test } from 'vitest';
import { type ColumnSet, chosenColumns } from '@/features/exports/formats/columns';

const set: ColumnSet = {
  all: ['Date', 'Employee', 'Job', 'Units'],
  preset: ['Date', 'Employee', 'Units'],
  needed: ['Employee', 'Units'],
  movable: true,
};

test('takes the preset when nothing was chosen', () => {
  expect(chosenColumns(set, undefined)).toEqual(['Date', 'Employee', 'Units']);
  expect(chosenColumns(set, '')).toEqual(['Date', 'Employee', 'Units']);
});

test('keeps the order that was chosen, or the one of the system', () => {
  const chosen = 'Units,Job,Employee';
  expect(chosenColumns(set, chosen)).toEqual(['Units', 'Job', 'Employee']);
  expect(chosenColumns({ ...set, movable: false }, chosen)).toEqual(['Employee', 'Job', 'Units']);
});

test('never loses hours, and knows no strange columns', () => {
  expect(chosenColumns(set, 'Job,Shoe size,Job')).toEqual(['Job', 'Employee', 'Units']);
});
