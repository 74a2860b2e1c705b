import type { EmbedNode, ReadNode } from '../query/read-tree.ts';
import type { ComparisonOperator, Condition, Filter, Operation } from '../request/ast.ts';
import { RestError } from '../rest-error.ts';
import { type FieldOwner, fieldSql, resolveColumn } from './field-sql.ts';
import { type Parameters, quote } from './sql-text.ts';

const operators: Readonly<Record<ComparisonOperator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const fullTextFunctions = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

/** What a statement may filter on: a resource's own fields and whether embedded ones exist. */
export type ConditionOwner = FieldOwner & Pick<ReadNode, 'embeds'>;

/** How "this embedded resource is there" is written; counting statements have no join to ask. */
export type EmbedTest = (embed: EmbedNode, exists: boolean) => string;

const joinedEmbedTest: EmbedTest = (embed, exists) =>
  `${quote(embed.joinLabel)} is ${exists ? '' : 'not '}distinct from null`;

export function conditionSql(
  owner: ConditionOwner,
  condition: Condition,
  parameters: Parameters,
  embedTest: EmbedTest = joinedEmbedTest,
): string {
  if (condition.kind === 'filter') return filterSql(owner, condition, parameters, embedTest);
  const parts = condition.conditions.map((part) =>
    conditionSql(owner, part, parameters, embedTest),
  );
  return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.kind} `)})`;
}

function filterSql(
  owner: ConditionOwner,
  filter: Filter,
  parameters: Parameters,
  embedTest: EmbedTest,
): string {
  const embed = embedOf(owner, filter);
  if (embed !== undefined) {
    const isNull = filter.operation.kind === 'is' && filter.operation.value === 'null';
    return embedTest(embed, isNull === filter.negated);
  }
  const { sql, baseType } = fieldSql(owner, filter.field, parameters);
  const test = operationSql(sql, baseType, filter.operation, parameters);
  return filter.negated ? `not (${test})` : test;
}

/** `clients=not.is.null` asks about the embedded resource, not about a column. */
function embedOf(owner: ConditionOwner, { field, operation }: Filter): EmbedNode | undefined {
  if (field.path.length > 0 || owner.embeds.length === 0) return undefined;
  const embed = owner.embeds.find((one) => one.name === field.name);
  if (embed === undefined) return undefined;
  if (operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')) {
    return embed;
  }
  if (resolveColumn(owner, field.name) !== undefined) return undefined;
  throw new RestError(
    400,
    'PGRST120',
    `Bad operator on the '${field.name}' embedded resource`,
    'Only is null or not is null filters are allowed on embedded resources',
  );
}

function operationSql(
  sql: string,
  baseType: string,
  operation: Operation,
  parameters: Parameters,
): string {
  switch (operation.kind) {
    case 'is':
      return `${sql} is ${operation.value === 'not_null' ? 'not null' : operation.value}`;
    case 'in':
      return `${sql} = any (${parameters.value(operation.value, 'list')})`;
    case 'distinct':
      return `${sql} is distinct from ${parameters.value(operation.value, 'text')}`;
    case 'fullText': {
      const config =
        operation.language === undefined
          ? ''
          : `${parameters.fixed(operation.language)}::regconfig, `;
      const vector = baseType === 'tsvector' ? sql : `to_tsvector(${config}${sql})`;
      const query = fullTextFunctions[operation.operator];
      return `${vector} @@ ${query}(${config}${parameters.value(operation.value, 'text')})`;
    }
    case 'compare': {
      const { operator, quantifier } = operation;
      const isPattern = operator === 'like' || operator === 'ilike';
      const value = parameters.value(operation.value, isPattern ? 'pattern' : 'text');
      const operand = quantifier === undefined ? value : `${quantifier} (${value})`;
      return `${sql} ${operators[operator]} ${operand}`;
    }
  }
}
