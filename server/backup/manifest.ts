/** What a backup says about itself; the last entry of the archive, so it also proves completeness. */
export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  readonly postgresVersion: string;
  /** Migrations the data belongs to: a restore applies exactly these before loading. */
  readonly migrations: readonly string[];
  readonly tables: readonly TableManifest[];
  readonly sequences: readonly SequenceManifest[];
  readonly files: readonly FileManifest[];
  /** Size of the database at that moment. Backups of earlier versions lack this and what follows. */
  readonly databaseBytes?: number;
  /** What the project computed from the data of that moment, for a restore to compute again. */
  readonly figures?: readonly Figure[];
  /** Why they could not be computed. */
  readonly figuresProblem?: string;
}

export interface Figure {
  readonly name: string;
  readonly value: string;
}

export interface TableManifest {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Number of pieces the table's data was cut into. */
  readonly pieces: number;
  readonly sha256: string;
}

export interface SequenceManifest {
  readonly schema: string;
  readonly name: string;
  readonly value: string | null;
}

export interface FileManifest {
  /** Relative to the storage folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const MANIFEST_NAME = 'manifest.json';
export const SECRETS_NAME = 'secrets.json';
/** Of a local network (LAN=1): every device that trusts it goes on trusting the machine after a restore. */
export const AUTHORITY_NAME = 'tls/lan/authority.pem';

/** Of a table's data in the archive, all pieces together. */
export function tableSubject({ schema, name }: { schema: string; name: string }): string {
  return `tables/${schema}.${name}`;
}

export function pieceName(table: { schema: string; name: string }, piece: number): string {
  return `${tableSubject(table)}/${String(piece).padStart(6, '0')}.copy`;
}

export function storedFileName(relativePath: string): string {
  return `storage/${relativePath}`;
}
