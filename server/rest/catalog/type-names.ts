/**
 * Names SQL has for its own types beside the catalog's. `char` alone means one character in a cast,
 * as it does in PostgreSQL.
 */
const sqlNames: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['integer', 'integer'],
  ['smallint', 'smallint'],
  ['bigint', 'bigint'],
  ['real', 'real'],
  ['float', 'double precision'],
  ['double precision', 'double precision'],
  ['decimal', 'numeric'],
  ['numeric', 'numeric'],
  ['dec', 'numeric'],
  ['boolean', 'boolean'],
  ['char', 'character(1)'],
  ['character', 'character(1)'],
  ['character varying', 'character varying'],
  ['varchar', 'character varying'],
  ['bit', 'bit(1)'],
  ['bit varying', 'bit varying'],
  ['time', 'time'],
  ['time with time zone', 'time with time zone'],
  ['time without time zone', 'time without time zone'],
  ['timestamp', 'timestamp'],
  ['timestamp with time zone', 'timestamp with time zone'],
  ['timestamp without time zone', 'timestamp without time zone'],
  ['interval', 'interval'],
]);

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Looks a cast's type up among SQL's names and the catalog's; the answer is safe to write into SQL. */
export function typeResolver(types: readonly { schema: string; name: string }[]) {
  const byName = new Map<string, string>();
  for (const { schema, name } of types) {
    const current = byName.get(name);
    if (current === undefined || schema === 'pg_catalog') {
      byName.set(name, `${quote(schema)}.${quote(name)}`);
    }
  }
  return (name: string): string | undefined => {
    const folded = name.toLowerCase();
    return sqlNames.get(folded.replace(/\s+/g, ' ')) ?? byName.get(folded);
  };
}
