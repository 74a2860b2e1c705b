import type { Sql } from '../../database/sql/sql.ts';
import type { FileStore } from './file-store.ts';

/**
 * Decides what a crash left undecided: bytes whose row was committed stay, all others go. Run at
 * start, when nothing is under way yet.
 */
export async function recoverUploads(sql: Sql, files: FileStore): Promise<number> {
  const leftovers = await files.leftovers();
  for (const version of leftovers) {
    const [row] = await sql`
      select from storage.objects where version = ${version}
      union all select from storage.resumable_pieces where version = ${version}`;
    if (!row) await files.remove([version]);
    await files.forget(version);
  }
  return leftovers.length;
}
