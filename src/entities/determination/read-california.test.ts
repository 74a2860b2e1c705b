import { expect, test } from 'vitest';
import { readDetermination } from '@/entities/determination/read-determination';
import type { Reading } from '@/entities/determination/reading';
import { BY_COUNTY, BY_CRAFT } from '@/entities/determination/samples/california';

type Read = Extract<Reading, { ok: true }>;

function read(text: string): Read {
  const reading = readDetermination(text);
  if (!reading.ok) throw new Error(reading.error);
  return reading;
}

const unread = (text: string): string[] =>
  read(text)
    .lines.filter(({ role }) => role === 'unread')
    .map((line) => line.text);

test('a table by craft: areas, payments, overtime with its footnote', () => {
  const [now] = read(BY_CRAFT).determinations;
  expect(now).toMatchObject({
    kind: 'ca',
    number: 'C-14-X-2-2026-2',
    publishedOn: '2026-08-22',
    counties: 'All localities within the State of California',
    notes: [],
  });
  expect(now?.classes).toMatchObject([
    {
      name: 'Boilermaker-Blacksmith (AREA 1)',
      craft: 'BOILERMAKER-BLACKSMITH',
      baseE4: 440700,
      fringeE4: 340100,
      expiresOn: '2027-06-30',
      questions: [],
      overtime: {
        daily: [
          { after: 480, mult: 1.5 },
          { after: 600, mult: 2 },
        ],
        day_rules: [
          { dow: 6, mult: 1.5 },
          { dow: 0, mult: 2 },
          { holiday: true, mult: 2 },
        ],
      },
    },
    { name: 'Boilermaker-Blacksmith (AREA 2)', baseE4: 451200, fringeE4: 387600 },
  ]);
  expect(now?.classes[0]?.remarks).toContainEqual({
    code: 'overtime_footnote',
    text: expect.stringContaining('first 2 daily overtime hours'),
  });
  expect(unread(BY_CRAFT)).toEqual([]);
});

test('predetermined increases are further determinations of the number; an open one is asked', () => {
  const [, next, later] = read(BY_CRAFT).determinations;
  expect(next).toMatchObject({
    number: 'C-14-X-2-2026-2',
    effectiveFrom: '2027-07-01',
    isIncrease: true,
    classes: [
      { baseE4: 455700, fringeE4: 347600 },
      { baseE4: 466200, fringeE4: 395100 },
    ],
  });
  expect(later).toMatchObject({ effectiveFrom: '2028-07-01', isIncrease: true });
  expect(later?.classes[0]).toMatchObject({
    baseE4: null,
    fringeE4: null,
    questions: [
      { code: 'increase_unallocated', field: 'base' },
      { code: 'increase_unallocated', field: 'fringe' },
    ],
  });
});

test('a table by county, from the clipboard', () => {
  const [county] = read(BY_COUNTY).determinations;
  expect(county).toMatchObject({
    number: 'AMA-2026-2',
    counties: 'AMADOR COUNTY',
    publishedOn: '2026-08-22',
    notes: [{ code: 'increases_elsewhere' }],
  });
  expect(county?.classes).toMatchObject([
    { name: 'BRICKLAYER, STONEMASON', baseE4: 540000, fringeE4: 239100, expiresOn: '2027-06-30' },
    {
      name: 'DRIVER (ON/OFF-HAULING)',
      craft: 'DRIVER',
      baseE4: 310000,
      fringeE4: 52500,
      overtime: {
        daily: [{ after: 480, mult: 1.5 }],
        day_rules: [
          { dow: 6, mult: 1.5 },
          { dow: 0, mult: 1.5 },
          { holiday: true, mult: 1.5 },
        ],
      },
      questions: [],
    },
    { name: 'TREE TRIMMER', baseE4: 220000, fringeE4: null, questions: [{ proposalE4: 70000 }] },
  ]);
  expect(unread(BY_COUNTY)).toEqual([]);
});

test('payments that do not add up to the total are asked', () => {
  const [county] = read(BY_COUNTY.replace('$77.910', '$78.910')).determinations;
  expect(county?.classes[0]).toMatchObject({
    fringeE4: null,
    questions: [{ code: 'total_differs', proposalE4: 249100 }],
  });
});

test('prose between the tables is unread', () => {
  expect(
    unread(BY_CRAFT.replace('a AREA 2', 'Bring your own hammer to the yard.\n\na AREA 2')),
  ).toEqual(['Bring your own hammer to the yard.']);
});
