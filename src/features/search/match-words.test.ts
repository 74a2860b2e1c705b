import { expect, it } from 'vitest';
import { FIXED, matchWords } from '@/features/search/match-words';

it('finds records by any part and pages by the start of a word', () => {
  expect(matchWords('project 1', 'side', ['Riverside Tower'])).toBe(0.5);
  expect(matchWords('project 1', 'tow ri', ['Riverside Tower'])).toBe(1);
  expect(matchWords(`${FIXED}/verification`, 'ri', ['Verification'])).toBe(0);
  expect(matchWords(`${FIXED}/cost-codes`, 'codes', ['Cost Codes'])).toBe(1);
  expect(matchWords('employee 1', 'garcia', ['José García'])).toBe(1);
});
