import type { BodyKeys } from '../query/build-mutation.ts';
import { invalidBody } from '../rest-error.ts';
import { csvToRows } from './csv.ts';
import type { PayloadType } from './media-type.ts';

/** A body as the statement takes it, and what of it shapes the statement. */
export interface RequestBody {
  readonly text: string;
  readonly keys: BodyKeys;
}

const noKeys: BodyKeys = { isArray: false, keys: [] };

/**
 * A body to be written into a table. The text itself goes to PostgreSQL untouched, so that numbers
 * keep every digit; it is parsed here only for its keys, and not at all when `columns` names them.
 */
export function writeBody(raw: Buffer, type: PayloadType, hasColumns: boolean): RequestBody {
  switch (type) {
    case 'json': {
      const text = raw.toString('utf8');
      if (hasColumns) return { text, keys: { isArray: startsWith(text, '['), keys: [] } };
      return { text, keys: rowKeys(parseJson(text)) };
    }
    case 'csv': {
      const rows = csvToRows(raw.toString('utf8'));
      return {
        text: JSON.stringify(rows),
        keys: { isArray: true, keys: sortedKeys(rows[0] ?? {}) },
      };
    }
    case 'form': {
      const row = Object.fromEntries(new URLSearchParams(raw.toString('utf8')));
      return { text: JSON.stringify(row), keys: { isArray: false, keys: sortedKeys(row) } };
    }
    default:
      throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
}

/** Arguments of a function: an object's keys, or a whole body for a function that takes one. */
export function callBody(raw: Buffer, type: PayloadType): RequestBody {
  switch (type) {
    case 'json': {
      const text = raw.length === 0 ? '{}' : raw.toString('utf8');
      const value = parseJson(text);
      const first: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof first !== 'object' || first === null) return { text, keys: noKeys };
      return { text, keys: { isArray: Array.isArray(value), keys: sortedKeys(first) } };
    }
    case 'form': {
      const row = Object.fromEntries(new URLSearchParams(raw.toString('utf8')));
      return { text: JSON.stringify(row), keys: { isArray: false, keys: sortedKeys(row) } };
    }
    case 'csv': {
      const rows = csvToRows(raw.toString('utf8'));
      return {
        text: JSON.stringify(rows),
        keys: { isArray: true, keys: sortedKeys(rows[0] ?? {}) },
      };
    }
    case 'binary':
      return { text: `\\x${raw.toString('hex')}`, keys: noKeys };
    case 'text':
    case 'xml':
      return { text: raw.toString('utf8'), keys: noKeys };
    case 'other':
      throw invalidBody('Content-Type not acceptable');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

function rowKeys(value: unknown): BodyKeys {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) throw invalidBody('Empty or invalid json');
    return { isArray: false, keys: sortedKeys(value) };
  }
  const [first] = value;
  if (first === undefined) return { isArray: true, keys: [] };
  if (!isRow(first)) throw invalidBody('Empty or invalid json');
  const keys = sortedKeys(first);
  for (const row of value) {
    if (!isRow(row) || !hasExactly(row, keys)) throw invalidBody('All object keys must match');
  }
  return { isArray: true, keys };
}

const isRow = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasExactly(row: object, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

/** Sorted, so that the order in which a client writes its keys makes no second statement. */
const sortedKeys = (row: object): readonly string[] => Object.keys(row).sort();

const startsWith = (text: string, character: string) => text.trimStart().startsWith(character);
