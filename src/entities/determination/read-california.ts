import {
  type Increase,
  parseIncreases,
  withIncreases,
} from '@/entities/determination/california-increases';
import {
  type CaliforniaRow,
  fringeOf,
  overtimeOf,
  parseCaliforniaRow,
} from '@/entities/determination/california-row';
import { craftOf, uniqueCodes } from '@/entities/determination/class-code';
import { DATE, parsePrintedDate } from '@/entities/determination/dates';
import type { LineRole, ReadClass, ReadDeterminationText } from '@/entities/determination/reading';
import { isRule, type LineRoles, type SourceLine } from '@/entities/determination/source-lines';

const NUMBER = /\bdetermination:\s*([A-Z]{1,4}(?:-[A-Z0-9]+){2,6})/i;
const ISSUED = new RegExp(String.raw`\bissue date:\s*(${DATE})`, 'i');
const EXPIRES = new RegExp(
  String.raw`\bexpiration date(?: of determination)?:\s*(${DATE})\s*(\*{0,2})`,
  'i',
);
const TITLE =
  /^(?:general prevailing wage determination|(?:made )?by the director|director of industrial relations|pursuant to|chapter \d|part \d|article \d|sections? 17|and 1773|for (?:commercial|residential)|heavy construction|highway,)/i;
