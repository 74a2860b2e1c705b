import { uniqueCodes } from '@/entities/determination/class-code';
import { readBlock } from '@/entities/determination/federal-block';
import { readFederalHeader } from '@/entities/determination/federal-header';
import {
  CLASS_WITH_LEADER,
  CLOSING,
  COLUMN_HEADING,
  DECISION_NUMBER,
  END,
  IDENTIFIER,
} from '@/entities/determination/federal-patterns';
import type { ReadDeterminationText } from '@/entities/determination/reading';
import type { LineRoles, SourceLine } from '@/entities/determination/source-lines';

export const isFederal = (lines: SourceLine[]): boolean =>
  lines.some(({ text }) => DECISION_NUMBER.test(text));

/** General decisions as SAM.gov prints them, one or several after each other. */
export function readFederal(lines: SourceLine[], roles: LineRoles): ReadDeterminationText[] {
  const starts = lines.flatMap(({ text }, at) => (DECISION_NUMBER.test(text) ? [at] : []));
  const before = lines.slice(0, starts[0] ?? lines.length);
  readAround(before, roles);
  return starts.map((start, at) =>
    readDecision(lines.slice(start, starts[at + 1] ?? lines.length), roles),
  );
}

/** Lines of a collection in front of a decision: `GENERAL DECISION: PA20080050 10/03/2008 PA50`. */
const AROUND =
  /^"?(?:general decision:\s*[A-Z]{2}\d{6,8}\b|date:\s|[A-Z]{2}\d{6,8} mod\b|\*{2,}\s*this wage determination)/i;

function readAround(lines: SourceLine[], roles: LineRoles): void {
  for (const line of lines) if (AROUND.test(line.text)) roles.set(line, 'header');
}

function readDecision(lines: SourceLine[], roles: LineRoles): ReadDeterminationText {
  const { header, blocks, closing } = splitDecision(lines);
  const decision = readFederalHeader(header, roles);
  const codeOf = uniqueCodes();
  const isFlat = blocks.flat().every(({ text, indent }) => indent === 0 || !isRate(text));
  for (const block of blocks)
    for (const read of readBlock(block, roles, { isFlat }))
      decision.classes.push({ ...read, code: codeOf(read.identifier, read.name) });
  readClosing(closing, roles);
  return decision;
}

const isRate = (text: string): boolean => CLASS_WITH_LEADER.test(text);

/** Header up to the first identifier, a block for each, and the text all decisions end with. */
function splitDecision(lines: SourceLine[]): {
  header: SourceLine[];
  blocks: SourceLine[][];
  closing: SourceLine[];
} {
  const header: SourceLine[] = [];
  const blocks: SourceLine[][] = [];
  const closing: SourceLine[] = [];
  let part = header;
  for (const [at, line] of lines.entries()) {
    if (IDENTIFIER.test(line.text) && (part !== closing || hasColumnsBelow(lines, at))) {
      part = [];
      blocks.push(part);
    } else if (part !== header && CLOSING.test(line.text)) part = closing;
    part.push(line);
  }
  return { header, blocks, closing };
}

/** The closing text explains identifiers by examples, which may begin a line. */
const hasColumnsBelow = (lines: SourceLine[], at: number): boolean =>
  lines.slice(at + 1, at + 13).some(({ text }) => COLUMN_HEADING.test(text));

function readClosing(lines: SourceLine[], roles: LineRoles): void {
  const end = lines.findIndex(({ text }) => END.test(text));
  const closing = end < 0 ? lines : lines.slice(0, end + 1);
  for (const line of closing) roles.setText(line, 'notice');
  if (end >= 0) readAround(lines.slice(end + 1), roles);
}
