import { expect, test } from 'vitest';
import { moneyText } from '@/entities/determination/money';
import { readDetermination } from '@/entities/determination/read-determination';
import type { ReadClass, ReadDeterminationText, Reading } from '@/entities/determination/reading';
import { BUILDING, HEAVY, HIGHWAY } from '@/entities/determination/samples/federal';
import { MESSES } from '@/entities/determination/samples/messy';

type Read = Extract<Reading, { ok: true }>;

function read(text: string): Read {
  const reading = readDetermination(text);
  if (!reading.ok) throw new Error(reading.error);
  return reading;
}

const only = (text: string): ReadDeterminationText =>
  read(text).determinations[0] as ReadDeterminationText;
const unread = (text: string): string[] =>
  read(text)
    .lines.filter(({ role }) => role === 'unread')
    .map((line) => line.text);
const short = ({ name, baseE4, fringeE4 }: ReadClass) => [
  name,
  baseE4 === null ? null : moneyText(baseE4),
  fringeE4 === null ? null : moneyText(fringeE4),
];
const named = (text: string, name: string): ReadClass => {
  const found = only(text).classes.find((own) => own.name === name);
  if (!found) throw new Error(`no class ${name}`);
  return found;
};

const ADAMS = 'ADAMS, COLUMBIA, AND DOUGLAS COUNTIES';

const WOOD = 'Drywall: (1) Work on wood framed construction of single family residences';
const RESIDENTIAL = 'Electricians: (All Other Work, Including 4 Stories Residential)';

const BUILDING_CLASSES = [
  ['ELECTRICIAN', '34.15', '16.70'],
  ['ELEVATOR MECHANIC', '53.59', null],
  ['POWER EQUIPMENT OPERATOR: Cranes: 90 tons and over', '32.63', null],
  ['POWER EQUIPMENT OPERATOR: Cranes: Under 90 tons', '30.05', null],
  ['POWER EQUIPMENT OPERATOR: Forklift', '24.40', '10.95'],
  ['IRONWORKER, REINFORCING AND STRUCTURAL', '35.40', '24.13'],
  ['CARPENTER (Drywall Hanging Only)', '21.07', '3.76'],
  ['LABORER: Common or General', '12.96', '1.45'],
  ['LABORER: Mason Tender - Cement/Concrete', '15.29', '3.20'],
  ['PAINTER (Brush and Roller)', '17.50', null],
  ['TRUCK DRIVER: Dump Truck', '16.05', '0.00'],
];

test('a building decision: header, modification, every class, and no line unread', () => {
  const decision = only(BUILDING);
  expect(decision).toMatchObject({
    kind: 'federal',
    number: 'VA20260195',
    modification: '2',
    publishedOn: '2026-07-31',
    supersedes: 'VA20250195',
    state: 'Virginia',
    constructionTypes: 'Building',
    counties: 'Fairfax County in Virginia.',
    notes: [],
  });
  expect(decision.classes.map(short)).toEqual(BUILDING_CLASSES);
  expect(unread(BUILDING)).toEqual([]);
});

test('what is no amount per hour is asked, with what arithmetic gives as a proposal', () => {
  expect(named(BUILDING, 'ELEVATOR MECHANIC').questions).toMatchObject([
    { code: 'fringe_footnote', field: 'fringe', proposalE4: 384350 },
  ]);
  expect(named(BUILDING, 'ELEVATOR MECHANIC').questions[0]?.text).toContain('PAID HOLIDAYS');
  // 9 % of 32.63 is 2.9367, and 11.05.
  expect(
    named(BUILDING, 'POWER EQUIPMENT OPERATOR: Cranes: 90 tons and over').questions,
  ).toMatchObject([{ code: 'fringe_percent', proposalE4: 139867, text: '9%+11.05' }]);
  expect(named(BUILDING, 'PAINTER (Brush and Roller)').questions).toMatchObject([
    { code: 'fringe_missing', proposalE4: 0 },
  ]);
});

test('a class has its lines, identifier, craft and code', () => {
  const carpenter = named(BUILDING, 'CARPENTER (Drywall Hanging Only)');
  const lines = BUILDING.split('\n');
  expect(carpenter.lines.map((number) => lines[number - 1]?.trim())).toEqual([
    'CARPENTER (Drywall Hanging',
    'Only)............................$ 21.07             3.76',
  ]);
  expect(carpenter).toMatchObject({
    identifier: 'SUVA2016-080',
    rateDate: '2018-07-02',
    craft: 'CARPENTER',
    code: 'SUVA2016-080 CARPENTER (DRYWALL HANGING ONLY)',
  });
  expect(named(BUILDING, 'LABORER: Common or General').remarks).toEqual([
    { code: 'minimum_wage', text: '12.96' },
  ]);
});

