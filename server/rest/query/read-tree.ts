import {
  type Catalog,
  type Column,
  type ComputedField,
  isToOne,
  type Relationship,
  type Table,
} from '../catalog/catalog.ts';
import type {
  Condition,
  OrderTerm,
  QueryAst,
  SelectEmbed,
  SelectField,
  SelectItem,
  Slot,
} from '../request/ast.ts';
import { multipliedEmbed, notEmbedded, RestError } from '../rest-error.ts';
import { findRelationship } from './find-relationship.ts';

/** Rows to read from: a table, what a write returned, or what a function returned. */
export interface Source {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly computedFields: ReadonlyMap<string, ComputedField>;
  readonly table: Table | undefined;
  /** The rows come from a common table expression and have lost their row type. */
  readonly isDerived: boolean;
}

export const tableSource = (table: Table, isDerived = false): Source => ({
  schema: table.schema,
  name: table.name,
  columns: table.columns,
  computedFields: table.computedFields,
  table,
  isDerived,
});

/** One resource of a request: the root or an embedded one. */
export interface ReadNode {
  readonly source: Source;
  /** What the statement calls this resource's rows. */
  readonly label: string;
  readonly fields: readonly SelectField[];
  readonly embeds: readonly EmbedNode[];
  readonly conditions: Condition[];
  orders: readonly OrderTerm[];
  limit: Slot | undefined;
  offset: Slot | undefined;
}

export interface EmbedNode extends ReadNode {
  readonly relationship: Relationship;
  /** The key in the parent's JSON. */
  readonly name: string;
  readonly target: string;
  readonly alias: string | undefined;
  /** What the parent's statement calls the joined result. */
  readonly joinLabel: string;
  readonly isInner: boolean;
  readonly isSpread: boolean;
}

/** Resolves a whole query against the catalog: relationships found, everything at its resource. */
export function buildReadTree(catalog: Catalog, root: Source, ast: QueryAst): ReadNode {
  const tree = buildNode(catalog, root, root.name, ast.select, {
    tables: [root.table],
    returns: 0,
  });
  for (const { path, value } of ast.conditions) nodeAt(tree, path).conditions.push(value);
  for (const { path, value } of ast.orders) nodeAt(tree, path).orders = value;
  for (const { path, value } of ast.limits) nodeAt(tree, path).limit = value;
  for (const { path, value } of ast.offsets) nodeAt(tree, path).offset = value;
  return tree;
}

/** How a resource was reached from the root. */
interface Path {
  readonly tables: readonly (Table | undefined)[];
  /** How often it led to many rows of a table it had come from. */
  readonly returns: number;
}

const MAX_RETURNS = 1;

function buildNode(
  catalog: Catalog,
  source: Source,
  label: string,
  items: readonly SelectItem[],
  path: Path,
): ReadNode {
  const fields = items.filter((item): item is SelectField => item.kind === 'field');
  const embeds: EmbedNode[] = [];
  for (const item of items) {
    if (item.kind !== 'embed') continue;
    const embed = buildEmbed(catalog, source, item, path);
    if (embeds.some((other) => other.joinLabel === embed.joinLabel)) {
      throw repeatedEmbed(embed.joinLabel);
    }
    embeds.push(embed);
  }
  return {
    source,
    label,
    fields,
    embeds,
    conditions: [],
    orders: [],
    limit: undefined,
    offset: undefined,
  };
}

function buildEmbed(catalog: Catalog, source: Source, item: SelectEmbed, from: Path): EmbedNode {
  const tables = catalog.tables(source.schema).keys();
  const relationship = findRelationship(source, item, tables);
  const name = item.alias ?? item.target;
  const foreign = tableSource(relationship.foreign);
  const path = follow(from, relationship);
  const depth = path.tables.length - 1;
  const label = `${relationship.foreign.name}_${depth}`;
  return {
    ...buildNode(catalog, foreign, label, item.items, path),
    relationship,
    name,
    target: item.target,
    alias: item.alias,
    joinLabel: `${relationship.table.name}_${name}_${depth}`,
    isInner: item.join === 'inner',
    isSpread: item.spread,
  };
}

/**
 * From entries to their employee and back to entries gives every entry once for each of its
 * siblings; a second time around, once for each pair. A tree of one table goes down without that.
 */
function follow({ tables, returns }: Path, relationship: Relationship): Path {
  const { foreign } = relationship;
  const isSelf = relationship.kind === 'one-to-many' && relationship.isSelf;
  const isReturn = !isSelf && !isToOne(relationship) && tables.includes(foreign);
  const path = { tables: [...tables, foreign], returns: returns + (isReturn ? 1 : 0) };
  if (path.returns > MAX_RETURNS) {
    throw multipliedEmbed(path.tables.map((table) => table?.name ?? '').join(' > '));
  }
  return path;
}

/** PostgreSQL's own words for a name that is joined twice. */
const repeatedEmbed = (label: string) =>
  new RestError(400, '42712', `table name "${label}" specified more than once`);

function nodeAt(node: ReadNode, path: readonly string[]): ReadNode {
  let current = node;
  for (const step of path) {
    const next = current.embeds.find((embed) => embed.target === step || embed.alias === step);
    if (next === undefined) throw notEmbedded(step);
    current = next;
  }
  return current;
}

/** The tables below the root, junctions included. */
export function embeddedTables({ embeds }: ReadNode): string[] {
  return embeds.flatMap((embed) => {
    const { relationship } = embed;
    const own = [relationship.foreign.name, ...embeddedTables(embed)];
    return relationship.kind === 'many-to-many' ? [relationship.junction.table.name, ...own] : own;
  });
}
