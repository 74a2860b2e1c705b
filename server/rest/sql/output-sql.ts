import { type Catalog, isToOne } from '../catalog/catalog.ts';
import type { EmbedNode, ReadNode } from '../query/read-tree.ts';
import type { Aggregate, SelectField } from '../request/ast.ts';
import { castSql, fieldSql } from './field-sql.ts';
import { type Parameters, quote } from './sql-text.ts';

/** One column of a resource's result. */
export interface Output {
  readonly name: string;
  /** What it is called until the parent has aggregated it: several may be a `sum`. */
  readonly innerName?: string;
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

/**
 * `row`: the columns stay together. `columns`: each is used by its name. `spread`: so too, and what
 * is to be aggregated is left to the parent.
 */
export type OutputForm = 'row' | 'columns' | 'spread';

/** Whether rows of this resource are put together into groups. */
export const isAggregating = (node: ReadNode): boolean =>
  node.fields.some((field) => field.aggregate !== undefined) ||
  node.embeds.some(
    (embed) => embed.isSpread && isToOne(embed.relationship) && isAggregating(embed),
  );

/** What a resource's own fields give; joined resources add theirs. */
export function outputsOf(
  context: ReadContext,
  node: ReadNode,
  joined: readonly Output[],
  form: OutputForm,
): Output[] {
  const outputs = [
    ...node.fields.flatMap((field) => fieldOutputs(context, node, field, form)),
    ...joined,
  ];
  // `select=` means every column; `...films()` none, with only empty embeds rows without columns.
  const isEmpty = outputs.length === 0 && node.fields.length === 0 && node.embeds.length === 0;
  return isEmpty && !isSpread(node) ? starOutputs(node, form) : outputs;
}

const isSpread = (node: ReadNode | EmbedNode) => 'isSpread' in node && node.isSpread;

/** Left to PostgreSQL where it can be: a column added a moment ago is then there too. */
function starOutputs(node: ReadNode, form: OutputForm): Output[] {
  if (form === 'row' && !isAggregating(node)) {
    return [{ name: '*', sql: `${quote(node.label)}.*`, isAggregated: false }];
  }
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
  form: OutputForm,
): Output[] {
  const { field, aggregate } = item;
  if (field.name === '*') {
    if (aggregate === undefined) return starOutputs(node, form);
    const name = item.alias ?? 'count';
    // Spread, the count is taken by the parent, which needs something of each row to count.
    return form === 'spread'
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
  if (form === 'spread') {
    return [
      {
        name: item.alias ?? aggregate,
        innerName: item.alias ?? `${field.name}_${aggregate}`,
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
