import type { Random } from '../random.ts';

const alphabet = '.,:;!()[]{}<>"\'\\/*&=|-_$%@~^? \t\0aeiou019ñ👋'.split('');

/** A text damaged in one place or several: characters lost, doubled, swapped, strange ones added. */
export function mutate(random: Random, text: string): string {
  let result = text;
  for (let count = 1 + random.below(4); count > 0; count--) result = damage(random, result);
  return result.toWellFormed();
}

function damage(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(6);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + random.pick(alphabet) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(alphabet) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 4: {
      const other = random.below(text.length + 1);
      return text.slice(0, at) + text.slice(other, other + length) + text.slice(at + length);
    }
    default:
      return text.slice(0, at);
  }
}
