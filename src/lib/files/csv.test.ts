import { describe, expect, it } from 'vitest';
import { csvText } from '@/lib/files/csv';

describe('csvText', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvText([['Doe, "J"', 'two\nlines', 8.5, null]])).toBe(
      '"Doe, ""J""","two\nlines",8.5,\r\n',
    );
  });

  it('defuses what a spreadsheet would run as a formula', () => {
    expect(csvText([['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\tx']])).toBe(
      `"'=HYPERLINK(""x"")",'+1,'-1,'@SUM(A1),'\tx\r\n`,
    );
  });

  it('leaves negative numbers alone', () => {
    expect(csvText([[-1.5]])).toBe('-1.5\r\n');
  });
});
