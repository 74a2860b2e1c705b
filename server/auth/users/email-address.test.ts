import { expect, test } from 'vitest';
import { isEmailAddress } from './email-address.ts';

test.each(['a@b.co', 'first.last+tag@sub.example.com', "o'brien@example.org", 'x@münchen.example'])(
  '%s is an address',
  (value) => expect(isEmailAddress(value)).toBe(true),
);

test.each([
  '',
  '@',
  'a',
  'no-at.example.com',
  'a@b',
  '@example.com',
  'a@.com',
  'a@b..com',
  'a@-b.com',
  'a b@example.com',
  'a@example.com\r\nBcc: x@example.com',
  'a@example.com,b@example.com',
  '<a@example.com>',
  'xx:;x@x.x',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(250)}.com`,
])('%j is none', (value) => expect(isEmailAddress(value)).toBe(false));
