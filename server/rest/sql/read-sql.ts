import { isToOne } from '../catalog/catalog.ts';
import type { EmbedNode, ReadNode } from '../query/read-tree.ts';
import { RestError } from '../rest-error.ts';
import { conditionSql } from './condition-sql.ts';
import { castSql } from './field-sql.ts';
import { orderSql } from './order-sql.ts';
import {
  isAggregating,
  type Output,
  type OutputForm,
  outputsOf,
  type ReadContext,
} from './output-sql.ts';
import { fromSql, joinConditions } from './relation-sql.ts';
import { quote } from './sql-text.ts';

/** A statement that gives a resource's rows, and the names of its columns in order. */
export interface ReadSql {
  readonly sql: string;
  readonly names: readonly string[];
}

/**
 * `from` is where the root's rows come from and `page` its limit and offset; embedded resources find
 * both themselves.
 */
export function readSql(
  context: ReadContext,
  node: ReadNode,
  from: string,
  page: string,
  form: OutputForm = 'row',
): ReadSql {
  const joins = node.embeds.map((embed) => joinSql(context, embed, node));
  const outputs = outputsOf(context, node, joinedOutputs(joins, form), form);
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
  const list = outputs.map(({ sql, name, innerName = name }) =>
    name === '*' || sql.endsWith(`.${quote(innerName)}`) ? sql : `${sql} as ${quote(innerName)}`,
  );
  const where = parts.conditions.length === 0 ? '' : ` where ${parts.conditions.join(' and ')}`;
  const order = orderSql(context.parameters, node, node.orders);
  return `select ${list.join(', ')} from ${parts.from}${where}${groupSql(outputs)}${order}${parts.page}`;
}

/** Grouping by position: a name could mean a column of the table as well as one of the result. */
function groupSql(outputs: readonly Output[]): string {
  if (!outputs.some((output) => output.isAggregated)) return '';
  const positions = outputs.flatMap((output, index) => (output.isAggregated ? [] : [index + 1]));
  return positions.length === 0 ? '' : ` group by ${positions.join(', ')}`;
}

const joinedOutputs = (joins: readonly JoinSql[], form: OutputForm) =>
  joins.flatMap((join) => join.outputs(form));

interface JoinSql {
  readonly sql: string;
  /** What the parent's result gets from this embedded resource. */
  outputs(parentForm: OutputForm): Output[];
}

function joinSql(context: ReadContext, embed: EmbedNode, parent: ReadNode): JoinSql {
  return embed.isSpread ? spreadJoin(context, embed, parent) : nestedJoin(context, embed, parent);
}

function nestedJoin(context: ReadContext, embed: EmbedNode, parent: ReadNode): JoinSql {
  const label = quote(embed.joinLabel);
  const rows = embedSql(context, embed, parent, 'row');
  // Grouping compares values, and json has no equality.
  const type = isAggregating(parent) ? '::jsonb' : '';
  const one = isToOne(embed.relationship);
  const subquery = one
    ? rows.sql
    : `select ${measured(`json_agg(${label})`)}${type} as ${label} from (${rows.sql}) as ${label}`;
  const value = one ? `row_to_json(${label}.*)${type}` : `coalesce(${label}.${label}, '[]')`;
  const outputs = hasOutput(embed) ? [{ name: embed.name, sql: value, isAggregated: false }] : [];
  return { sql: lateral(embed, subquery, one), outputs: () => outputs };
}

/** Adds up what embedded rows weigh and ends the statement before it is too much for an answer. */
const measured = (sql: string) => `platform_api.measured(${sql})`;

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
  const rows = embedSql(context, embed, parent, 'spread');
  return {
    sql: lateral(embed, rows.sql, true),
    outputs: (parentForm) =>
      rows.outputs.map((output) => {
        const { aggregate, name, innerName = name } = output;
        const sql = `${label}.${quote(innerName)}`;
        if (aggregate === undefined) return { name, sql, isAggregated: false };
        return parentForm === 'spread'
          ? { name, innerName, sql, aggregate, isAggregated: false }
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
  const rows = embedSql(context, embed, parent, 'columns');
  const type = isAggregating(parent) ? '::jsonb' : '';
  const names = rows.outputs.map((output) => quote(output.name));
  const arrays = names.map((name) => `${measured(`json_agg(${label}.${name})`)}${type} as ${name}`);
  // No row where there is none to spread: an inner join and `is.null` ask for that.
  const subquery = `select ${arrays.join(', ')} from (${rows.sql}) as ${label} having count(*) > 0`;
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
  form: OutputForm,
): { readonly sql: string; readonly outputs: readonly Output[] } {
  const joins = embed.embeds.map((child) => joinSql(context, child, embed));
  const outputs = outputsOf(context, embed, joinedOutputs(joins, form), form);
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
