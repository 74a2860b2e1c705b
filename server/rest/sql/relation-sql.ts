import type { Relationship } from '../catalog/catalog.ts';
import type { EmbedNode, ReadNode } from '../query/read-tree.ts';
import { rowOf } from './field-sql.ts';
import { qualified, quote } from './sql-text.ts';

/** Where an embedded resource's rows come from: its table, with a junction, or a function of the parent. */
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