test('groups, zones, areas, averages, adopted rates and a rate per day', () => {
  const decision = only(HEAVY);
  expect(decision).toMatchObject({ constructionTypes: 'Heavy and Highway', modification: '1' });
  expect(decision.classes.map(short)).toEqual([
    [`Carpenters: ${ADAMS}: CARPENTERS/INSULATION APPLICATOR`, '45.68', '19.30'],
    [`Carpenters: ${ADAMS}: MILLWRIGHTS`, '47.18', '19.30'],
    ['Carpenters: ASOTIN AND GARFIELD COUNTIES: CARPENTERS', '44.01', '19.30'],
    ['Diver: (1) Wet', null, '18.47'],
    ['Diver: (2) Standby', null, '18.47'],
    ['POWER EQUIPMENT OPERATOR: GROUP 1A', '36.92', '21.27'],
    ['POWER EQUIPMENT OPERATOR: GROUP 1', '37.47', '21.27'],
    ['POWER EQUIPMENT OPERATOR: GROUP 2', '37.79', '21.27'],
    ['PLUMBER', '51.07', '29.88'],
    ['TRUCK DRIVER: Articulated Truck', '41.50', '17.11'],
    ['TRUCK DRIVER: Low Boy', '40.10', null],
  ]);
  expect(unread(HEAVY)).toEqual([]);
  const [carpenter, , asotin, diver, , , group] = decision.classes;
  expect(carpenter).toMatchObject({
    area: `DOUGLAS COUNTY WHICH LIES WEST OF THE 120TH MERIDIAN · ${ADAMS}`,
    craft: 'Carpenters',
    zones: [
      { name: '1', addE4: 0 },
      { name: '2', addE4: 20000 },
      { name: '3', addE4: 40000 },
    ],
    zoneE4: null,
    questions: [{ code: 'zone', field: 'zone' }],
  });
  expect(asotin?.area).toContain('ASOTIN AND GARFIELD COUNTIES');
  expect(diver?.questions).toMatchObject([{ code: 'rate_per_day', field: 'base' }]);
  expect(group?.remarks).toMatchObject([
    { code: 'group', text: expect.stringContaining('Compressors (under 2000 CFM') },
    { code: 'premium', text: expect.stringContaining('HAZMAT') },
  ]);
});

test('headings over several lines, nested, and names that are broken', () => {
  const line = 'Line Construction';
  expect(only(HIGHWAY).classes.map(short)).toEqual([
    [`${WOOD}: Drywall Installer/Lather`, '32.14', '16.28'],
    [`${WOOD}: Drywall Stocker/Scrapper`, '22.16', '8.62'],
    ['CARPENTER: (1) Bridge', '51.53', '16.28'],
    ['CARPENTER: (2) Residential Insulation Installer', '24.16', '15.76'],
    ['PILEDRIVERMAN', '51.60', '16.28'],
    [`${RESIDENTIAL}: Cable Splicer`, '53.60', '17.64'],
    [`${RESIDENTIAL}: Electrician`, '52.85', null],
    ['OPERATOR: Power Equipment (All Other Work): GROUP 1', '53.90', '32.80'],
    ['OPERATOR: Power Equipment (All Other Work): GROUP 2', '54.68', '32.80'],
    ['OPERATOR: Power Equipment (Cranes, Piledriving & Hoisting): GROUP 1', '55.25', '32.80'],
    ['Boilermaker', '21.60', '4.25'],
    [`${line}: DEL NORTE COUNTY: Cable splicer`, '20.63', null],
    [`${line}: LAKE AND MENDOCINO COUNTIES: Cable splicer`, '25.14', null],
    ['Marble Finisher: Humboldt, Lake & Mendocino Counties', '15.22', '3.92'],
    ['Power equipment operators: AREA 1: GROUP 1', '24.17', '9.70'],
    ['Soft Floor Layer: Lake & Mendocino', '18.73', null],
    ['OPERATOR: Backhoe/Excavator/Trackhoe', '20.26', '8.62'],
    ['OPERATOR: Grader/Blade', '21.50', '0.00'],
    ['PAINTER (Brush and Roller)', '17.20', '0.00'],
  ]);
  expect(unread(HIGHWAY)).toEqual([]);
});

