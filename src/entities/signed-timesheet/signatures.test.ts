import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '@/entities/evidence/canonical-json';
import { checkSignature } from '@/entities/signed-timesheet/check-signature';
import { daysBeside, daysOfHours, type ShownDay } from '@/entities/signed-timesheet/timesheet';

test('a signature fits its text and its key alone', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const key = { crv, kty, x, y } as JsonWebKey;
  const text = canonicalJson({ minutes: 480, name: 'Ana' } as Json);
  const bytes = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    new TextEncoder().encode(text),
  );
  const signature = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  expect(await checkSignature(text, key, signature)).toBe('fits');
  expect(await checkSignature(text.replace('480', '481'), key, signature)).toBe('differs');
  expect(await checkSignature(text, { ...key, x: key.y as string }, signature)).toBe('differs');
  expect(await checkSignature(text, key, 'not base64')).toBe('differs');
});

const day = (date: string, minutes: number, clock_in = '08:00'): ShownDay => ({
  date,
  minutes,
  entries: [{ id: date, clock_in, time_zone: 'UTC' }],
});

test('versions are compared day by day: other times, days added and days gone', () => {
  const beside = daysBeside(
    [day('2026-03-09', 480), day('2026-03-10', 480), day('2026-03-11', 60)],
    [day('2026-03-09', 480), day('2026-03-10', 480, '09:00'), day('2026-03-12', 60)],
  );
  expect(beside.map(({ date, differs }) => [date, differs])).toEqual([
    ['2026-03-09', false],
    ['2026-03-10', true],
    ['2026-03-11', true],
    ['2026-03-12', true],
  ]);
});

test('a signature without a text is compared by its minutes', () => {
  const beside = daysBeside(daysOfHours({ '2026-03-10': 480, '2026-03-09': 470 }), [
    day('2026-03-09', 480),
    day('2026-03-10', 480),
  ]);
  expect(beside.map(({ differs }) => differs)).toEqual([true, false]);
});
