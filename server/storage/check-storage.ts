import type { Sql } from '../database/sql/sql.ts';
import type { FileStore } from './files/file-store.ts';
import { recoverUploads } from './files/recover-uploads.ts';

export interface StorageReport {
  readonly objects: number;
  readonly files: number;
  /** `bucket/path` of rows whose bytes are missing. */
  readonly rowsWithoutFile: string[];
  /** `bucket/path` of rows whose bytes have another size than the row says. */
  readonly rowsWithOtherSize: string[];
  /** Versions of bytes no row names. */
  readonly filesWithoutRow: string[];
  /** Uploads that a crash had cut short. */
  readonly unfinished: number;
}

interface Row {
  readonly id: string;
  readonly version: string | null;
  readonly path: string;
  readonly size: string | null;
}

/** An upload under way puts its bytes in place a moment before its row is committed. */
const GRACE_MS = 10 * 60 * 1000;
const ROWS_AT_ONCE = 1_000;

/**
 * Compares rows and bytes both ways. Fixing removes bytes without a row, and rows whose bytes are
 * gone, since they could only ever answer "not found". Safe beside a running server; with the server
 * stopped, `graceMs: 0` leaves nothing out.
 */
export async function checkStorage(
  sql: Sql,
  files: FileStore,
  options: { readonly fix: boolean; readonly graceMs?: number },
): Promise<StorageReport> {
  const graceMs = options.graceMs ?? GRACE_MS;
  const unfinished = graceMs === 0 && options.fix ? await recoverUploads(sql, files) : 0;
  const sizes = new Map<string, number>();
  const recent = new Set<string>();
  for await (const file of files.list()) {
    sizes.set(file.version, file.sizeBytes);
    // Asked for nothing, a file's time may still be a fraction ahead of the clock.
    if (graceMs > 0 && file.modifiedAt.getTime() > Date.now() - graceMs) recent.add(file.version);
  }
  const fileCount = sizes.size;
  const rowsWithoutFile: Row[] = [];
  const rowsWithOtherSize: Row[] = [];
  let objects = 0;
  // Rows are read after the files: one that came meanwhile is asked about again below.
  for await (const row of everyRow(sql)) {
    objects++;
    const size = sizes.get(row.version ?? '') ?? (await files.sizeOf(row.version ?? ''));
    sizes.delete(row.version ?? '');
    if (size === undefined) rowsWithoutFile.push(row);
    else if (row.size !== null && Number(row.size) !== size) rowsWithOtherSize.push(row);
  }
  for (const { version } of await sql<{ version: string }[]>`
    select version from storage.resumable_pieces`) {
    sizes.delete(version);
  }
  const filesWithoutRow = [...sizes.keys()].filter((version) => !recent.has(version));
  if (options.fix) {
    await files.remove(filesWithoutRow);
    // No file at all is the wrong folder rather than the loss of everything.
    if (fileCount > 0) for (const row of rowsWithoutFile) await removeRow(sql, row);
  }
  return {
    objects,
    files: fileCount,
    rowsWithoutFile: rowsWithoutFile.map(({ path }) => path),
    rowsWithOtherSize: rowsWithOtherSize.map(({ path }) => path),
    filesWithoutRow,
    unfinished,
  };
}

async function* everyRow(sql: Sql): AsyncGenerator<Row> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await sql<Row[]>`
      select id, version, bucket_id || '/' || name as path, metadata ->> 'size' as size
        from storage.objects where id > ${after} order by id limit ${ROWS_AT_ONCE}`;
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function removeRow(sql: Sql, { id, version }: Row): Promise<void> {
  await sql`
    delete from storage.objects where id = ${id} and version is not distinct from ${version}`;
}
