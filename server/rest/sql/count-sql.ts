import type { EmbedNode, ReadNode } from '../query/read-tree.ts';
import { conditionSql, type EmbedTest } from './condition-sql.ts';
import { fromSql, joinConditions } from './relation-sql.ts';
import type { Parameters } from './sql-text.ts';

/**
 * The root's rows without columns, order or limit, for counting. What an inner join would leave out
 * is left out by asking whether a match exists: joining would count a row once for every match.
 */
export function countRowsSql(node: ReadNode, from: string, parameters: Parameters): string {
  return rowsSql(node, from, [], parameters);
}

function rowsSql(
  node: ReadNode,
  from: string,
  joins: readonly string[],
  parameters: Parameters,
): string {
  const existsTest: EmbedTest = (embed, exists) =>
    `${exists ? '' : 'not '}${existsSql(embed, node, parameters)}`;
  const conditions = [
    ...node.conditions.map((condition) => conditionSql(node, condition, parameters, existsTest)),
    ...joins,
    ...node.embeds
      .filter(({ isInner }) => isInner)
      .map((embed) => existsSql(embed, node, parameters)),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select from ${from}${where}`;
}

function existsSql(embed: EmbedNode, parent: ReadNode, parameters: Parameters): string {
  const rows = rowsSql(embed, fromSql(embed, parent), joinConditions(embed, parent), parameters);
  return `exists (${rows})`;
}
