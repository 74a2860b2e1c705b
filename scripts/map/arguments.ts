import { parseArgs } from 'node:util';
import { StartupError } from '../../server/startup-error.ts';
import type { Bounds } from './hilbert-ranges.ts';
import { joinBounds, stateBounds } from './regions.ts';

export interface MapArguments {
  readonly command: 'help' | 'check' | 'cut' | 'install';
  /** A file, or an address to cut from. */
  readonly source: string;
  /** Where the result goes; DATA_DIR/map.pmtiles where it is left out. */
  readonly output: string | undefined;
  readonly bounds: Bounds | undefined;
  readonly maxZoom: number | undefined;
}

const OPTIONS = {
  bbox: { type: 'string' },
  state: { type: 'string', multiple: true },
  maxzoom: { type: 'string' },
  output: { type: 'string' },
} as const;

const COMMANDS = ['check', 'cut', 'install'] as const;

export function readArguments(given: readonly string[]): MapArguments {
  const { values, positionals } = parse(given);
  const [name = 'help', source = '', ...rest] = positionals;
  if (name === 'help') return { ...NOTHING, command: 'help' };
  const command = COMMANDS.find((known) => known === name);
  if (!command || rest.length > 0) throw wrong(`Unknown: ${[name, ...rest].join(' ')}.`);
  if (source === '') throw wrong(`${command} takes a file.`);
  const bounds = boundsOf(values.bbox, values.state);
  if (command === 'cut' && !bounds) throw wrong('cut takes --state or --bbox.');
  return { command, source, output: values.output, bounds, maxZoom: zoomOf(values.maxzoom) };
}

const NOTHING = { source: '', output: undefined, bounds: undefined, maxZoom: undefined };

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function boundsOf(bbox: string | undefined, states: readonly string[] | undefined) {
  if (bbox !== undefined) return readBounds(bbox);
  if (!states) return undefined;
  return joinBounds(
    states.map((name) => {
      const found = stateBounds(name);
      if (!found) throw wrong(`There is no state "${name}". Write it like "New York".`);
      return found;
    }),
  );
}

function readBounds(text: string): Bounds {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const holds = numbers.length === 4 && west >= -180 && east <= 180 && south >= -90 && north <= 90;
  if (!holds || !(west < east && south < north)) {
    throw wrong('--bbox takes west,south,east,north in degrees, like -74.3,42.4,-73.4,43.1.');
  }
  return [west, south, east, north];
}

function zoomOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,2}$/.test(text) && Number(text) <= 15) return Number(text);
  throw wrong('--maxzoom takes a number from 0 to 15.');
}

function wrong(message: string): StartupError {
  return new StartupError(`${message} npm run map shows how it is used.`);
}
