import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { identify, KINDS, type SchemaObject } from './schema-object.ts';
import { splitSql } from './split-sql.ts';

export interface Schemas {
  /** Functions, views, triggers, policies, rights, comments, jobs and buckets, in an order to make them. */
  readonly objects: readonly SchemaObject[];
  /** Tables, types, indexes, constraints: what migrations make. */
  readonly structure: readonly string[];
}

const NOTHING: Schemas = { objects: [], structure: [] };

/**
 * `schemas/<domain>/*.sql`. Files that lie in `schemas` itself are the Supabase CLI's own declarative
 * schemas of another project, from which its migrations were made: nothing to apply.
 */
export function readSchemas(supabaseDir: string): Schemas {
  const folder = path.join(supabaseDir, 'schemas');
  if (!existsSync(folder)) return NOTHING;
  const files = globSync('*/*.sql', { cwd: folder }).sort();
  const found = files.map((file) => readFile(folder, file));
  const objects = found.flatMap((one) => one.objects);
  refuseTwice(objects);
  return {
    objects: KINDS.flatMap((kind) => objects.filter((object) => object.kind === kind)),
    structure: found.flatMap((one) => one.structure),
  };
}

function readFile(folder: string, file: string): Schemas {
  const objects: { -readonly [K in keyof SchemaObject]: SchemaObject[K] }[] = [];
  const structure: string[] = [];
  for (const statement of splitSql(readFileSync(path.join(folder, file), 'utf8'))) {
    try {
      const found = identify(statement);
      if (found === 'structure') {
        structure.push(statement);
        continue;
      }
      const owner = objects.findLast((object) => belongsTo(object, found));
      if (owner) owner.statements = [...owner.statements, statement];
      else objects.push({ ...found, statements: [statement], file });
    } catch (error) {
      throw new StartupError(`schemas/${file}: ${(error as Error).message}`, { cause: error });
    }
  }
  const orphan = objects.find(({ kind, name }) => kind === 'function' && !name.includes('('));
  if (orphan) {
    throw new StartupError(
      `schemas/${file}: rights or a comment of ${orphan.name} stand before the function, or in another file`,
    );
  }
  return { objects, structure };
}

/** Rights and comments follow what they are about; those of a view are called rights of a table. */
function belongsTo(
  object: Pick<SchemaObject, 'kind' | 'name'>,
  found: Pick<SchemaObject, 'kind' | 'name'>,
): boolean {
  if (object.kind === 'view' && found.kind === 'table rights') return object.name === found.name;
  if (object.kind !== found.kind) return false;
  if (object.kind === 'function' && !found.name.includes('(')) {
    return object.name.startsWith(`${found.name}(`);
  }
  return object.name === found.name;
}

function refuseTwice(objects: readonly SchemaObject[]): void {
  const seen = new Map<string, string>();
  for (const { kind, name, file } of objects) {
    const before = seen.get(`${kind} ${name}`);
    if (before) throw new StartupError(`${kind} ${name} stands twice: in ${before} and ${file}`);
    seen.set(`${kind} ${name}`, file);
  }
}
