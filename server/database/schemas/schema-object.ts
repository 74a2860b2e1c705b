import { createHash } from 'node:crypto';
import { withoutComments } from './split-sql.ts';

/** In the order in which new ones are made. */
export const KINDS = [
  'function',
  'view',
  'trigger',
  'policy',
  'table rights',
  'comment',
  'job',
  'bucket',
] as const;
export type Kind = (typeof KINDS)[number];

/** Something that can be said again: it is applied whenever its text changed. */
export interface SchemaObject {
  readonly kind: Kind;
  /** As `drop` wants it: `private.half_up(bigint)`, `"Managers add pay items" on public.pay_items`. */
  readonly name: string;
  /** What makes it, in order, with its rights and comments. */
  readonly statements: readonly string[];
  readonly file: string;
}

/** What is made by migrations alone; the files of `schemas` say it for readers and for the comparison. */
const STRUCTURE =
  /^(create (table|type|domain|sequence|(unique )?index|schema|extension)|alter table \S+ (add|replica)|alter (publication|default privileges|type)|select private\.|revoke all on schema|grant usage on schema)\b/;

const FUNCTION = /^create (?:or replace )?(?:function|procedure) ([\w.]+) ?\(/;
const VIEW = /^create (?:or replace )?view ([\w.]+)/;
const TRIGGER = /^create (?:or replace )?(?:constraint )?trigger (\w+) .*? on ([\w.]+)/;
const POLICY = /^create policy ("[^"]+"|\w+) on ([\w.]+)/;
const SECURITY = /^alter table ([\w.]+) (?:enable|disable|force) row level security/;
const TRIGGER_STATE = /^alter table ([\w.]+) (?:enable|disable)(?: always| replica)? trigger (\w+)/;
const RIGHTS = /^(?:grant|revoke) .*? on (function|table|type)? ?([\w.]+)/;
const COMMENT = /^comment on (\w+) (.+?) is /;
const JOB = /^select cron\.schedule\('([^']+)'/;
const BUCKET = /^insert into storage\.buckets .*?\('([\w-]+)'.* on conflict/;

type Found = { readonly kind: Kind; readonly name: string } | 'structure';

/** What a statement makes or belongs to. */
export function identify(statement: string): Found {
  const text = withoutComments(statement);
  const routine = FUNCTION.exec(text);
  if (routine) return { kind: 'function', name: `${routine[1]}(${argumentTypes(text)})` };
  const match = (pattern: RegExp): string[] | undefined => pattern.exec(text)?.slice(1);
  const [view] = match(VIEW) ?? [];
  if (view) return { kind: 'view', name: view };
  const [trigger, triggerTable] = match(TRIGGER) ?? [];
  if (trigger) return { kind: 'trigger', name: `${trigger} on ${triggerTable}` };
  const [policy, policyTable] = match(POLICY) ?? [];
  if (policy) return { kind: 'policy', name: `${policy} on ${policyTable}` };
  const [secured] = match(SECURITY) ?? [];
  if (secured) return { kind: 'table rights', name: secured };
  const [stateTable, stateTrigger] = match(TRIGGER_STATE) ?? [];
  if (stateTable) return { kind: 'trigger', name: `${stateTrigger} on ${stateTable}` };
  const [job] = match(JOB) ?? [];
  if (job) return { kind: 'job', name: job };
  const [bucket] = match(BUCKET) ?? [];
  if (bucket) return { kind: 'bucket', name: bucket };
  if (STRUCTURE.test(text)) return 'structure';
  return identifyRemark(text);
}

/** Rights and comments: of a function or view they belong to it, whatever the notation of its arguments. */
function identifyRemark(text: string): Found {
  const [what, name = ''] = RIGHTS.exec(text)?.slice(1) ?? [];
  if (name && what === 'type') return 'structure';
  if (name) return { kind: what === 'function' ? 'function' : 'table rights', name };
  const [subject, object = ''] = COMMENT.exec(text)?.slice(1) ?? [];
  if (subject === 'function') return { kind: 'function', name: object.replace(/\(.*/s, '') };
  if (subject === 'view') return { kind: 'view', name: object };
  if (subject) return { kind: 'comment', name: `${subject} ${object}` };
  throw new Error(`what kind of statement is this? ${text.slice(0, 80)}`);
}

/** The types of the arguments, as `drop function` wants them. */
function argumentTypes(statement: string): string {
  const start = statement.indexOf('(') + 1;
  return splitArguments(statement.slice(start, closing(statement, start)))
    .filter((argument) => !/^out /i.test(argument))
    .map((argument) => {
      const [declared = ''] = argument.split(/ default | ?:?= ?/i);
      const words = declared.replace(/^(in|inout|variadic) /i, '').split(' ');
      return words.length > 1 ? words.slice(1).join(' ') : declared;
    })
    .join(', ');
}

function closing(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
  }
  return at - 1;
}

function splitArguments(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const token of list.match(/'(?:[^']|'')*'|[^']/g) ?? []) {
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (token === ',' && depth === 0) {
      parts.push(current.trim());
      current = '';
    } else {
      current += token;
    }
  }
  return current.trim() === '' ? parts : [...parts, current.trim()];
}

export function hashOf({ statements }: SchemaObject): string {
  return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 32);
}
