import path from 'node:path';
import { outputOf } from './run-command.ts';
import { UpdateError } from './update-error.ts';

export interface Installation {
  readonly dataDir: string;
  readonly backupDir: string;
  /** Without DATABASE_URL. */
  readonly embedded: boolean;
  /** There is no database yet. */
  readonly isNew: boolean;
  readonly healthUrl: string;
  /** Applied to the database. */
  readonly migrations: readonly string[];
  /** How many this version would apply. */
  readonly pending: number;
  /** Those of the database that this version does not have: it would refuse to start. */
  readonly unknown: readonly string[];
}

/** Asks the version in `folder`; `folders` names those of the installation where it is another. */
export async function readInstallation(
  folder: string,
  folders: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const program = path.join(folder, 'scripts', 'bootstrap.mjs');
  const text = await outputOf(
    'Reading the state of the installation',
    process.execPath,
    [program, 'update/installation.ts'],
    { cwd: folder, env: { ...process.env, ...folders } },
  );
  const line = text.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as Installation;
  } catch (cause) {
    throw new UpdateError(`The state of the installation cannot be read: ${line}`, undefined, {
      cause,
    });
  }
}
