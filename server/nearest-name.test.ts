import { expect, test } from 'vitest';
import { columnHint, nearestName } from './nearest-name.ts';

test('the nearest name, or none when nothing is near', () => {
  expect(nearestName('film', ['films', 'directors'])).toBe('films');
  expect(nearestName('noclosealternative', ['films', 'roles'])).toBeUndefined();
  expect(nearestName('blurb_message', ['get_messages', 'add', 'get_status'])).toBe('get_messages');
  expect(nearestName('blurb_message', ['get_messages'], 0.75)).toBeUndefined();
  expect(nearestName('(name_para)', ['(name_param)', '(a, b)'])).toBe('(name_param)');
});

test('a column’s hint is PostgreSQL’s: few edits, at most two candidates', () => {
  expect(columnHint('users', 'usernam', ['username', 'status'])).toBe(
    'Perhaps you meant to reference the column "users.username".',
  );
  expect(columnHint('t', 'ab', ['aa', 'bb', 'x'])).toBe(
    'Perhaps you meant to reference the column "t.aa" or the column "t.bb".',
  );
  expect(columnHint('t', 'ab', ['aa', 'bb', 'ac'])).toBeNull();
  expect(columnHint('users', 'zzzzzz', ['username'])).toBeNull();
});
