import { expect, it } from 'vitest';
import { createTypeAhead } from '@/components/ui/type-ahead';

const WORDS = ['All statuses', 'Active', 'Completed', 'Canceled'];

it('goes round among what begins with the letter', () => {
  const choose = createTypeAhead(() => 0);
  expect(choose('a', WORDS, 0)).toBe(1);
  expect(choose('a', WORDS, 1)).toBe(0);
});

it('reads letters in quick succession as one word', () => {
  const choose = createTypeAhead(() => 0);
  expect(choose('c', WORDS, -1)).toBe(2);
  expect(choose('a', WORDS, 2)).toBe(3);
});

it('begins again after a pause', () => {
  let now = 0;
  const choose = createTypeAhead(() => now);
  choose('c', WORDS, 0);
  now = 2000;
  expect(choose('a', WORDS, 2)).toBe(0);
  expect(choose('x', WORDS, 0)).toBeNull();
});
