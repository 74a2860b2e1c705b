import { afterEach, expect, test, vi } from 'vitest';
import { noteGranted, openUses } from './granted-uses.ts';

afterEach(() => vi.useRealTimers());

const token = () => ({ role: 'api_token', claims: '{"scopes":["time:read"]}', tokenId: 'a' });
const USES = '[{"kind":"table","name":"time_entries","writes":false}]';

test('what passed is not compared again for a minute, by this caller', () => {
  vi.useFakeTimers();
  const caller = token();
  expect(openUses(caller, USES)).toBe(USES);
  noteGranted(caller, USES);
  expect(openUses(caller, USES)).toBe('[]');
  // Other claims are another caller, and writing is another use.
  expect(openUses(token(), USES)).toBe(USES);
  const writes = USES.replace('false', 'true');
  expect(openUses(caller, writes)).toBe(writes);
  vi.advanceTimersByTime(59_000);
  noteGranted(caller, USES);
  vi.advanceTimersByTime(2_000);
  expect(openUses(caller, USES)).toBe(USES);
});

test('who uses nothing is asked about nothing', () => {
  expect(openUses(token())).toBe('[]');
});
