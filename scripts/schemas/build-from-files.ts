import { applyPlatform } from '../../server/database/apply-platform.ts';
import { AS_OURSELVES, AS_OWNER } from '../../server/database/as-owner.ts';
import { AFTERWARDS } from '../../server/database/schemas/apply-schemas.ts';
import { makeInOrder } from '../../server/database/schemas/make-in-order.ts';
import { readSchemas } from '../../server/database/schemas/read-schemas.ts';
import type { SchemaObject } from '../../server/database/schemas/schema-object.ts';
import { statementsFor } from '../../server/database/schemas/schema-statements.ts';
import type { Sql } from '../../server/database/sql/sql.ts';

/** What everything else is made in, and the rights it is made with. */
const FIRST = /^(create (schema|extension)|alter default privileges)/;

/** Fills an empty database from supabase/schemas alone, tables included, without a migration. */
export async function buildFromFiles(sql: Sql, supabaseDir: string): Promise<void> {
  const { structure, objects } = readSchemas(supabaseDir);
  const step = (text: string) => ({ label: text.slice(0, 100), text });
  const make = (object: SchemaObject) => step(statementsFor(object).join('\n'));
  const isEarly = ({ kind }: SchemaObject) => kind === 'function' || kind === 'view';
  // Tables need a few functions, functions a few tables and views; what is left needs both and finds them made.
  const first = [
    ...structure.filter((text) => FIRST.test(text)).map(step),
    ...objects.filter(isEarly).map(make),
    ...structure.filter((text) => !FIRST.test(text)).map(step),
  ];
  const rest = objects.filter((object) => !isEarly(object)).map(make);
  const connection = await sql.reserve();
  try {
    await applyPlatform(connection);
    await connection.unsafe(`begin;\n${AS_OWNER}\nset local check_function_bodies = off`);
    await makeInOrder(connection, first);
    await makeInOrder(connection, rest);
    await makeInOrder(connection, [AFTERWARDS]);
    await connection.unsafe(`commit;\n${AS_OURSELVES}`);
  } finally {
    connection.release();
  }
}
