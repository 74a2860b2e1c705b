import { type Catalog, isToOne, type Relationship } from '../catalog/catalog.ts';
import type { EmbedNode, ReadNode } from '../plan/read-tree.ts';
import type { Aggregate, OrderTerm, SelectField } from '../request/ast.ts';
import { notEmbedded, RestError, undefinedColumn } from '../rest-error.ts';
import { conditionSql } from './condition-sql.ts';
import { castSql, fieldSql, jsonPathSql, requireColumn, rowOf } from './field-sql.ts';
import { type Parameters, qualified, quote } from './sql-text.ts';

/** One column of a resource's result. */
interface Output {
  readonly name: string;
  readonly sql: string;
  /** Left for the nearest ancestor that is not spread to apply. */
  readonly aggregate?: { readonly name: Aggregate; readonly cast: string | undefined };
  readonly isAggregated: boolean;
}

export interface ReadContext {
  readonly catalog: Catalog;
  readonly parameters: Parameters;
  /** No resource gives more rows than this. */
  readonly maxRows: number;
}

/** A statement that gives a resource's rows, and the names of its columns in order. */
export interface ReadSql {
  readonly sql: string;
  readonly names: readonly string[];
}

/**
 * `from` is where the root's rows come from and `page` its limit and offset; embedded resources find
 * both themselves.
 */
export function readSql(context: ReadContext, node: ReadNode, from: string, page: string): ReadSql {
  const joins = node.embeds.map((embed) => joinSql(context, embed, node));
  const outputs = outputsOf(context, node, joins, false);
  const conditions = node.conditions.map((condition) =>
    conditionSql(node, condition, context.parameters),
  );
  return {
    sql: selectSql(context, node, {
      outputs,
      from: from + joins.map((join) => join.sql).join(''),
      conditions,
      page,
    }),
    names: outputs.map((output) => output.name),
  };
}

interface SelectParts {
  readonly outputs: readonly Output[];
  readonly from: string;
  readonly conditions: readonly string[];
  readonly page: string;
}

function selectSql(context: ReadContext, node: ReadNode, parts: SelectParts): string {
  const { outputs } = parts;
  const list = outputs.map(({ sql, name }) =>
    sql.endsWith(`.${quote(name)}`) ? sql : `${sql} as ${quote(name)}`,
  );
  const where = parts.conditions.length === 0 ? '' : ` where ${parts.conditions.join(' and ')}`;
  const order = orderSql(context, node, node.orders);
  return `select ${list.join(', ')} from ${parts.from}${where}${groupSql(outputs)}${order}${parts.page}`;
}

/** Grouping by position: a name could mean a column of the table as well as one of the result. */
function groupSql(outputs: readonly Output[]): string {
  if (!outputs.some((output) => output.isAggregated)) return '';
  const positions = outputs.flatMap((output, index) => (output.isAggregated ? [] : [index + 1]));
  return positions.length === 0 ? '' : ` group by ${positions.join(', ')}`;
}

const isAggregating = (node: ReadNode): boolean =>
  node.fields.some((field) => field.aggregate !== undefined) ||
  node.embeds.some(
    (embed) => embed.isSpread && isToOne(embed.relationship) && isAggregating(embed),
  );

function outputsOf(
  context: ReadContext,
  node: ReadNode,
  joins: readonly JoinSql[],
  isSpread: boolean,
): Output[] {
  const outputs = [
    ...node.fields.flatMap((field) => fieldOutputs(context, node, field, isSpread)),
    ...joins.flatMap((join) => join.outputs(isSpread)),
  ];
  // `select=` or only empty embeds: rows without columns.
  if (outputs.length === 0 && node.fields.length === 0 && node.embeds.length === 0) {
    return starOutputs(node);
  }
  return outputs;
}

function starOutputs(node: ReadNode): Output[] {
  return [...node.source.columns.keys()].map((name) => ({
    name,
    sql: `${quote(node.label)}.${quote(name)}`,
    isAggregated: false,
  }));
}

function fieldOutputs(
  context: ReadContext,
  node: ReadNode,
  item: SelectField,
  isSpread: boolean,
): Output[] {
  const { field, aggregate } = item;
  if (field.name === '*') {
    if (aggregate === undefined) return starOutputs(node);
    const name = item.alias ?? 'count';
    // Spread, the count is taken by the parent, which needs something of each row to count.
    return isSpread
      ? [
          {
            name,
            sql: quote(node.label),
            aggregate: aggregateOf(item, aggregate),
            isAggregated: false,
          },
        ]
      : [
          {
            name,
            sql: castSql(context.catalog, 'count(*)', item.aggregateCast),
            isAggregated: true,
          },
        ];
  }
  if (isBareCount(node, item)) {
    return [
      { name: item.alias ?? 'count', sql: `count(${quote(node.label)})`, isAggregated: true },
    ];
  }
  const value = castSql(context.catalog, fieldSql(node, field, context.parameters).sql, item.cast);
  const name = item.alias ?? jsonName(item) ?? field.name;
  if (aggregate === undefined) return [{ name, sql: value, isAggregated: false }];
  if (isSpread) {
    return [
      {
        name: item.alias ?? aggregate,
        sql: value,
        aggregate: aggregateOf(item, aggregate),
        isAggregated: false,
      },
    ];
  }
  return [
    {
      name: item.alias ?? aggregate,
      sql: castSql(context.catalog, `${aggregate}(${value})`, item.aggregateCast),
      isAggregated: true,
    },
  ];
}