test('zones are asked of the craft they follow; groups are those of its own list', () => {
  const classes = only(HIGHWAY).classes;
  const asked = classes.filter(({ zones }) => zones.length > 0).map(({ craft }) => craft);
  expect(asked).toEqual(['Line Construction', 'Line Construction']);
  const groups = classes.flatMap(({ remarks }) => remarks.filter(({ code }) => code === 'group'));
  expect(groups.map(({ text }) => text)).toEqual([
    'GROUP 1: Bargeman; Brakeman; Compressor operator',
    expect.stringMatching(/^GROUP 2: Concrete/),
    'GROUP 1: Engineer oiler; Fork lift operator',
  ]);
  // A footnote alone gives no amount to propose.
  expect(named(HIGHWAY, 'Soft Floor Layer: Lake & Mendocino').questions).toMatchObject([
    { code: 'fringe_footnote', proposalE4: null, text: expect.stringContaining('$7.47') },
  ]);
  const premiums = named(HIGHWAY, 'OPERATOR: Power Equipment (All Other Work): GROUP 1').remarks;
  expect(premiums.filter(({ code }) => code === 'premium').map(({ text }) => text)).toEqual([
    expect.stringContaining('China Lake'),
    expect.stringContaining('Workers required to suit up'),
    '$4.00 additional per hour at the following locations:',
    expect.stringContaining('Fallon Air Base'),
  ]);
});

for (const [mess, apply] of Object.entries(MESSES))
  test(`the same is read with ${mess}`, () => {
    for (const text of [BUILDING, HEAVY, HIGHWAY]) {
      const messy = apply(text);
      expect(only(messy).classes.map(short)).toEqual(only(text).classes.map(short));
      expect(unread(messy)).toEqual([]);
    }
  });

test('without indents, names under a heading with a colon are marked as uncertain', () => {
  const classes = only(BUILDING.replace(/^ +/gm, '')).classes;
  expect(classes.map(({ baseE4 }) => baseE4)).toEqual(
    only(BUILDING).classes.map(({ baseE4 }) => baseE4),
  );
  const forklift = classes.find(({ name }) => name.endsWith('Forklift'));
  expect(forklift?.remarks).toMatchObject([{ code: 'heading_uncertain' }]);
});

test('lines that nobody knows are listed, and a rate in the closing text is never swallowed', () => {
  const text = BUILDING.replace(
    'ELECTRICIAN.....',
    'Flurbish the wotsit first\n\nELECTRICIAN.....',
  ).replace('Union Rate Identifiers', 'STEAMFITTER......................$ 40.00  20.00');
  expect(unread(text)).toEqual([
    'Flurbish the wotsit first',
    'STEAMFITTER......................$ 40.00  20.00',
  ]);
  expect(only(text).classes).toHaveLength(BUILDING_CLASSES.length);
});

test('two decisions in one text', () => {
  const { determinations } = read(`${BUILDING}\n\n${HEAVY}`);
  expect(determinations.map(({ number, classes }) => [number, classes.length])).toEqual([
    ['VA20260195', 11],
    ['WA20260003', 11],
  ]);
});

test('a code does not depend on the place in the text', () => {
  const added = BUILDING.replace(
    'TRUCK DRIVER:  Dump',
    'ROOFER...........................$ 20.00  1.00\n\nTRUCK DRIVER:  Dump',
  );
  const before = new Set(only(BUILDING).classes.map(({ code }) => code));
  expect(
    only(added)
      .classes.filter(({ code }) => !before.has(code))
      .map(({ name }) => name),
  ).toEqual(['ROOFER']);
});

test('what is no determination, and what has no rates, is said', () => {
  const error = (text: string) => {
    const reading = readDetermination(text);
    return reading.ok ? null : reading.error;
  };
  expect(error('  \n ')).toBe('empty');
  expect(error('Dear crew,\nplease bring boots.')).toBe('not_a_determination');
  expect(error('General Decision Number: VA20260195 07/31/2026\nState: Virginia')).toBe('no_rates');
  expect(error(BUILDING.replace(/\s+/g, ' ').repeat(2))).toBe('one_line');
  expect(error('x'.repeat(2_000_001))).toBe('too_long');
});

test('differing dates of the header and the table are noted', () => {
  expect(only(BUILDING.replace('VA20260195 07/31/2026', 'VA20260195 07/24/2026')).notes).toEqual([
    { code: 'dates_differ', text: '07/24/2026 · 07/31/2026' },
  ]);
});
