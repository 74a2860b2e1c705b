import { expect, test } from 'vitest';
import { phoneNumber } from './phone-number';

test.each([
  ['(555) 010-0199', '+15550100199'],
  ['(555) 210-0199', '+15552100199'],
  ['555.210.0199', '+15552100199'],
  ['1 555 210 0199', '+15552100199'],
  ['+52 55 1234 5678', '+525512345678'],
  ['maria@example.com', null],
  ['12345', null],
  ['', null],
])('%s is the number %s', (text, number) => {
  expect(phoneNumber(text)).toBe(number);
});
