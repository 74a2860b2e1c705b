import { expect, test } from 'vitest';
import { mailKindOf } from '@/features/unsubscribe/mail-kind';

test('a link says which mails it is about', () => {
  expect(mailKindOf('8c1d.time_reminders.ab12')).toBe('time_reminders');
  expect(mailKindOf('8c1d.everything.ab12')).toBeUndefined();
  expect(mailKindOf('')).toBeUndefined();
});
