import { expect, it } from 'vitest';
import { matchWords } from '@/features/search/match-words';

it('finds records by any part and pages by the start of a word', () => {
  expect(matchWords('side', ['Riverside Tower'], false)).toBe(0.5);
  expect(matchWords('tow ri', ['Riverside Tower'], false)).toBe(1);
  expect(matchWords('ri', ['Verification'], true)).toBe(0);
  expect(matchWords('codes', ['Cost Codes'], true)).toBe(1);
  expect(matchWords('garcia', ['José García'], false)).toBe(1);
});
