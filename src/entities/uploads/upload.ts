/** Tables whose rows name a file: the row is written first and decides who may store and read it. */
export type FileTable = 'photos' | 'document_versions';

export interface NewUpload {
  /** Of the row too; made here, so that a repeat changes nothing. */
  id: string;
  bucket: 'photos' | 'documents';
  /** Where the file goes; the row says the same. */
  path: string;
  table: FileTable;
  row: Record<string, unknown>;
  file: Blob;
  /** For the person who waits. */
  name: string;
}

/** As it is kept on this device until the server has everything. */
export interface KeptUpload extends NewUpload {
  addedAt: number;
}

export interface Upload {
  id: string;
  bucket: NewUpload['bucket'];
  name: string;
  type: string;
  size: number;
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed, as a code with words of ours. */
  problem: string | null;
  file: Blob;
}

export function shown({ id, bucket, name, file }: KeptUpload): Upload {
  return {
    id,
    bucket,
    name,
    type: file.type,
    size: file.size,
    sent: 0,
    state: 'waiting',
    problem: null,
    file,
  };
}
