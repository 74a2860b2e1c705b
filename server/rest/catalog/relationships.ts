import type {
  ColumnPair,
  JunctionRelationship,
  KeyRelationship,
  Relationship,
  Table,
} from './catalog.ts';

/** A foreign key between two relations that a request can name; views take part through their columns. */
export interface Reference {
  readonly constraint: string;
  readonly table: Table;
  readonly foreign: Table;
  readonly columns: readonly ColumnPair[];
  readonly isUnique: boolean;
}

/** One table as the references see it: a base table itself, or a view that shows its columns. */
export interface Appearance {
  readonly table: Table;
  /** Base column → the names under which the view shows it (a table shows each under its own). */
  names(column: string): readonly string[];
}

/** Every reference a foreign key makes possible between tables and the views over them. */
export function expandReference(
  key: { name: string; columns: readonly ColumnPair[]; unique: boolean },
  owners: readonly Appearance[],
  targets: readonly Appearance[],
): Reference[] {
  const references: Reference[] = [];
  for (const owner of owners) {
    for (const own of combinations(key.columns.map(([column]) => owner.names(column)))) {
      for (const target of targets) {
        for (const other of combinations(key.columns.map(([, column]) => target.names(column)))) {
          references.push({
            constraint: key.name,
            table: owner.table,
            foreign: target.table,
            columns: own.map((column, index): ColumnPair => [column, other[index] ?? '']),
            isUnique: key.unique,
          });
        }
      }
    }
  }
  return references;
}

function combinations(choices: readonly (readonly string[])[]): string[][] {
  return choices.reduce<string[][]>(
    (rows, names) => rows.flatMap((row) => names.map((name) => [...row, name])),
    [[]],
  );
}

const swap = ([own, foreign]: ColumnPair): ColumnPair => [foreign, own];

/** Both directions of every reference, and the many-to-many pairs through junction tables. */
export function relationshipsOf(references: readonly Reference[]): Relationship[] {
  const relationships: Relationship[] = [];
  for (const { table, foreign, constraint, columns, isUnique } of references) {
    const isSelf = table === foreign;
    const inverse = columns.map(swap);
    relationships.push(
      {
        kind: isUnique ? 'one-to-one' : 'many-to-one',
        table,
        foreign,
        isSelf,
        constraint,
        columns,
      },
      {
        kind: isUnique ? 'one-to-one' : 'one-to-many',
        table: foreign,
        foreign: table,
        isSelf,
        constraint,
        columns: inverse,
      },
    );
  }
  return [...relationships, ...manyToMany(references)];
}

/** A table whose primary key holds two foreign keys joins what they point at. */
function manyToMany(references: readonly Reference[]): JunctionRelationship[] {
  const byTable = Map.groupBy(
    references.filter(
      ({ table, columns, isUnique }) =>
        !isUnique && columns.every(([column]) => table.primaryKey.includes(column)),
    ),
    ({ table }) => table,
  );
  return [...byTable].flatMap(([junction, keys]) =>
    keys.flatMap((source) =>
      keys
        .filter((target) => target.constraint !== source.constraint)
        .map(
          (target): JunctionRelationship => ({
            kind: 'many-to-many',
            table: source.foreign,
            foreign: target.foreign,
            isSelf: source.foreign === target.foreign,
            junction: {
              table: junction,
              sourceConstraint: source.constraint,
              targetConstraint: target.constraint,
              sourceColumns: source.columns.map(swap),
              targetColumns: target.columns.map(swap),
            },
          }),
        ),
    ),
  );
}

const kindOrder = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed'];

/** A fixed order, so that an ambiguous request lists its candidates the same way every time. */
export function compareRelationships(a: Relationship, b: Relationship): number {
  return (
    compare(a.foreign.name, b.foreign.name) ||
    Number(a.isSelf) - Number(b.isSelf) ||
    kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
    compare(constraintOf(a), constraintOf(b))
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function constraintOf(relationship: Relationship): string {
  switch (relationship.kind) {
    case 'computed':
      return relationship.functionName;
    case 'many-to-many':
      return relationship.junction.table.name;
    default:
      return (relationship satisfies KeyRelationship).constraint;
  }
}
