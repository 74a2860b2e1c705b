import { craftOf, uniqueCodes } from '@/entities/determination/class-code';
import { parsePrintedDate } from '@/entities/determination/dates';
import { readFringe } from '@/entities/determination/fringe';
import { parseMoney } from '@/entities/determination/money';
import type { ReadClass, ReadDeterminationText } from '@/entities/determination/reading';
import type { LineRoles, SourceLine } from '@/entities/determination/source-lines';
import { splitRows } from '@/lib/delimited-text';

type Column =
  | 'code'
  | 'name'
  | 'nameEs'
  | 'craft'
  | 'base'
  | 'fringe'
  | 'zone'
  | 'number'
  | 'modification'
  | 'published'
  | 'effective';

/** What the heading of a column may be called; compared without case, marks and spaces. */
const HEADINGS: Record<Column, RegExp> = {
  code: /^(?:code|classcode|classificationcode|codigo|clave)$/,
  name: /^(?:name|class|classification|workclassification|laborclassification|title|nombre|clasificacion|clase)$/,
  nameEs: /^(?:namees|namespanish|spanish|spanishname|nombreespanol|espanol)$/,
  craft: /^(?:craft|trade|oficio)$/,
  base: /^(?:base|baserate|basicrate|basichourlyrate|basehourlyrate|rate|hourlyrate|wage|wagerate|tarifabase|tarifa|salariobase)$/,
  fringe:
    /^(?:fringe|fringes|fringerate|fringebenefits|fringebenefit|benefits|prestaciones|beneficios)$/,
  zone: /^(?:zone|zoneadd|zonepay|zona|adicionaldezona)$/,
  number:
    /^(?:number|determination|determinationnumber|wagedetermination|wdnumber|wd|decision|generaldecision|generaldecisionnumber|numero|determinacion)$/,
  modification: /^(?:modification|modificationnumber|mod|revision|modificacion)$/,
  published: /^(?:published|publishedon|publicationdate|issuedate|publicada)$/,
  effective: /^(?:effective|effectivefrom|effectivedate|vigente|vigentedesde)$/,
};

const plain = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const SEPARATORS = ['\t', ';', ','];

interface Head {
  line: SourceLine;
  separator: string;
  columns: Map<Column, number>;
}

/** The first line that is not blank, if it names a class and its rate. */
function headOf(lines: SourceLine[]): Head | null {
  const line = lines.find(({ text }) => text !== '');
  if (!line) return null;
  for (const separator of SEPARATORS) {
    const cells = splitRows(line.raw, separator)[0]?.cells.map(plain) ?? [];
    const columns = new Map<Column, number>();
    for (const column of Object.keys(HEADINGS) as Column[]) {
      const at = cells.findIndex((cell) => HEADINGS[column].test(cell));
      if (at >= 0) columns.set(column, at);
    }
    if (columns.has('name') && columns.has('base')) return { line, separator, columns };
  }
  return null;
}

export const isCsv = (lines: SourceLine[]): boolean => headOf(lines) !== null;

/** A list with headings, as a spreadsheet saves or copies it. One determination for each number and date. */
export function readCsv(lines: SourceLine[], roles: LineRoles): ReadDeterminationText[] {
  const head = headOf(lines);
  if (!head) return [];
  roles.set(head.line, 'heading');
  const byKey = new Map<string, { read: ReadDeterminationText; codeOf: CodeOf }>();
  for (const record of recordsOf(lines.slice(head.line.at + 1))) {
    const cells =
      splitRows(record.map(({ raw }) => raw).join('\n'), head.separator)[0]?.cells ?? [];
    const cell = (column: Column): string => cells[head.columns.get(column) ?? -1] ?? '';
    if (cell('name') === '' || parseMoney(cell('base')) === null) continue;
    for (const line of record) roles.set(line, 'class');
    const key = JSON.stringify([cell('number'), cell('modification'), cell('effective')]);
    const own = byKey.get(key) ?? { read: determinationOf(cell), codeOf: uniqueCodes() };
    byKey.set(key, own);
    own.read.classes.push(classOf(cell, record, own.codeOf));
  }
  return [...byKey.values()].map(({ read }) => read);
}

type CodeOf = (prefix: string | null, name: string) => string;
type CellOf = (column: Column) => string;

/** Lines that belong together: a quoted cell may hold line breaks. */
function recordsOf(lines: SourceLine[]): SourceLine[][] {
  const records: SourceLine[][] = [];
  let open: SourceLine[] = [];
  let isQuoted = false;
  for (const line of lines) {
    if (line.text === '' && open.length === 0) continue;
    open.push(line);
    if ((line.raw.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
    if (isQuoted) continue;
    records.push(open);
    open = [];
  }
  return records;
}

const determinationOf = (cell: CellOf): ReadDeterminationText => ({
  kind: 'other',
  number: cell('number').slice(0, 60),
  modification: cell('modification').slice(0, 40),
  publishedOn: parsePrintedDate(cell('published')),
  effectiveFrom: parsePrintedDate(cell('effective')),
  isIncrease: false,
  supersedes: null,
  state: null,
  constructionTypes: null,
  counties: null,
  notes: [],
  classes: [],
});

function classOf(cell: CellOf, record: SourceLine[], codeOf: CodeOf): ReadClass {
  const baseE4 = parseMoney(cell('base')) ?? 0;
  const fringe = readFringe(cell('fringe').replace(/^\$?\s*(\d+)$/, '$1.00'), baseE4);
  const name = cell('name').replace(/\s+/g, ' ');
  const zone = parseMoney(cell('zone') || '0');
  return {
    // A code of the file stays as it is: one that is there twice is shown as such.
    code: cell('code').slice(0, 60) || codeOf(null, name),
    name: name.slice(0, 300),
    nameEs: cell('nameEs').slice(0, 300) || null,
    craft: cell('craft').slice(0, 200) || craftOf(name),
    identifier: null,
    rateDate: null,
    area: null,
    printedBase: cell('base'),
    printedFringe: cell('fringe'),
    baseE4: baseE4 > 0 ? baseE4 : null,
    fringeE4: fringe.fringeE4,
    zoneE4: zone !== null && zone >= 0 ? zone : null,
    zones: [],
    overtime: null,
    expiresOn: null,
    questions: [
      ...(baseE4 > 0
        ? []
        : [
            {
              code: 'rate_zero' as const,
              field: 'base' as const,
              proposalE4: null,
              text: cell('base'),
            },
          ]),
      ...fringe.questions,
      ...(zone !== null && zone >= 0
        ? []
        : [
            { code: 'zone' as const, field: 'zone' as const, proposalE4: null, text: cell('zone') },
          ]),
    ],
    remarks: [],
    lines: record.map(({ index }) => index + 1),
  };
}
