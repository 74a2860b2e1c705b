import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';

/** A function of the project that `config.toml` names for the server to call. */
export interface ProjectFunction {
  readonly schema: string;
  readonly name: string;
}

const QUALIFIED = /^([a-z_][a-z0-9_]*)\.([a-z_][a-z0-9_]*)$/;

/** `[section] setting` of config.toml; nothing where the project does not name one. */
export function projectFunction(
  { project }: Pick<Config, 'project'>,
  section: string,
  setting: string,
): ProjectFunction | undefined {
  const settings = project.raw[section] as Record<string, unknown> | undefined;
  const value = settings?.[setting];
  if (value === undefined) return undefined;
  const [, schema, name] = (typeof value === 'string' && QUALIFIED.exec(value)) || [];
  if (schema !== undefined && name !== undefined) return { schema, name };
  throw new StartupError(
    `config.toml: ${section}.${setting} takes a function like "private.note_delivery".`,
  );
}
