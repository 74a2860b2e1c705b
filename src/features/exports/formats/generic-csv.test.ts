import { expect, test } from 'vitest';
import { genericCsv } from '@/features/exports/formats/generic-csv';
import { goldenWeek } from '@/features/exports/formats/golden-week.fixture';

test('machines stand in a last column, and only where there are any', () => {
  const [first, ...others] = goldenWeek.lines;
  if (!first?.origin) throw new Error('The golden week begins with a worked line.');
  const origin = { ...first.origin, equipment: ['EX-1', 'EX-2'] };
  const rows = genericCsv({ ...goldenWeek, lines: [{ ...first, origin }, ...others] }).split(
    '\r\n',
  );
  expect(rows[0]).toMatch(/,entry_id,equipment$/);
  expect(rows[1]).toMatch(/,EX-1 EX-2$/);
  expect(rows[2]).toMatch(/,$/);
  expect(genericCsv(goldenWeek)).not.toContain('equipment');
});
