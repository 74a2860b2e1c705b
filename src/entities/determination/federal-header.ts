import { parsePrintedDate } from '@/entities/determination/dates';
import {
  DECISION_NUMBER,
  MODIFICATION_HEADING,
  MODIFICATION_ROW,
  SUPERSEDED,
} from '@/entities/determination/federal-patterns';
import type { ReadDeterminationText } from '@/entities/determination/reading';
import type { LineRoles, SourceLine } from '@/entities/determination/source-lines';

type Field = 'state' | 'constructionTypes' | 'counties';

const FIELDS: [Field, RegExp][] = [
  ['state', /^states?:\s*(.*)$/i],
  ['constructionTypes', /^construction types?:\s*(.*)$/i],
  ['counties', /^count(?:y|ies|y\(ies\)):\s*(.*)$/i],
];

/** What kind of projects the decision is for, in capitals. */
const SCOPE = /^[A-Z][A-Z ,;&/()'.-]*\b(?:PROJECTS?|CONSTRUCTION)\b/;

const NOTICE =
  /^(?:\||note:|\*\s*independent cit|the applicable executive order|if (?:this|the) contract|contracts subject to|additional information|please note|under executive order)/i;

/** What a paragraph goes on as, until a blank line or the next label. */
type Open = Field | 'header' | 'notice' | 'modification' | null;

export function readFederalHeader(lines: SourceLine[], roles: LineRoles): ReadDeterminationText {
  const [first] = lines;
  const [, number = '', date] = DECISION_NUMBER.exec(first?.text ?? '') ?? [];
  const decision: ReadDeterminationText = {
    kind: 'federal',
    number: number.toUpperCase(),
    modification: '',
    publishedOn: date ? parsePrintedDate(date) : null,
    effectiveFrom: null,
    isIncrease: false,
    supersedes: null,
    state: null,
    constructionTypes: null,
    counties: null,
    notes: [],
    classes: [],
  };
  const modifications: { number: string; date: string }[] = [];
  if (first) roles.set(first, 'header');
  let open: Open = null;
  for (const line of lines.slice(1)) {
    if (line.text === '') {
      if (open !== 'modification') open = null;
      continue;
    }
    open = openAt(line.text, open, decision);
    if (open === null) continue;
    if (open === 'modification') takeModifications(line.text, modifications);
    roles.setText(line, open === 'notice' || open === 'modification' ? open : 'header');
  }
  takeNewest(decision, modifications, date);
  return decision;
}

/** Reads labels into the decision; says as what the line was read. */
function openAt(text: string, open: Open, decision: ReadDeterminationText): Open {
  const superseded = SUPERSEDED.exec(text);
  if (superseded) {
    decision.supersedes = superseded[1]?.toUpperCase() ?? null;
    return 'header';
  }
  for (const [field, label] of FIELDS) {
    const match = label.exec(text);
    if (!match) continue;
    decision[field] = match[1]?.trim() || null;
    return field;
  }
  if (MODIFICATION_HEADING.test(text)) return 'modification';
  if (open === 'modification') return MODIFICATION_ROW.test(text) ? open : null;
  if (/^date:\s/i.test(text)) return 'header';
  if (NOTICE.test(text)) return 'notice';
  if (open !== 'notice' && SCOPE.test(text)) return 'header';
  if (open === 'constructionTypes' || open === 'counties')
    decision[open] = [decision[open], text].filter(Boolean).join(' ');
  return open === 'state' ? null : open;
}

function takeModifications(text: string, rows: { number: string; date: string }[]): void {
  for (const [, number = '', date = ''] of text.matchAll(
    /(\d{1,3})\s+(\d{1,2}\/\d{1,2}\/\d{2,4})/g,
  ))
    rows.push({ number, date });
}

function takeNewest(
  decision: ReadDeterminationText,
  rows: { number: string; date: string }[],
  printedDate: string | undefined,
): void {
  const newest = rows.reduce<(typeof rows)[number] | null>(
    (last, row) => (last && Number(last.number) > Number(row.number) ? last : row),
    null,
  );
  if (!newest) {
    decision.notes.push({ code: 'no_modification', text: decision.number });
    return;
  }
  decision.modification = newest.number;
  const date = parsePrintedDate(newest.date);
  if (decision.publishedOn && date && date !== decision.publishedOn)
    decision.notes.push({ code: 'dates_differ', text: `${printedDate} · ${newest.date}` });
  decision.publishedOn ??= date;
}
