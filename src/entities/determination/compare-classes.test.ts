import { expect, test } from 'vitest';
import { compareClasses, type StoredClass } from '@/entities/determination/compare-classes';
import { readDetermination } from '@/entities/determination/read-determination';
import { BUILDING } from '@/entities/determination/samples/federal';

const reading = readDetermination(BUILDING);
const read = reading.ok ? (reading.determinations[0]?.classes ?? []) : [];

const stored = (code: string, name: string, more: Partial<StoredClass> = {}): StoredClass => ({
  code,
  name,
  nameEs: null,
  craft: null,
  baseE4: 300000,
  fringeE4: 100000,
  zoneE4: 0,
  effectiveFrom: '2026-01-01',
  modification: '0',
  ...more,
});

test('a class is found by its code, in its newest modification', () => {
  const code = 'ELEC0080-011 ELECTRICIAN';
  const { classes, missing } = compareClasses(read, [
    stored(code, 'ELECTRICIAN', { effectiveFrom: '2026-05-01', modification: '1' }),
    stored(code, 'ELECTRICIAN'),
  ]);
  expect(classes[0]).toMatchObject({ code, stored: { modification: '1' } });
  expect(classes.slice(1).every(({ stored: own }) => own === null)).toBe(true);
  expect(missing).toEqual([]);
});

test('under a new identifier it keeps the code it has, if the name is there once', () => {
  const { classes, missing } = compareClasses(read, [
    stored('SUVA2010-001 LABORER', 'Laborer:  Common or General'),
    stored('SUVA2010-001 GONE', 'Lather'),
    stored('A', 'ELECTRICIAN'),
    stored('B', 'ELECTRICIAN'),
  ]);
  const codes = Object.fromEntries(read.map(({ name }, at) => [name, classes[at]?.code]));
  expect(codes['LABORER: Common or General']).toBe('SUVA2010-001 LABORER');
  expect(codes['ELECTRICIAN']).toBe('ELEC0080-011 ELECTRICIAN');
  expect(missing.map(({ code }) => code)).toEqual(['SUVA2010-001 GONE', 'A', 'B']);
});
