import { nearestName, similarNames } from '../../nearest-name.ts';
import type {
  JunctionRelationship,
  KeyRelationship,
  Relationship,
  Table,
} from '../catalog/catalog.ts';
import { RestError } from '../rest-error.ts';

interface Wanted {
  readonly target: string;
  readonly hint: string | undefined;
}

/** Where a request embeds from: a table, or a function's rows that belong to none. */
export interface Origin {
  readonly name: string;
  readonly schema: string;
  readonly table: Table | undefined;
}

/**
 * The one relationship `origin?select=target!hint(…)` can mean. A target names a relation, a foreign
 * key or its column; a hint a foreign key, a column on either side, or a junction table.
 */
export function findRelationship(
  origin: Origin,
  wanted: Wanted,
  tables: Iterable<string>,
): Relationship {
  const candidates = (origin.table?.relationships ?? []).filter((one) => matches(one, wanted));
  if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
  if (candidates.length === 0) throw noRelationship(origin, wanted, tables);
  throw ambiguous(origin, wanted.target, candidates);
}

function matches(one: Relationship, { target, hint }: Wanted): boolean {
  if (one.kind === 'computed') return one.functionName === target;
  const isTarget = one.foreign.name === target;
  if (one.isSelf) return matchesSelf(one, target, hint);
  if (hint !== undefined) return isTarget && hintMatches(one, hint);
  if (isTarget) return true;
  return (
    one.kind !== 'many-to-many' &&
    !one.foreign.isView &&
    (one.constraint === target || ownColumn(one) === target)
  );
}

/**
 * One foreign key within a table gives two relationships: the table's name means the many side, the
 * key's column the one side.
 */
function matchesSelf(
  one: KeyRelationship | JunctionRelationship,
  target: string,
  hint: string | undefined,
): boolean {
  const isTarget = one.foreign.name === target;
  if (one.kind === 'many-to-many') return isTarget && hint === one.junction.table.name;
  if (hint !== undefined) {
    return isTarget && one.kind === 'one-to-many' && foreignColumn(one) === hint;
  }
  return (
    (isTarget && one.kind === 'one-to-many') ||
    (one.kind === 'many-to-one' && ownColumn(one) === target)
  );
}

function hintMatches(one: KeyRelationship | JunctionRelationship, hint: string): boolean {
  return one.kind === 'many-to-many'
    ? one.junction.table.name === hint
    : one.constraint === hint || ownColumn(one) === hint || foreignColumn(one) === hint;
}

const ownColumn = (one: KeyRelationship) =>
  one.columns.length === 1 ? one.columns[0]?.[0] : undefined;
const foreignColumn = (one: KeyRelationship) =>
  one.columns.length === 1 ? one.columns[0]?.[1] : undefined;

function noRelationship(origin: Origin, { target, hint }: Wanted, tables: Iterable<string>) {
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin.name}' and '${target}${using}' in the schema '${origin.schema}', but no matches were found.`,
    relationshipHint(origin, target, tables),
  );
}

function relationshipHint(origin: Origin, target: string, tables: Iterable<string>): string | null {
  const relationships = origin.table?.relationships ?? [];
  if (relationships.length === 0) {
    const near = nearestName(origin.name, tables);
    return near === undefined || near === origin.name
      ? null
      : `Perhaps you meant '${near}' instead of '${origin.name}'.`;
  }
  const near = similarNames(
    target,
    relationships.map((one) => one.foreign.name),
  ).find((candidate) => candidate.similarity < 1);
  return near === undefined ? null : `Perhaps you meant '${near.name}' instead of '${target}'.`;
}

function ambiguous(origin: Origin, target: string, candidates: readonly Relationship[]) {
  const described = candidates.filter((one) => one.kind !== 'computed');
  const hints = described.map(
    (one) =>
      `'${one.foreign.name}!${one.kind === 'many-to-many' ? one.junction.table.name : one.constraint}'`,
  );
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    described.map(describe),
    `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  );
}

const list = (columns: readonly string[]) => `(${columns.join(', ')})`;

function describe(one: KeyRelationship | JunctionRelationship) {
  return {
    cardinality: one.kind,
    embedding: `${one.table.name} with ${one.foreign.name}`,
    relationship: one.kind === 'many-to-many' ? describeJunction(one) : describeKey(one),
  };
}

function describeKey({ constraint, table, foreign, columns }: KeyRelationship): string {
  const own = list(columns.map(([column]) => column));
  const other = list(columns.map(([, column]) => column));
  return `${constraint} using ${table.name}${own} and ${foreign.name}${other}`;
}

function describeJunction({ junction }: JunctionRelationship): string {
  const source = list(junction.sourceColumns.map(([, column]) => column));
  const target = list(junction.targetColumns.map(([, column]) => column));
  return `${junction.table.name} using ${junction.sourceConstraint}${source} and ${junction.targetConstraint}${target}`;
}
