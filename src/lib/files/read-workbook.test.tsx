import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWorkbook } from './read-workbook';
import { workbookFile } from './workbook';

test('reads back what our own writer makes, dates as dates', () => {
  const bytes = workbookFile({
    title: 'Time',
    creator: 'Summit',
    createdAt: '2026-11-15T00:00:00Z',
    sheets: [
      {
        name: 'Time',
        columns: [
          { header: 'Name & number', format: 'text', width: 10 },
          { header: 'Date', format: 'date', width: 10 },
          { header: 'Hours', format: 'hours', width: 10 },
        ],
        rows: [
          ['Ana "A" <Ortiz>', '2026-03-08', 7.5],
          [null, '2024-02-29', 0],
        ],
      },
    ],
  });
  expect(readWorkbook(bytes)).toEqual([
    ['Name & number', 'Date', 'Hours'],
    ['Ana "A" <Ortiz>', '2026-03-08', '7.5'],
    ['', '2024-02-29', '0'],
  ]);
});

test('shared words, gaps between cells, dates with a time, and times alone', () => {
  const sheet = `<worksheet xmlns="x"><sheetData>
    <row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>End</t></is></c></row>
    <row><c r="A2" s="1"><v>46089.291666666664</v></c><c r="C2" s="1"><v>0.5</v></c><c r="D2"><v>0.5</v></c></row>
  </sheetData></worksheet>`;
  const bytes = zipSync({
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    'xl/sharedStrings.xml': strToU8(
      '<sst xmlns="x"><si><r><t>Sta</t></r><r><t>rt</t></r></si></sst>',
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet xmlns="x"><numFmts><numFmt numFmtId="164" formatCode="m/d/yy h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    ),
  });
  expect(readWorkbook(bytes)).toEqual([
    ['Start', '', 'End'],
    ['2026-03-08 07:00:00', '', '12:00:00', '0.5'],
  ]);
});

const sheetOf = (xml: string) =>
  zipSync({
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${xml}</sheetData></worksheet>`),
  });

test.each(['ZZZZZZZ1', 'XFD1', 'ALM1'])('a cell at %s is refused at once', (place) => {
  expect(() => readWorkbook(sheetOf(`<row><c r="${place}"><v>1</v></c></row>`))).toThrow(
    'too many columns',
  );
});

test('a small file that unpacks to a large one is refused before it is unpacked', () => {
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(129 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect(() => readWorkbook(bomb)).toThrow('too large');
});
