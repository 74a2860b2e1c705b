import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { nearestName } from './nearest-name.ts';
import { StartupError } from './startup-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** A file that Docker and systemd mount for a secret, which stays out of the environment. */
const FILE = '_FILE';
/** In the environment of a machine stands much that is not ours: only what is very near is a slip. */
const MIN_SIMILARITY_ELSEWHERE = 0.85;
const MIN_LENGTH_ELSEWHERE = 7;
const MIN_SIMILARITY = 0.6;

/** Adds the content of the file that `NAME_FILE` names as `NAME`, for the names that `isSetting` knows. */
export function withFiles(variables: Variables, isSetting: (name: string) => boolean): Variables {
  const read: Record<string, string | undefined> = { ...variables };
  for (const [variable, file] of Object.entries(variables)) {
    const name = variable.slice(0, -FILE.length);
    if (!variable.endsWith(FILE) || !file || !isSetting(name)) continue;
    if (variables[name]) {
      throw new StartupError(`${name} and ${variable} are both set. Set one of them.`);
    }
    read[name] = contentOf(variable, file);
  }
  return read;
}

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new StartupError(`${variable}=${file} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/**
 * A sentence for each name that sets nothing: all such names of `.env`, which is ours alone, and of the
 * environment those that are nearly a setting.
 */
export function unknownVariables(
  variables: Variables,
  directory: string,
  settings: readonly string[],
  isSetting: (name: string) => boolean,
): string[] {
  const file = path.join(directory, '.env');
  const written = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))).sort() : [];
  const isKnown = (name: string) =>
    isSetting(name) || (name.endsWith(FILE) && isSetting(name.slice(0, -FILE.length)));
  return [...new Set([...written, ...Object.keys(variables)])].flatMap((name) => {
    if (isKnown(name)) return [];
    const isOurs = written.includes(name);
    if (!isOurs && name.length < MIN_LENGTH_ELSEWHERE) return [];
    const near = nearestName(name, settings, isOurs ? MIN_SIMILARITY : MIN_SIMILARITY_ELSEWHERE);
    if (near === undefined && !isOurs) return [];
    const meant = near === undefined ? '' : ` Did you mean ${near}?`;
    return [`${name}${isOurs ? ' in .env' : ''} is not a setting of this server.${meant}`];
  });
}
