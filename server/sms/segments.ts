import { septetsOf, withPlainLetters } from './gsm-alphabet.ts';

/** Septets, or UTF-16 units, in a text alone and in each part of a longer one. */
const GSM = { single: 160, part: 153 };
const UCS2 = { single: 70, part: 67 };
const ELLIPSIS = '...';

/** As gateways count and charge. A pair of units (an escape, an emoji) is never cut in two. */
export function countSegments(text: string): number {
  const letters = [...text];
  const septets = letters.map(septetsOf);
  const isGsm = septets.every((units) => units !== undefined);
  const units = isGsm ? septets : letters.map((letter) => letter.length);
  const limits = isGsm ? GSM : UCS2;
  const sum = units.reduce<number>((total, unit) => total + (unit ?? 0), 0);
  return sum <= limits.single ? 1 : countParts(units as number[], limits.part);
}

function countParts(units: readonly number[], partSize: number): number {
  let parts = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > partSize) {
      parts += 1;
      used = 0;
    }
    used += unit;
  }
  return parts;
}

/** In plain letters and at most so many segments; what is cut stands before the link, never in it. */
export function fitSegments(text: string, link: string | undefined, maxSegments: number): string {
  const plain = withPlainLetters(text).trim();
  if (countSegments(plain) <= maxSegments) return plain;
  const at = link === undefined ? -1 : plain.lastIndexOf(link);
  const end = at < 0 ? '' : ` ${plain.slice(at)}`;
  const letters = [...(at < 0 ? plain : plain.slice(0, at))];
  const cutTo = (length: number) =>
    `${letters.slice(0, length).join('').trimEnd()}${ELLIPSIS}${end}`;
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (countSegments(cutTo(middle)) <= maxSegments) fits = middle;
    else tooLong = middle;
  }
  return cutTo(fits);
}
