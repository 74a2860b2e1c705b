import { expect, test } from 'vitest';
import type { UpdateCheck } from './update-checks.ts';
import { updateLine } from './update-probe.ts';

const ASKED = new Date('2026-11-17T08:00:00Z');
const release = { version: '0.3.0', notesUrl: 'https://example.com/', security: false };

async function reasonOf(check: Partial<UpdateCheck>, version = '0.2.0'): Promise<string> {
  const read = async () => ({ askedAt: ASKED, release: null, problem: null, ...check });
  const { state, reason } = await updateLine({ read }, version);
  return `${state} ${reason}`;
}

test('the line says whether a newer version is out', async () => {
  expect(await updateLine(undefined, '0.2.0')).toMatchObject({ state: 'off', reason: 'off' });
  expect(await reasonOf({ askedAt: null })).toBe('ok notAskedYet');
  expect(await reasonOf({ release })).toBe('warning available');
  expect(await reasonOf({ release: { ...release, security: true } })).toBe('error security');
  expect(await reasonOf({ release }, '0.3.0')).toBe('ok current');
  expect(await reasonOf({ release }, '0.4.0-rc.1')).toBe('ok current');
});

test('a failed attempt hides no version that is known', async () => {
  const problem = 'the address answered 500';
  expect(await reasonOf({ problem })).toBe('warning failed');
  expect(await reasonOf({ problem, release })).toBe('warning available');
  expect(await reasonOf({ problem, release }, '0.3.0')).toBe('warning failed');
});
