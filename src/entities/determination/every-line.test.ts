import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDetermination } from '@/entities/determination/read-determination';
import { BY_COUNTY, BY_CRAFT } from '@/entities/determination/samples/california';
import { BUILDING, HEAVY, HIGHWAY } from '@/entities/determination/samples/federal';

const CSV = 'Classification,Rate,Fringe\nElectrician,34.15,16.70\nLaborer,20,1';
const POOL = [BUILDING, HEAVY, HIGHWAY, BY_CRAFT, BY_COUNTY, CSV].flatMap((text) =>
  text.split('\n'),
);
const HEADS = [
  'General Decision Number: VA20260195 07/31/2026',
  'GENERAL PREVAILING WAGE DETERMINATION MADE BY THE DIRECTOR OF INDUSTRIAL RELATIONS',
  'Classification,Rate,Fringe',
  '',
];

/** Lines of all formats in any order, cut anywhere, with text nobody has seen. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...POOL) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...POOL), fc.nat(80))
      .map(([text, end]) => text.slice(0, end)),
  },
);
const pasted = fc
  .tuple(
    fc.constantFrom(...HEADS),
    fc.array(line, { maxLength: 60 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([head, lines, end]) => [head, ...lines].join(end));

test('every line of any text is accounted for once, and a rate is a class or unread', () => {
  fc.assert(
    fc.property(pasted, (text) => {
      const reading = readDetermination(text);
      const source = text.split(/\r\n|[\n\r\u2028\u2029]/);
      expect(reading.lines.map(({ text: own }) => own)).toEqual(source);
      expect(reading.lines.map(({ number }) => number)).toEqual(source.map((_, at) => at + 1));
      for (const { role, text: own } of reading.lines)
        if (/\.{3,}\$ *\d+\.\d/.test(own)) expect(['class', 'unread']).toContain(role);
      if (!reading.ok) return;
      // Lines of rates belong to exactly one class; raises repeat classes with lines of their own.
      const used = reading.determinations
        .filter(({ isIncrease }) => !isIncrease)
        .flatMap(({ classes }) => classes.flatMap(({ lines }) => lines));
      expect(new Set(used).size).toBe(used.length);
      const roles = reading.lines
        .filter(({ role }) => role === 'class')
        .map(({ number }) => number);
      expect(used.toSorted((a, b) => a - b)).toEqual(roles);
      for (const { classes } of reading.determinations)
        for (const own of classes) {
          const asked = new Set(own.questions.map(({ field }) => field));
          expect(own.baseE4 === null).toBe(asked.has('base'));
          expect(own.fringeE4 === null).toBe(asked.has('fringe'));
          expect(own.zoneE4 === null).toBe(asked.has('zone'));
        }
    }),
    { numRuns: 400 },
  );
});

test('a long text is read at once', () => {
  const text = `${HEADS[0]}\n${'ELEC0080-011 06/01/2026\nGROUP 1: a (b\n'.repeat(30_000)}`;
  const start = performance.now();
  readDetermination(text);
  expect(performance.now() - start).toBeLessThan(5000);
});