const FOOTNOTE = /^([#&@]|\*{1,2}|[a-zA-Z])(?:[.):]\s*|\s+)(?=[A-Z"($\d])(.*)$/;
const AREA_NAME = /^[a-z]?\s*area\s+\w{1,3}\s*:?$/i;
const AREA_TEXT = /^area\s+\w{1,3}\s*[-:]/i;
const NOTICE =
  /^(?:recognized holidays?|holidays?:|travel and|note:|notes:|shift|scope of work|description:|contact the office|indicates|this rate applies|apprentice|return to)/i;
const INCREASE = /\bincreases?\b/i;

/** The words of the headings of the columns, over several lines in any order. */
const COLUMN_WORD =
  /^(?:craft|classifications?|\(?journeypersons?\)?|step|basic|hourly|rates?|health|and|&|welfare|pension|vacation|holidays?|vacation\/|vacation\/holiday|training|other|payments?|employer|straight-time|straight|time|total|hours?|overtime|daily|saturday|sunday|sunday\/|sunday\/holiday|1|1\/2|1-1\/2x|1\/2x|11\/2x|1½x|2x|issue|date|expiration|footnote|provisions|of|scope|work|travel|subsistence|shift|[a-e])$/i;

export const isCalifornia = (lines: SourceLine[]): boolean =>
  lines.some(({ text }) =>
    /general prevailing wage determination|director of industrial relations/i.test(text),
  ) ||
  (lines.some(({ text }) => NUMBER.test(text)) && lines.some(({ text }) => ISSUED.test(text)));

interface Part {
  determination: ReadDeterminationText;
  craft: string | null;
  hasIncreases: boolean;
  expiresOn: string | null;
  rows: { row: CaliforniaRow; name: string; area: string | null; lines: SourceLine[] }[];
  footnotes: Map<string, string>;
  increases: Increase[];
}

interface State {
  part: Part;
  parts: Part[];
  craft: string | null;
  area: string | null;
  /** Lines that may be the beginning of a name. */
  pending: SourceLine[];
  /** What a paragraph goes on as, and what takes its text. */
  open: { role: LineRole; take: (line: SourceLine) => void; isOneLine?: boolean } | null;
}

const emptyPart = (craft: string | null): Part => ({
  determination: {
    kind: 'ca',
    number: '',
    modification: '',
    publishedOn: null,
    effectiveFrom: null,
    isIncrease: false,
    supersedes: null,
    state: 'California',
    constructionTypes: null,
    counties: null,
    notes: [],
    classes: [],
  },
  craft,
  hasIncreases: false,
  expiresOn: null,
  rows: [],
  footnotes: new Map(),
  increases: [],
});

/** Tables of the Director of Industrial Relations: by craft, or by county with one row per class. */
export function readCalifornia(lines: SourceLine[], roles: LineRoles): ReadDeterminationText[] {
  const part = emptyPart(null);
  const state: State = { part, parts: [part], craft: null, area: null, pending: [], open: null };
  for (const line of lines) readLine(line, state, roles);
  const footnotes = new Map(state.parts.flatMap((own) => [...own.footnotes]));
  return state.parts.filter(({ rows }) => rows.length > 0).flatMap((own) => finish(own, footnotes));
}

function readLine(line: SourceLine, state: State, roles: LineRoles): void {
  const { text } = line;
  if (text === '' || isRule(text)) {
    state.open = null;
    if (text !== '') state.pending = [];
    return;
  }
  const row = parseCaliforniaRow(text);
  if (row) {
    addRow(state, row, line, roles);
    return;
  }
  const started = startOf(line, state);
  if (started) state.open = started;
  if (!state.open) {
    state.pending.push(line);
    return;
  }
  roles.setText(line, state.open.role);
  state.open.take(line);
  if (state.open.isOneLine) state.open = null;
}

const nothing = (): void => undefined;

function startOf(line: SourceLine, state: State): State['open'] {
  const { text } = line;
  if (TITLE.test(text)) return { role: 'header', take: nothing };
  const label = readLabels(text, state);
  if (label) return label;
  if (isColumnHeading(text)) return { role: 'heading', take: nothing, isOneLine: true };
  if (AREA_NAME.test(text)) {
    state.area = text.replace(/^[a-z]\s+(?=area)/i, '').replace(/:$/, '');
    return { role: 'area', take: nothing, isOneLine: true };
  }
  if (AREA_TEXT.test(text)) return { role: 'area', take: nothing };
  if (NOTICE.test(text)) return { role: 'notice', take: nothing };
  if (INCREASE.test(text) && /\$|predetermined/i.test(text)) return increaseText(state);
  const footnote = state.part.rows.length > 0 ? FOOTNOTE.exec(text) : null;
  return footnote ? footnoteText(state, (footnote[1] ?? '').toLowerCase()) : null;
}

/** Labels may stand in a line each, or all in one. */
function readLabels(text: string, state: State): State['open'] {
  const craft = /^craft:\s*(.*?)(?=\s+determination:|$)/i.exec(text);
  const number = NUMBER.exec(text);
  if (craft) {
    state.craft = (craft[1] ?? '').replace(/^[#@&\s]+/, '').trim() || null;
    state.part.craft ??= state.craft;
  }
  if (number) startPart(state, (number[1] ?? '').toUpperCase());
  const issued = ISSUED.exec(text);
  const expires = EXPIRES.exec(text);
  const locality = /\blocality:\s*(.*)$/i.exec(text);
  const { part } = state;
  if (issued) part.determination.publishedOn = parsePrintedDate(issued[1] ?? '');
  if (expires) {
    part.expiresOn = parsePrintedDate(expires[1] ?? '');
    part.hasIncreases = expires[2] === '**';
  }
  if (locality) {
    part.determination.counties = locality[1]?.trim() || null;
    return { role: 'header', take: (line) => addLocality(part, line) };
  }
  return craft || number || issued || expires ? { role: 'header', take: nothing } : null;
}

function addLocality({ determination }: Part, line: SourceLine): void {
  if (/\blocality:/i.test(line.text)) return;
  determination.counties = [determination.counties, line.text].filter(Boolean).join(' ');
}

/** A number without rates yet belongs to what was begun; after rates it begins the next. */
function startPart(state: State, number: string): void {
  const { part } = state;
  if (part.determination.number && part.determination.number !== number && part.rows.length > 0) {
    state.part = emptyPart(state.craft);
    state.part.determination.counties = null;
    state.parts.push(state.part);
    state.area = null;
  }
  state.part.determination.number ||= number;
}

const isColumnHeading = (text: string): boolean => {
  const words = text.split(/[\s:]+/).filter(Boolean);
  return words.length > 0 && words.every((word) => COLUMN_WORD.test(word));
};

function increaseText({ part }: State): State['open'] {
  const taken: SourceLine[] = [];
  return {
    role: 'increase',
    take: (line) => {
      part.increases = part.increases.filter(({ lines }) => !lines.includes(taken[0]?.index ?? -1));
      taken.push(line);
      const text = taken.map((own) => own.text).join(' ');
      part.increases.push(
        ...parseIncreases(
          text,
          taken.map(({ index }) => index),
        ),
      );
    },
  };
}

function footnoteText({ part }: State, letter: string): State['open'] {
  return {
    role: 'footnote',
    take: ({ text }) => {
      const before = part.footnotes.get(letter);
      const own = before === undefined ? text.replace(FOOTNOTE, '$2') : `${before} ${text}`;
      part.footnotes.set(letter, own);
    },
  };
}

function addRow(state: State, row: CaliforniaRow, line: SourceLine, roles: LineRoles): void {
  const above = takeAbove(state, line);
  for (const used of above) roles.set(used, 'class');
  roles.set(line, 'class');
  state.open = null;
  const last = state.part.rows.at(-1)?.name ?? '';
  const own = [...above.map(({ text }) => text), row.name]
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[a-z])- (?=[A-Z])/g, '-')
    .trim();
  // A row of a step has only its number.
  const name = /^\d*$/.test(own) ? `${last.replace(/\s\d+$/, '')} ${own}`.trim() : own;
  state.part.rows.push({ row, name, area: state.area, lines: [...above, line] });
}

/** The lines right above a row begin its name; others stay unread. */
function takeAbove(state: State, line: SourceLine): SourceLine[] {
  const above: SourceLine[] = [];
  let below = line;
  for (const candidate of state.pending.toReversed()) {
    if (below.at - candidate.at !== 1 || above.length >= 4 || candidate.text.length > 80) break;
    above.unshift(candidate);
    below = candidate;
  }
  state.pending = [];
  return above;
}

function finish(part: Part, footnotes: Map<string, string>): ReadDeterminationText[] {
  const { determination, increases } = part;
  const codeOf = uniqueCodes();
  determination.classes = part.rows.map((own) => classOf(own, part, footnotes, codeOf));
  determination.publishedOn ??= part.rows.find(({ row }) => row.issuedOn)?.row.issuedOn ?? null;
  const isAnnounced = part.hasIncreases || part.rows.some(({ row }) => row.hasIncreases);
  if (isAnnounced && increases.length === 0)
    determination.notes.push({ code: 'increases_elsewhere', text: part.expiresOn ?? '' });
  return withIncreases(
    determination,
    increases.map((increase) => ({ ...increase, lines: increase.lines.map((index) => index + 1) })),
  );
}

function classOf(
  { row, name, area, lines }: Part['rows'][number],
  part: Part,
  footnotes: Map<string, string>,
  codeOf: (prefix: string | null, name: string) => string,
): ReadClass {
  const footnoteOf = (letter: string) => part.footnotes.get(letter) ?? footnotes.get(letter);
  const { fringeE4, questions } = fringeOf(row);
  const { overtime, remarks } = overtimeOf(row, footnoteOf);
  const full = area ? `${name} (${area})` : name;
  for (const letter of new Set(row.footnotes)) {
    const text = footnoteOf(letter);
    if (text !== undefined) remarks.push({ code: 'premium', text: `${letter}. ${text}` });
  }
  return {
    code: codeOf(null, full),
    name: full.slice(0, 300),
    nameEs: null,
    craft: part.craft ? part.craft.slice(0, 200) : craftOf(name),
    identifier: null,
    rateDate: row.issuedOn,
    area,
    printedBase: row.printedBase,
    printedFringe: row.printedFringe,
    baseE4: row.baseE4 > 0 ? row.baseE4 : null,
    fringeE4,
    zoneE4: 0,
    zones: [],
    overtime,
    expiresOn: row.expiresOn ?? part.expiresOn,
    questions:
      row.baseE4 > 0
        ? questions
        : [
            { code: 'rate_zero', field: 'base', proposalE4: null, text: row.printedBase },
            ...questions,
          ],
    remarks,
    lines: lines.map(({ index }) => index + 1),
  };
}
