import { expect, test } from 'vitest';
import { readDetermination } from '@/entities/determination/read-determination';

const read = (text: string) => {
  const reading = readDetermination(text);
  if (!reading.ok) throw new Error(reading.error);
  return reading;
};

test('a list with headings, its quoted cells, and rows that cannot be read', () => {
  const { determinations, lines } = read(
    [
      'Determination,Mod,Effective date,Code,Classification,Nombre español,Basic hourly rate,Fringe',
      'VA20260195,2,09/01/2026,E1,"Electrician,',
      'inside",Electricista,$34.15,16.70',
      'VA20260195,2,09/01/2026,L1,Laborer,Peón,0,5%+1.00',
      '',
      'VA20260195,3,12/01/2026,E1,Electrician,,35.15,17',
      'total,,,,,,,',
    ].join('\n'),
  );
  expect(determinations).toMatchObject([
    {
      kind: 'other',
      number: 'VA20260195',
      modification: '2',
      effectiveFrom: '2026-09-01',
      classes: [
        {
          code: 'E1',
          name: 'Electrician, inside',
          nameEs: 'Electricista',
          baseE4: 341500,
          lines: [2, 3],
        },
        {
          code: 'L1',
          baseE4: null,
          fringeE4: null,
          questions: [{ code: 'rate_zero' }, { code: 'fringe_percent' }],
        },
      ],
    },
    { modification: '3', classes: [{ code: 'E1', baseE4: 351500, fringeE4: 170000 }] },
  ]);
  expect(lines.map(({ role }) => role)).toEqual([
    'heading',
    'class',
    'class',
    'class',
    'blank',
    'class',
    'unread',
  ]);
});

test('semicolons and Spanish headings; a code that is missing is made of the name', () => {
  const [determination] = read(
    'Clasificación;Tarifa base;Prestaciones\nAlbañil;30.10;9.05',
  ).determinations;
  expect(determination?.classes).toMatchObject([
    { code: 'ALBAÑIL', name: 'Albañil', baseE4: 301000, fringeE4: 90500 },
  ]);
});
