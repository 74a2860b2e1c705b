import { ExpressionError } from '@/entities/file-template/expression';

type Call = (...args: string[]) => string;

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;
const SCALE = 1_000_000n;

/** In millionths: figures of pay are never floats. */
function scaled(text: string): bigint {
  const plain = text.trim() === '' ? '0' : text.trim();
  if (!NUMBER.test(plain)) throw new ExpressionError('not_a_number', text);
  const [whole = '0', decimals = ''] = plain.replace('-', '').split('.');
  const value = BigInt(whole) * SCALE + BigInt(decimals.padEnd(6, '0'));
  return plain.startsWith('-') ? -value : value;
}

/** Half up, away from zero, as money is rounded everywhere here. */
function unscaled(value: bigint, decimals: number): string {
  const step = 10n ** BigInt(6 - decimals);
  const absolute = ((value < 0n ? -value : value) + step / 2n) / step;
  const digits = absolute.toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return value < 0n && absolute !== 0n ? `-${text}` : text;
}

/** As short as it is exact. */
const exact = (value: bigint): string => unscaled(value, 6).replace(/\.?0+$/, '');

function count(text: string, max: number): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > max) throw new ExpressionError('not_a_count', text);
  return Number(text);
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function formatDate(date: string, pattern: string): string {
  if (date === '') return '';
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  if (!match) throw new ExpressionError('not_a_date', date);
  const [, year = '', month = '', day = ''] = match;
  return pattern.replace(/YYYY|YY|MMMM|MMM|MM|M|DD|D/g, (part) => {
    const name = MONTHS[Number(month) - 1] ?? '';
    const parts: Record<string, string> = {
      YYYY: year,
      YY: year.slice(2),
      MMMM: name,
      MMM: name.slice(0, 3),
      MM: month,
      M: String(Number(month)),
      DD: day,
      D: String(Number(day)),
    };
    return parts[part] ?? '';
  });
}

function number(value: string, decimals = '2', mark = '.', groups = ''): string {
  if (value.trim() === '') return '';
  const [whole = '', rest] = unscaled(scaled(value), count(decimals, 6)).split('.');
  const grouped = groups ? whole.replace(/\B(?=(\d{3})+$)/g, groups) : whole;
  return rest === undefined ? grouped : `${grouped}${mark}${rest}`;
}

function map(value: string, ...pairs: string[]): string {
  for (let at = 0; at + 1 < pairs.length; at += 2)
    if (pairs[at]?.toLowerCase() === value.toLowerCase()) return pairs[at + 1] ?? '';
  return pairs.length % 2 === 1 ? (pairs.at(-1) ?? '') : '';
}

/** Least and most arguments of each; `if` is not here, since it leaves one of them unread. */
export const FUNCTIONS: Readonly<Record<string, { args: readonly [number, number]; call: Call }>> =
  {
    format: { args: [2, 2], call: (date = '', pattern = '') => formatDate(date, pattern) },
    number: { args: [1, 4], call: (value = '', ...more) => number(value, ...more) },
    upper: { args: [1, 1], call: (text = '') => text.toUpperCase() },
    lower: { args: [1, 1], call: (text = '') => text.toLowerCase() },
    trim: { args: [1, 1], call: (text = '') => text.trim() },
    digits: { args: [1, 1], call: (text = '') => text.replace(/\D/g, '') },
    left: { args: [2, 2], call: (text = '', n = '') => [...text].slice(0, count(n, 300)).join('') },
    right: {
      args: [2, 2],
      call: (text = '', n = '') =>
        count(n, 300) === 0 ? '' : [...text].slice(-count(n, 300)).join(''),
    },
    pad: {
      args: [2, 3],
      call: (text = '', n = '', fill = '0') => text.padStart(count(n, 100), fill || '0'),
    },
    replace: {
      args: [3, 3],
      call: (text = '', from = '', to = '') => (from === '' ? text : text.replaceAll(from, to)),
    },
    part: {
      args: [3, 3],
      call: (text = '', mark = '', n = '') => text.split(mark || ' ')[count(n, 100) - 1] ?? '',
    },
    short: {
      args: [1, 1],
      call: (value = '') => (value.trim() === '' ? '' : exact(scaled(value))),
    },
    concat: { args: [1, 20], call: (...texts) => texts.join('') },
    map: { args: [3, 60], call: (value = '', ...pairs) => map(value, ...pairs) },
    add: {
      args: [2, 20],
      call: (...values) => exact(values.reduce((sum, value) => sum + scaled(value), 0n)),
    },
    subtract: { args: [2, 2], call: (one = '', other = '') => exact(scaled(one) - scaled(other)) },
    multiply: {
      args: [2, 2],
      call: (one = '', other = '') => exact((scaled(one) * scaled(other)) / SCALE),
    },
  };

/** Figures by their size, everything else by its letters. */
export function compare(left: string, right: string): number {
  if (NUMBER.test(left.trim()) && NUMBER.test(right.trim())) {
    const [one, other] = [scaled(left), scaled(right)];
    return one < other ? -1 : one > other ? 1 : 0;
  }
  return left === right ? 0 : left < right ? -1 : 1;
}
