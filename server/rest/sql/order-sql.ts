import { isToOne } from '../catalog/catalog.ts';
import type { ReadNode } from '../query/read-tree.ts';
import type { OrderTerm } from '../request/ast.ts';
import { notEmbedded, RestError, undefinedColumn } from '../rest-error.ts';
import { fieldSql, jsonPathSql, requireColumn } from './field-sql.ts';
import { type Parameters, quote } from './sql-text.ts';

export function orderSql(
  parameters: Parameters,
  node: ReadNode,
  terms: readonly OrderTerm[],
): string {
  if (terms.length === 0) return '';
  return ` order by ${terms.map((term) => orderTermSql(parameters, node, term)).join(', ')}`;
}

function orderTermSql(parameters: Parameters, node: ReadNode, term: OrderTerm): string {
  const sql =
    term.relation === undefined
      ? fieldSql(node, term.field, parameters).sql
      : relatedOrderSql(parameters, node, term.relation, term);
  const direction = term.direction === undefined ? '' : ` ${term.direction}`;
  return `${sql}${direction}${term.nulls === undefined ? '' : ` nulls ${term.nulls}`}`;
}

/** By a column of an embedded resource, which must be selected there and be one row at most. */
function relatedOrderSql(
  parameters: Parameters,
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
    : `to_jsonb(${column})${jsonPathSql(field.path, parameters)}`;
}
