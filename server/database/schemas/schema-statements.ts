import type { SchemaObject } from './schema-object.ts';

type Named = Pick<SchemaObject, 'kind' | 'name'>;

/** What makes an object whatever is there now, but for a function or view of another shape. */
export function statementsFor(object: SchemaObject): readonly string[] {
  const [first = '', ...rest] = object.statements;
  switch (object.kind) {
    case 'function':
      return [orReplace(first), ...defaultRights('function', object.name), ...rest];
    case 'view':
      return [dropStatement(object), first, ...defaultRights('table', object.name), ...rest];
    case 'trigger':
    case 'policy':
      return [dropStatement(object), ...object.statements];
    case 'table rights':
      return [...defaultRights('table', object.name), ...object.statements];
    default:
      return object.statements;
  }
}

function orReplace(statement: string): string {
  return statement.replace(/\bcreate (or replace )?(?=function|procedure)/, 'create or replace ');
}

/** Back to what a new object of its schema has, so that a right that is no longer in the file is gone. */
function defaultRights(what: 'function' | 'table', name: string): string[] {
  const roles = 'anon, authenticated, service_role';
  const from = what === 'function' ? `public, ${roles}` : roles;
  const revoke = `revoke all on ${what} ${name} from ${from};`;
  if (!name.startsWith('public.')) return [revoke];
  return [revoke, `grant all on ${what} ${name} to service_role;`];
}

export function dropStatement({ kind, name }: Named): string {
  switch (kind) {
    case 'table rights':
      return defaultRights('table', name).join('\n');
    case 'comment':
      return `comment on ${name} is null;`;
    case 'job':
      return `select cron.unschedule('${name}');`;
    case 'bucket':
      return 'select 1;';
    default:
      return `drop ${kind} if exists ${name};`;
  }
}
