// Rows that migrations put into a new database: few, and part of what the product needs to run.
import type { Queryable } from '../../server/database/sql/sql.ts';

const HEADER = `-- Rows a new database begins with, written by \`npm run db -- schemas\`.
`;
const PLATFORM = ['storage.buckets', 'cron.job'];
const BUCKET_COLUMNS = 'id, name, public, file_size_limit, allowed_mime_types';

/** A secret is drawn anew in every database, so its statement stands here instead of its value. */
const SECRET =
  'insert into private.notification_secret (secret) values (extensions.gen_random_bytes(32));';

export async function readRows(sql: Queryable): Promise<string> {
  const buckets = await sql<{ row: string }[]>`
    select format('(%L, %L, %L, %L, %L)', id, name, public, file_size_limit, allowed_mime_types) as row
      from storage.buckets order by id`;
  const jobs = await sql<{ call: string }[]>`
    select format('select cron.schedule(%L, %L, %L);', jobname, schedule, command) as call
      from cron.job where jobname not like 'platform:%' order by jobname`;
  const values = buckets.map(({ row }) => `  ${row}`).join(',\n');
  return [
    HEADER,
    `insert into storage.buckets (${BUCKET_COLUMNS}) values\n${values}\non conflict (id) do nothing;\n`,
    ...jobs.map(({ call }) => `${call}\n`),
    ...(await readOwnRows(sql)),
    `${SECRET}\n`,
  ].join('\n');
}

async function readOwnRows(sql: Queryable): Promise<string[]> {
  const names = Object.keys(await countRows(sql)).map((key) => key.replace('rows of ', ''));
  const inserts: string[] = [];
  for (const name of names) {
    if (PLATFORM.includes(name) || name === 'private.notification_secret') continue;
    const rows = await sql.unsafe(
      `select to_jsonb(t)::text as row from ${name} t order by to_jsonb(t)::text`,
    );
    const list = rows
      .map(({ row }) => `  ${row}`)
      .join(',\n')
      .replaceAll("'", "''");
    inserts.push(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, '[\n${list}\n]');\n`,
    );
  }
  return inserts;
}

/** Tables with rows, by name and number: what `rows.sql` has to bring about. */
export async function countRows(sql: Queryable): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname in ('public', 'private') or c.oid::regclass::text = any(${PLATFORM}))
     order by 1`;
  const counts: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`select count(*)::int as rows from ${name}`);
    if (row?.['rows'] > 0) counts[`rows of ${name}`] = String(row?.['rows']);
  }
  return counts;
}
