import { describe, expect, it } from 'vitest';
import { parseLooseDate } from '@/lib/loose-date';

const today = '2026-11-14';

describe('parseLooseDate', () => {
  it('reads the order of the user’s format', () => {
    expect(parseLooseDate('3/4/2026', 'MM/DD/YYYY', today)).toBe('2026-03-04');
    expect(parseLooseDate('3/4/2026', 'DD/MM/YYYY', today)).toBe('2026-04-03');
    expect(parseLooseDate('11/14', 'YYYY-MM-DD', today)).toBe('2026-11-14');
    expect(parseLooseDate('11.14.26', 'MM/DD/YYYY', today)).toBe('2026-11-14');
  });

  it('always reads ISO dates', () => {
    expect(parseLooseDate('2026-02-28', 'DD/MM/YYYY', today)).toBe('2026-02-28');
  });

  it('refuses what is no date', () => {
    expect(parseLooseDate('2/30/2026', 'MM/DD/YYYY', today)).toBeNull();
    expect(parseLooseDate('14/11/2026', 'MM/DD/YYYY', today)).toBeNull();
    expect(parseLooseDate('soon', 'MM/DD/YYYY', today)).toBeNull();
  });
});
