import { expect, test } from 'vitest';
import { findRequestReaders } from './request-readers.ts';

test('who reads the request, and who only names somebody who does', () => {
  const readers = findRequestReaders([
    { name: 'header', text: "select current_setting('request.headers', true)" },
    { name: 'reason', text: "select private.header('x-reason')" },
    { name: 'stamp', text: 'new.reason := private.reason(); return new' },
    { name: 'uid', text: "select current_setting('request.jwt.claims', true)" },
    { name: 'add', text: 'select a + b' },
    { name: null, text: 'auth.uid() = owner' },
  ]);
  expect(readers).toEqual({
    settings: ['headers'],
    whenReading: false,
    functions: new Set(['header', 'reason', 'stamp']),
    setsResponse: false,
  });
});

test('a policy that reads it makes every read need it', () => {
  const readers = findRequestReaders([
    { name: 'setting', text: "select current_setting('request.' || $1)" },
    { name: null, text: "setting('path') = '/x'" },
    { name: 'answer', text: "perform set_config('response.status', '202', true)" },
  ]);
  expect(readers.whenReading).toBe(true);
  expect(readers.settings).toEqual(['method', 'path', 'headers', 'cookies']);
  expect(readers.setsResponse).toBe(true);
});

test('a row or a column of the same name reads nothing', () => {
  const readers = findRequestReaders([
    { name: 'clock_in', text: "select current_setting('request.headers', true)" },
    { name: 'decide', text: 'update x set status = 1 where id = request.id' },
    { name: 'list', text: 'select t.clock_in from t' },
    { name: 'by_name', text: "execute format('select public.%I()', 'clock_in')" },
    { name: null, text: 'SELECT t.clock_in FROM t' },
  ]);
  expect(readers).toEqual({
    settings: ['headers'],
    whenReading: false,
    functions: new Set(['clock_in', 'by_name']),
    setsResponse: false,
  });
});

test('a name in a policy is called only by what runs text', () => {
  const code = [
    { name: 'approve', text: "select current_setting('request.headers', true)" },
    { name: 'has_right', text: 'select $1 = any (rights)' },
    { name: 'run', text: "execute 'select ' || $1 || '()'" },
    { name: 'passes_on', text: 'select run($1)' },
  ];
  const policy = (text: string) => findRequestReaders([...code, { name: null, text }]);
  expect(policy("has_right('approve'::text)").whenReading).toBe(false);
  expect(policy("passes_on('approve'::text)").whenReading).toBe(true);
  expect(policy('approve()').whenReading).toBe(true);
});

test('nobody', () => {
  expect(findRequestReaders([{ name: 'add', text: 'select 1' }])).toEqual({
    settings: [],
    whenReading: false,
    functions: new Set(),
    setsResponse: false,
  });
});
