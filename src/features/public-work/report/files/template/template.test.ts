import { describe, expect, test } from 'vitest';
import { evaluate, expressionFault } from '@/entities/file-template/evaluate';
import { parseExpression } from '@/entities/file-template/expression';
import type { FileTemplate } from '@/entities/file-template/template';
import { FIELD_NAMES } from '@/features/public-work/report/files/template/fields';
import {
  templateFile,
  templateTable,
} from '@/features/public-work/report/files/template/make-template-file';
import { PRESETS } from '@/features/public-work/report/files/template/presets';
import {
  needsWorkers,
  readTemplate,
  readTemplateFile,
} from '@/features/public-work/report/files/template/template';
import { extrasFor, mixedWeek, record } from '@/testing/portal-files';

const VALUES: Record<string, string> = {
  week_end: '2026-03-05',
  name: 'Núñez',
  kind: 'RA',
  rate: '36.85',
  empty: '',
};
const of = (source: string) => evaluate(parseExpression(source), (name) => VALUES[name]);

describe('expressions', () => {
  test.each([
    ["format(week_end, 'MM/DD/YYYY')", '03/05/2026'],
    ["format(week_end, 'D MMM YY')", '5 Mar 26'],
    ["format(empty, 'MM/DD/YYYY')", ''],
    ['concat(upper(left(name, 3)), \'-\', "it""s")', 'NÚÑ-it"s'],
    ["if(kind = 'RA', 'A', 'J')", 'A'],
    ["if(rate > 40, 'high', if(rate >= 36.85, 'mid', 'low'))", 'mid'],
    ["map(kind, 'J', '1', 'ra', '2', '9')", '2'],
    ["map('x', 'J', '1', '9')", '9'],
    ["map('x', 'J', '1')", ''],
    ["number(1234567.895, 2, ',', '.')", '1.234.567,90'],
    ['number(0.005, 2)', '0.01'],
    ["number('-0.001', 2)", '0.00'],
    ['add(0.1, 0.2)', '0.3'],
    ['subtract(1, 0.9)', '0.1'],
    ['multiply(36.8525, 47.25)', '1741.280625'],
    ["pad(right(digits('A-12'), 2), 4)", '0012'],
    ["replace(name, 'ñ', 'n')", 'Núnez'],
    ["trim('  a ')", 'a'],
    ["''", ''],
    ['', ''],
  ])('%s is %s', (source, value) => expect(of(source)).toBe(value));

  test.each([
    ['nme', 'unknown_field'],
    ['evil(name)', 'unknown_function'],
    ['constructor(name)', 'unknown_function'],
    ['__proto__', 'unknown_field'],
    ['format(week_end)', 'argument_count'],
    ["concat('a'", 'expected'],
    ["'a", 'not_understood'],
    ['name name', 'not_understood'],
    ['name; alert(1)', 'not_understood'],
    ['upper(', 'unfinished'],
    [`${'upper('.repeat(20)}name${')'.repeat(20)}`, 'too_deep'],
    ['x'.repeat(1001), 'too_long'],
  ])('%s is refused', (source, code) => {
    expect(expressionFault(source, new Set(['name', 'week_end']))?.code).toBe(code);
  });

  test('a value that does not fit says so', () => {
    expect(() => of("format(name, 'YYYY')")).toThrowError(/not_a_date Núñez/);
    expect(() => of('add(name, 1)')).toThrowError(/not_a_number Núñez/);
    expect(() => of("left(name, 'x')")).toThrowError(/not_a_count/);
  });
});

const simple = (changes: Partial<FileTemplate> = {}): FileTemplate => ({
  ...PRESETS.plain,
  columns: [
    { header: 'Worker', value: "concat(last_name, ', ', first_name)" },
    { header: 'Hours', value: 'total' },
    { header: 'Law', value: "'IL'" },
  ],
  output: 'csv',
  ...changes,
});

describe('templates', () => {
  const rows = mixedWeek();

  test('presets can be read, and every field has a value in each row', () => {
    for (const preset of Object.values(PRESETS)) {
      expect(readTemplate(preset)).toMatchObject({ fault: null });
      expect(templateTable(preset, record(rows), extrasFor(rows)).faults).toEqual([]);
    }
    const every = simple({ columns: [...FIELD_NAMES].map((value) => ({ header: value, value })) });
    expect(templateTable(every, record(rows), {}).faults).toEqual([]);
    expect(needsWorkers(PRESETS.illinois)).toBe(true);
    expect(needsWorkers(PRESETS.plain)).toBe(false);
  });

  test('separator, heading and what spreadsheets would run', async () => {
    const evil = rows.map((row) => ({ ...row, last_name: '=1+1;x' }));
    const made = await templateFile(simple({ separator: ';', heading: false }), record(evil), {});
    expect(String(made.files[0]?.content).split('\r\n')[0]).toBe(
      '"\'=1+1;x, José ""Pepe""";40.00;IL',
    );
    const tabs = await templateFile(simple({ separator: '\t' }), record(rows), {});
    expect(String(tabs.files[0]?.content).split('\r\n')[0]).toBe('Worker\tHours\tLaw');
  });

  test('a line for each day with hours', () => {
    const { rows: lines } = templateTable(PRESETS.daily, record(rows), {});
    expect(lines).toHaveLength(5 + 2 + 5);
    expect(lines[5]?.slice(5, 8)).toEqual(['0.00', '2.25', '0.00']);
  });

  test('a wrong column names itself and makes no file', async () => {
    const wrong = simple({
      columns: [
        { header: 'Name', value: 'name' },
        { header: 'Day', value: "format(name, 'MM')" },
        { header: 'Open', value: "left('a'" },
      ],
    });
    const made = await templateFile(wrong, record(rows), {});
    expect(made.files).toEqual([]);
    expect(made.faults).toMatchObject([
      { column: 2, code: 'expected', who: null },
      { column: 1, code: 'not_a_date', who: rows[0]?.name },
    ]);
  });

  test('what is shared is read strictly', () => {
    const text = JSON.stringify(PRESETS.illinois);
    expect(readTemplateFile(text).template).toEqual(PRESETS.illinois);
    const without = (changes: object) =>
      readTemplate({ ...PRESETS.illinois, ...changes }).fault?.place;
    expect(without({ script: 'x' })).toBeDefined();
    expect(without({ version: 2 })).toBe('version');
    expect(without({ name: ' ' })).toBe('name');
    expect(without({ separator: '#' })).toBe('separator');
    expect(without({ columns: [] })).toBe('columns');
    expect(without({ columns: [{ header: 'x', value: 'eval(name)' }] })).toBe('columns.0.value');
    for (const bad of ['', '[]', 'null', '{', text.slice(0, -5)])
      expect(readTemplateFile(bad).template).toBeNull();
  });
});
