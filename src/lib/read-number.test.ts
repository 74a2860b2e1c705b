import { describe, expect, test } from 'vitest';
import { meaningsOf, minutesOfHours, optionalNumber, readNumber } from '@/lib/read-number';

const RATE = { digits: 4, min: 0, max: 9_999.99 };
const problem = (name: string) => ({ problem: name });

describe('readNumber', () => {
  test.each([
    ['1,200', 1200],
    ['$1,204.50', 1204.5],
    ['- $ 3', -3],
    ['-$3', -3],
    ['−3', -3],
    ['15 %', 15],
    ['4,186.2 h', 4186.2],
    ['1.204,50', 1204.5],
    ['1,200,000', 1_200_000],
    ['1.200.000', 1_200_000],
    ['.5', 0.5],
    ['0,5', 0.5],
    ['0.125', 0.125],
    ['7.', 7],
    [' 28.50 ', 28.5],
    ['1204.5', 1204.5],
    ['1200.000', 1200],
  ])('%s is %s', (text, value) => {
    expect(readNumber(text, { digits: 4, min: -1e7, max: 1e7 })).toEqual({ value });
  });

  test.each(['1.200', '1,5', '1,25', '1,2345', '$1.200', '999.999'])(
    '%s is asked about',
    (text) => {
      expect(readNumber(text, { digits: 4, min: 0, max: 1e7 })).toEqual(problem('ambiguous'));
    },
  );

  test('what only one meaning fits is not asked about', () => {
    expect(readNumber('28,50', RATE)).toEqual({ value: 28.5 });
    expect(readNumber('36.852', RATE)).toEqual({ value: 36.852 });
    expect(readNumber('7,5', { digits: 2, min: 0, max: 24 })).toEqual({ value: 7.5 });
    expect(readNumber('1.200', { digits: 2, min: 100, max: 1e6 })).toEqual({ value: 1200 });
    expect(meaningsOf('1.200', RATE)).toEqual([1.2, 1200]);
  });

  test.each([
    '',
    ' ',
    'many',
    '5k',
    '1e9',
    '1,20,0',
    '1,2,3',
    '1.2.3',
    '12 34',
    '1 000',
    '--3',
    ',',
    '.',
    '$',
    '1,2.3',
  ])('%j is no number', (text) => expect(readNumber(text, RATE)).toEqual(problem('not_a_number')));

  test.each([
    ['-0.01', 'too_small'],
    ['10000', 'too_large'],
    ['28,125', 'too_large'],
    ['12.34567', 'too_many_digits'],
  ])('%s is refused: %s', (text, name) => expect(readNumber(text, RATE)).toEqual(problem(name)));

  test('whatever is written with separators is read again as itself or asked about', () => {
    for (const value of [0, 0.5, 1.2, 12.34, 999, 1000, 1200.5, 12_345.67, 1_234_567.89]) {
      for (const language of ['en-US', 'es-US', 'es-MX', 'de-DE']) {
        const text = value.toLocaleString(language, { maximumFractionDigits: 2 });
        const read = readNumber(text, { digits: 2, min: 0, max: 1e9 });
        if ('value' in read) expect([text, read.value]).toEqual([text, value]);
        else expect([text, read.problem]).toEqual([text, 'ambiguous']);
      }
    }
  });
});

test('a field that may be empty', () => {
  expect(['', ' ', '5', 'x', '1.200'].map((text) => optionalNumber(text))).toEqual([
    null,
    null,
    5,
    'invalid',
    'invalid',
  ]);
});

test.each([
  ['8', 480],
  ['7.5', 450],
  ['7,5', 450],
  ['1,5', 90],
  ['7:30', 450],
  ['0:07', 7],
  ['24', 1440],
  ['24:01', null],
  ['2:75', null],
  ['-1', null],
  ['', null],
  ['two', null],
])('hours typed as %j are %s minutes', (text, minutes) => {
  expect(minutesOfHours(text, 1440)).toBe(minutes);
});
