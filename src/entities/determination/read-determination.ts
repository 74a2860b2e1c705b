import { isCalifornia, readCalifornia } from '@/entities/determination/read-california';
import { isCsv, readCsv } from '@/entities/determination/read-csv';
import { isFederal, readFederal } from '@/entities/determination/read-federal';
import type {
  ReadDeterminationText,
  Reading,
  ReadingError,
} from '@/entities/determination/reading';
import { LineRoles, type SourceLine, sourceLines } from '@/entities/determination/source-lines';

const MAX_SOURCE = 2_000_000;

type Reader = (lines: SourceLine[], roles: LineRoles) => ReadDeterminationText[];

const READERS: [(lines: SourceLine[]) => boolean, Reader][] = [
  [isFederal, readFederal],
  [isCalifornia, readCalifornia],
  [isCsv, readCsv],
];

/**
 * Reads a pasted wage determination. Nothing is guessed: each line has the role it was read in, or is
 * unread, and what cannot be said as an amount per hour is a question to a person.
 */
export function readDetermination(text: string): Reading {
  if (text.length > MAX_SOURCE) return { ok: false, error: 'too_long', lines: [] };
  const all = sourceLines(text);
  const roles = new LineRoles(all);
  const lines = roles.content();
  const fail = (error: ReadingError): Reading => ({ ok: false, error, lines: roles.read() });
  if (all.every(({ text: line }) => line === '')) return fail('empty');
  const reader = READERS.find(([isMine]) => isMine(lines))?.[1];
  if (!reader) return fail('not_a_determination');
  const determinations = reader(lines, roles);
  const isOneLine = lines.some((line) => line.text.length > 2000);
  if (determinations.every(({ classes }) => classes.length === 0))
    return fail(isOneLine ? 'one_line' : 'no_rates');
  return { ok: true, determinations, lines: roles.read() };
}
