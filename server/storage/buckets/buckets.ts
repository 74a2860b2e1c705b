import type { Sql } from '../../database/sql/sql.ts';
import { bucketNotFound } from '../storage-error.ts';

/** What the server itself must know of a bucket, whoever is asking. */
export interface Bucket {
  readonly id: string;
  readonly public: boolean;
  readonly fileSizeLimitBytes: number | null;
  readonly allowedMimeTypes: readonly string[] | null;
}

export async function findBucket(sql: Sql, id: string): Promise<Bucket> {
  const [row] = await sql`
    select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = ${id}`;
  if (!row) throw bucketNotFound();
  return {
    id: row['id'],
    public: row['public'] === true,
    fileSizeLimitBytes: row['file_size_limit'] === null ? null : Number(row['file_size_limit']),
    allowedMimeTypes: row['allowed_mime_types'],
  };
}
