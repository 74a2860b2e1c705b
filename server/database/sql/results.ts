import pg from 'pg';

type Parse = (text: string) => unknown;

const json: Parse = (text) => JSON.parse(text);
const date: Parse = (text) => new Date(text);

/** By type; everything else stays text: a bigint or a numeric may be more than a number can hold. */
const PARSERS: Readonly<Record<number, Parse>> = {
  16: (text) => text === 't', // boolean
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea
  21: Number, // smallint
  23: Number, // integer
  26: Number, // oid
  114: json,
  700: Number, // real
  701: Number, // double precision
  1082: date, // date, as midnight in UTC
  1114: date, // timestamp
  1184: date, // timestamp with time zone
  3802: json, // jsonb
};

/** Array types and what they are arrays of; 25 is text. */
const ARRAYS: Readonly<Record<number, number>> = {
  199: 114,
  1000: 16,
  1001: 17,
  1002: 25,
  1003: 25,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 25,
  1015: 25,
  1016: 25,
  1021: 700,
  1022: 701,
  1028: 26,
  1034: 25,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 25,
  2951: 25,
  3807: 3802,
};

const text: Parse = (value) => value;
const parseTexts = pg.types.getTypeParser(1009 as never) as (text: string) => Nested[];
type Nested = string | null | Nested[];

/** How the driver is to read the columns of a type. */
export function getTypeParser(type: number): Parse {
  const element = ARRAYS[type];
  if (element === undefined) return PARSERS[type] ?? text;
  const parse = PARSERS[element] ?? text;
  const parseElement = (value: Nested): unknown => {
    if (value === null) return null;
    return typeof value === 'string' ? parse(value) : value.map(parseElement);
  };
  return (value) => parseTexts(value).map(parseElement);
}