const aggregateOf = (item: SelectField, name: Aggregate) => ({ name, cast: item.aggregateCast });

/** `clients(count)`: PostgreSQL takes a name that is no column for a function of the row. */
function isBareCount(node: ReadNode, { field, aggregate }: SelectField): boolean {
  return (
    field.name === 'count' &&
    aggregate === undefined &&
    field.path.length === 0 &&
    !node.source.columns.has('count') &&
    !node.source.computedFields.has('count')
  );
}

/** The last key of a JSON path names the result; an index goes by the key before it. */
function jsonName({ field }: SelectField): string | undefined {
  return field.path.findLast((step) => !step.isIndex)?.key;
}

interface JoinSql {
  readonly sql: string;
  /** What the parent's result gets from this embedded resource. */
  outputs(parentIsSpread: boolean): Output[];
}

function joinSql(context: ReadContext, embed: EmbedNode, parent: ReadNode): JoinSql {
  return embed.isSpread ? spreadJoin(context, embed, parent) : nestedJoin(context, embed, parent);
}

function nestedJoin(context: ReadContext, embed: EmbedNode, parent: ReadNode): JoinSql {
  const label = quote(embed.joinLabel);
  const rows = embedSql(context, embed, parent, false);
  // Grouping compares values, and json has no equality.
  const type = isAggregating(parent) ? '::jsonb' : '';
  const one = isToOne(embed.relationship);
  const subquery = one
    ? rows.sql
    : `select json_agg(${label})${type} as ${label} from (${rows.sql}) as ${label}`;
  const value = one ? `row_to_json(${label}.*)${type}` : `coalesce(${label}.${label}, '[]')`;
  const outputs = hasOutput(embed) ? [{ name: embed.name, sql: value, isAggregated: false }] : [];
  return { sql: lateral(embed, subquery, one), outputs: () => outputs };
}

/** `clients()` joins and filters without showing; so does one that holds only such. */
function hasOutput(embed: EmbedNode): boolean {
  return embed.fields.length > 0 || embed.embeds.some(hasOutput);
}

function lateral(embed: EmbedNode, subquery: string, one: boolean): string {
  const label = quote(embed.joinLabel);
  const condition = embed.isInner && !one ? `${label}.${label} is not null` : 'true';
  return ` ${embed.isInner ? 'inner' : 'left'} join lateral (${subquery}) as ${label} on ${condition}`;
}

function spreadJoin(context: ReadContext, embed: EmbedNode, parent: ReadNode): JoinSql {
  const label = quote(embed.joinLabel);
  if (!isToOne(embed.relationship)) return spreadArrays(context, embed, parent);
  const rows = embedSql(context, embed, parent, true);
  return {
    sql: lateral(embed, rows.sql, true),
    outputs: (parentIsSpread) =>
      rows.outputs.map((output) => {
        const sql = `${label}.${quote(output.name)}`;
        const { aggregate, name } = output;
        if (aggregate === undefined) return { name, sql, isAggregated: false };
        return parentIsSpread
          ? { name, sql, aggregate, isAggregated: false }
          : {
              name,
              sql: castSql(context.catalog, `${aggregate.name}(${sql})`, aggregate.cast),
              isAggregated: true,
            };
      }),
  };
}

