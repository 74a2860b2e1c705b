import { describe, expect, it } from 'vitest';
import { csvText, undefused } from '@/lib/files/csv';

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

  it.each([
    ['＝1+1', "'＝1+1"],
    ['＠x', "'＠x"],
    ['x;=cmd', "x;'=cmd"],
    ['x; +1', "x; '+1"],
    ['one\n=two', `"one\n'=two"`],
    ['a-b = c', 'a-b = c'],
    ['one; two', 'one; two'],
  ])('defuses %j where cells begin elsewhere, and only there', (text, cell) => {
    expect(csvText([[text]])).toBe(`${cell}\r\n`);
    expect(undefused(cell.replace(/^"(.*)"$/s, '$1'))).toBe(text);
  });

  it('leaves negative numbers alone', () => {
    expect(csvText([[-1.5]])).toBe('-1.5\r\n');
  });
});
