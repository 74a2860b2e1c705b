// A database with what the platform brings and, on top, either the migrations or the schema files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { applyPlatform } from '../../server/database/apply-platform.ts';
import { AS_OURSELVES, AS_OWNER } from '../../server/database/as-owner.ts';
import type { Sql } from '../../server/database/sql/sql.ts';

/** The files in the order config.toml gives. */
export function readSchemaFiles(supabaseDir: string): { name: string; text: string }[] {
  const config = parse(readFileSync(path.join(supabaseDir, 'config.toml'), 'utf8')) as {
    db?: { migrations?: { schema_paths?: string[] } };
  };
  return (config.db?.migrations?.schema_paths ?? []).map((name) => ({
    name,
    text: readFileSync(path.join(supabaseDir, name), 'utf8'),
  }));
}

export async function applySchemas(sql: Sql, supabaseDir: string): Promise<void> {
  const connection = await sql.reserve();
  try {
    await applyPlatform(connection);
    for (const { name, text } of readSchemaFiles(supabaseDir)) {
      try {
        await connection.unsafe(`begin;\n${AS_OWNER}\n${text}\n;commit;\n${AS_OURSELVES}`);
      } catch (error) {
        await connection.unsafe(`rollback;\n${AS_OURSELVES}`);
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }
  } finally {
    connection.release();
  }
}