/** Spreading many rows gives an array for each of their columns. */
function spreadArrays(context: ReadContext, embed: EmbedNode, parent: ReadNode): JoinSql {
  if (isAggregating(embed)) {
    throw new RestError(
      400,
      'PGRST127',
      'Feature not implemented',
      'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    );
  }
  const label = quote(embed.joinLabel);
  const rows = embedSql(context, embed, parent, false);
  const type = isAggregating(parent) ? '::jsonb' : '';
  const names = rows.outputs.map((output) => quote(output.name));
  const arrays = names.map((name) => `json_agg(${label}.${name})${type} as ${name}`);
  const having = embed.isInner ? ' having count(*) > 0' : '';
  const subquery = `select ${arrays.join(', ')} from (${rows.sql}) as ${label}${having}`;
  return {
    sql: lateral(embed, subquery, true),
    outputs: () =>
      rows.outputs.map((output) => ({
        name: output.name,
        sql: `coalesce(${label}.${quote(output.name)}, '[]')`,
        isAggregated: false,
      })),
  };
}

function embedSql(
  context: ReadContext,
  embed: EmbedNode,
  parent: ReadNode,
  isSpread: boolean,
): { readonly sql: string; readonly outputs: readonly Output[] } {
  const joins = embed.embeds.map((child) => joinSql(context, child, embed));
  const outputs = outputsOf(context, embed, joins, isSpread);
  const conditions = [
    ...embed.conditions.map((condition) => conditionSql(embed, condition, context.parameters)),
    ...joinConditions(embed, parent),
  ];
  const sql = selectSql(context, embed, {
    outputs,
    from: fromSql(embed, parent) + joins.map((join) => join.sql).join(''),
    conditions,
    page: embedPage(context, embed),
  });
  return { sql, outputs };
}

export function fromSql(embed: EmbedNode, parent: ReadNode): string {
  const { relationship, label } = embed;
  if (relationship.kind === 'computed') {
    const name = qualified(relationship.functionSchema, relationship.functionName);
    return `${name}(${rowOf(parent.source, parent.label)}) as ${quote(label)}`;
  }
  const { foreign } = relationship;
  const target = `${qualified(foreign.schema, foreign.name)} as ${quote(label)}`;
  if (relationship.kind !== 'many-to-many') return target;
  const junction = relationship.junction.table;
  // A cross join, so that the lateral joins that follow see both.
  return `${target} cross join ${qualified(junction.schema, junction.name)} as ${quote(junctionLabel(embed))}`;
}

const junctionLabel = (embed: EmbedNode) => `${embed.joinLabel}_junction`;

export function joinConditions(embed: EmbedNode, parent: ReadNode): string[] {
  const relationship: Relationship = embed.relationship;
  const own = quote(embed.label);
  const outer = quote(parent.label);
  if (relationship.kind === 'computed') return [];
  if (relationship.kind !== 'many-to-many') {
    return relationship.columns.map(
      ([column, foreign]) => `${own}.${quote(foreign)} = ${outer}.${quote(column)}`,
    );
  }
  const junction = quote(junctionLabel(embed));
  const { sourceColumns, targetColumns } = relationship.junction;
  return [
    ...targetColumns.map(
      ([column, inner]) => `${junction}.${quote(inner)} = ${own}.${quote(column)}`,
    ),
    ...sourceColumns.map(
      ([column, inner]) => `${junction}.${quote(inner)} = ${outer}.${quote(column)}`,
    ),
  ];
}

function embedPage(context: ReadContext, embed: EmbedNode): string {
  const { parameters, maxRows } = context;
  const limit =
    embed.limit === undefined
      ? `${maxRows}`
      : parameters.add({ kind: 'limit', slot: embed.limit.slot, most: maxRows });
  const isBounded = embed.limit !== undefined || !isToOne(embed.relationship);
  const offset =
    embed.offset === undefined
      ? ''
      : ` offset ${parameters.add({ kind: 'offset', slot: embed.offset.slot })}`;
  return `${isBounded ? ` limit ${limit}` : ''}${offset}`;
}

export function orderSql(
  context: ReadContext,
  node: ReadNode,
  terms: readonly OrderTerm[],
): string {
  if (terms.length === 0) return '';
  return ` order by ${terms.map((term) => orderTermSql(context, node, term)).join(', ')}`;
}

function orderTermSql(context: ReadContext, node: ReadNode, term: OrderTerm): string {
  const sql =
    term.relation === undefined
      ? fieldSql(node, term.field, context.parameters).sql
      : relatedOrderSql(context, node, term.relation, term);
  const direction = term.direction === undefined ? '' : ` ${term.direction}`;
  return `${sql}${direction}${term.nulls === undefined ? '' : ` nulls ${term.nulls}`}`;
}

/** By a column of an embedded resource, which must be selected there and be one row at most. */
function relatedOrderSql(
  context: ReadContext,
  node: ReadNode,
  relation: string,
  { field }: OrderTerm,
): string {
  const embed = node.embeds.find((one) => one.name === relation);
  if (embed === undefined) throw notEmbedded(relation);
  if (!isToOne(embed.relationship)) {
    throw new RestError(
      400,
      'PGRST118',
      `A related order on '${relation}' is not possible`,
      `'${node.source.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    );
  }
  const isSelected = embed.fields.some(
    (item) => item.field.name === '*' || (item.alias ?? item.field.name) === field.name,
  );
  if (!isSelected) throw undefinedColumn(embed.joinLabel, field.name, null);
  requireColumn(
    embed,
    embed.fields.find((item) => item.alias === field.name)?.field.name ?? field.name,
  );
  const column = `${quote(embed.joinLabel)}.${quote(field.name)}`;
  return field.path.length === 0
    ? column
    : `to_jsonb(${column})${jsonPathSql(field.path, context.parameters)}`;
}
