export interface NumberLimits {
  /** Decimals that can be stored; zeros at the end do not count. */
  digits?: number;
  /** Shown with all its decimals, as columns of lists are: a point before three of three is that of a decimal. */
  fixed?: boolean;
  min?: number;
  max?: number;
}

export type NumberProblem =
  | 'not_a_number'
  | 'ambiguous'
  | 'too_small'
  | 'too_large'
  | 'too_many_digits';

export type ReadNumber = { value: number } | { problem: NumberProblem };

/** With the sign of dollars in front, or percent, hours or miles behind. */
const DRESSED = /^([-−]?)\s*\$?\s*([-−]?)([\d.,]+)\s*(?:%|h|hrs?|mi)?$/i;
const GROUPED = { ',': /^[1-9]\d{0,2}(,\d{3})+$/, '.': /^[1-9]\d{0,2}(\.\d{3})+$/ };

/** What the digits may mean, the likelier first; none: no number. */
function candidates(text: string, { digits, fixed }: NumberLimits): string[] {
  const plain = (group: ',' | '.') => text.replaceAll(group, '');
  if (/^(\d+|\d+\.\d*|\.\d+)$/.test(text)) {
    if (!GROUPED['.'].test(text) || (fixed && digits === 3)) return [text];
    // "1.200" machines are twelve hundred.
    return digits === 0 ? [plain('.')] : [text, plain('.')];
  }
  const point = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  if (point >= 0 && comma >= 0) {
    const [group, decimal] = point > comma ? ([',', '.'] as const) : (['.', ','] as const);
    const [whole = '', part = '', ...more] = text.split(decimal);
    return more.length === 0 && GROUPED[group].test(whole) && /^\d*$/.test(part)
      ? [`${whole.replaceAll(group, '')}.${part}`]
      : [];
  }
  // "1,200" is twelve hundred in the language of the country, in Spanish too.
  if (GROUPED[','].test(text)) return [plain(',')];
  if (GROUPED['.'].test(text)) return [plain('.')];
  const [, whole = '', part = ''] = /^(\d*),(\d+)$/.exec(text) ?? [];
  if (part === '') return [];
  // A comma between thousands with a digit missing or too many, or that of a decimal.
  const mayBeThousands = /^[1-9]\d{0,2}$/.test(whole);
  return [`${whole}.${part}`, ...(mayBeThousands ? [`${whole}${part.padEnd(3, '0')}`] : [])];
}

/** The numbers a text may stand for within the limits; more than one is a question. */
export function meaningsOf(text: string, limits: NumberLimits): number[] {
  const { min = 0, max = Infinity } = limits;
  return withSign(text, limits)
    .map(Number)
    .filter((value) => value >= min && value <= max);
}

function withSign(text: string, limits: NumberLimits): string[] {
  const [, outer, inner, body = ''] = DRESSED.exec(text.trim()) ?? [];
  if (outer && inner) return [];
  const sign = outer || inner ? '-' : '';
  return candidates(body, limits).map((digits) => sign + digits);
}

/**
 * A number as people type it: "1,204.50", "$900", "15 %", "4,186.2 h". "1,200" is twelve hundred; "1.200" and
 * "1,5" are ambiguous where both meanings are within the limits.
 */
export function readNumber(text: string, limits: NumberLimits = {}): ReadNumber {
  const { digits = 2, min = 0, max = Infinity } = limits;
  const all = withSign(text, limits);
  const [first] = all;
  if (first === undefined) return { problem: 'not_a_number' };
  const possible = all.filter((one) => Number(one) >= min && Number(one) <= max);
  if (possible.length > 1) return { problem: 'ambiguous' };
  const one = possible[0] ?? first;
  if (Number(one) < min) return { problem: 'too_small' };
  if (Number(one) > max) return { problem: 'too_large' };
  const decimals = (one.split('.')[1] ?? '').replace(/0+$/, '');
  return decimals.length > digits ? { problem: 'too_many_digits' } : { value: Number(one) };
}

/** A number as the app itself fills it in: "9.125" could be read as thousands, "9.1250" cannot. */
export const numberText = (value: number): string =>
  /\.\d{3}$/.test(String(value)) ? value.toFixed(4) : String(value);

/** Null where nothing was typed, or nothing that can be stored. */
export function numberIn(text: string, limits?: NumberLimits): number | null {
  const read = readNumber(text, limits);
  return 'value' in read ? read.value : null;
}

/** For a field that may be empty: null then, 'invalid' where something else was typed. */
export function optionalNumber(text: string, limits?: NumberLimits): number | null | 'invalid' {
  return text.trim() === '' ? null : (numberIn(text, limits) ?? 'invalid');
}

/** Hours as people type them: "7.5", "7,5" or "7:30". */
export function readHours(
  text: string,
  { min = 0, max = Infinity }: NumberLimits = {},
): ReadNumber {
  const [, sign, hours = '', minutes = ''] = /^\s*([-−]?)(\d{1,5}):([0-5]?\d)\s*$/.exec(text) ?? [];
  if (minutes === '') return readNumber(text, { digits: 4, min, max });
  const value = (sign ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  if (value < min) return { problem: 'too_small' };
  return value > max ? { problem: 'too_large' } : { value };
}

/** Null where nothing was typed, or no hours within the limits. */
export function hoursIn(text: string, limits?: NumberLimits): number | null {
  const read = readHours(text, limits);
  return 'value' in read ? read.value : null;
}

/** The same in whole minutes, at most so many. */
export function minutesOfHours(text: string, max: number): number | null {
  const hours = hoursIn(text, { max: max / 60 });
  return hours === null ? null : Math.round(hours * 60);
}
