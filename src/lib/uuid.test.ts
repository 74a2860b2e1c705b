import { expect, test } from 'vitest';
import { uuidv7 } from '@/lib/uuid';

test('an id begins with its moment, also with one between two milliseconds', () => {
  expect(uuidv7(1_794_934_809_978.5)).toMatch(
    /^01a1ea73-a57a-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
