import { describe, expect, it } from 'vitest';
import { wallTimeInstants } from '@/lib/wall-time';

const ZONE = 'America/New_York';

describe('wallTimeInstants', () => {
  it('finds one instant on an ordinary day', () => {
    expect(wallTimeInstants('2026-06-01', 7 * 60, ZONE)).toEqual(['2026-06-01T11:00:00Z']);
  });

  it('finds both instants of the hour that repeats', () => {
    expect(wallTimeInstants('2026-11-01', 90, ZONE)).toEqual([
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
    ]);
  });

  it('finds none in the hour that is skipped', () => {
    expect(wallTimeInstants('2026-03-08', 150, ZONE)).toEqual([]);
    expect(wallTimeInstants('2026-03-29', 150, 'Europe/Berlin')).toEqual([]);
  });

  it('knows zones without clock changes and with half hours', () => {
    expect(wallTimeInstants('2026-03-08', 150, 'Asia/Kolkata')).toEqual(['2026-03-07T21:00:00Z']);
  });
});
