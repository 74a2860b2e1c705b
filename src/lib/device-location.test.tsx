import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { locationForPunch, locationParam, shareLocation } from '@/lib/device-location';

const NOW = Date.parse('2026-03-11T12:00:00Z');
type Success = (position: { coords: Record<string, number>; timestamp: number }) => void;
type Device = (success: Success, failure: () => void) => void;

/** What the device does when it is asked; null is one without GPS. */
function device(answer: Device | null): void {
  Reflect.deleteProperty(navigator, 'geolocation');
  if (answer)
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition: answer },
      configurable: true,
    });
}
const fix =
  (accuracy: number, secondsAgo: number): Device =>
  (success) =>
    success({
      coords: { latitude: 39.7392, longitude: -104.9903, accuracy },
      timestamp: NOW - secondsAgo * 1000,
    });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  shareLocation(true);
});
afterEach(() => {
  vi.useRealTimers();
  device(null);
  shareLocation(false);
});

test('denied, without GPS and switched off nothing is sent', async () => {
  device((_, failure) => failure());
  expect(await locationForPunch()).toBeNull();
  expect(await locationParam()).toEqual({});
  device(null);
  expect(await locationForPunch()).toBeNull();
  device(fix(8, 0));
  shareLocation(false);
  expect(await locationForPunch()).toBeNull();
});

test('a stale and poor position goes with its age and accuracy, for the database to judge', async () => {
  device(fix(850, 300));
  expect(await locationForPunch()).toEqual({
    latitude: 39.7392,
    longitude: -104.9903,
    accuracy_m: 850,
    fix_age_s: 300,
  });
});

test('a device that does not answer keeps nobody waiting: the last position goes with its age', async () => {
  device(fix(8, 0));
  await locationForPunch();
  vi.setSystemTime(NOW + 60_000);
  device(() => undefined);
  const punch = locationForPunch();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await punch).toMatchObject({ accuracy_m: 8, fix_age_s: 62 });
});
