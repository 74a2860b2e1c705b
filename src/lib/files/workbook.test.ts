import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { columnName, workbookFile } from '@/lib/files/workbook';

const workbook = {
  title: 'Payroll',
  creator: 'Chalkline',
  createdAt: '2026-11-15T12:00:00Z',
  sheets: [
    {
      name: 'Pay: all',
      totalLabel: 'Total',
      columns: [
        { header: 'Name', format: 'text' as const, width: 20 },
        { header: 'Date', format: 'date' as const, width: 12 },
        { header: 'Earnings', format: 'money' as const, width: 12, sum: true },
      ],
      rows: [
        ['=A & <B>', '2026-11-14', 0.1],
        ['Zoë', '2026-11-15', 0.2],
      ],
    },
  ],
};

describe('workbookFile', () => {
  it('keeps numbers as numbers, dates as dates and names as text', () => {
    const files = unzipSync(workbookFile(workbook));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=A &amp; &lt;B&gt;</t>');
    expect(sheet).toContain('<c r="B2" s="1"><v>46340</v></c>');
    expect(sheet).toContain('<c r="C2" s="4"><v>0.1</v></c>');
    expect(sheet).toContain('<f>SUM(C2:C3)</f><v>0.3</v>');
    expect(sheet).toContain('state="frozen"');
  });

  it('gives the same bytes for the same input', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-15T12:00:00Z') });
    const first = workbookFile(workbook);
    vi.setSystemTime(Date.parse('2027-03-01T23:59:58Z'));
    const second = workbookFile(workbook);
    vi.useRealTimers();
    expect(second).toEqual(first);
    // Another hash is another file for everyone who exports again: on purpose, or not at all.
    expect(await sha256(first)).toBe(
      '06d841df7be4e89b7fe16df80681c5314197c10531d3f72afea4b87970ea864a',
    );
  });

  it('names columns beyond Z', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

async function sha256(file: BufferSource): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
