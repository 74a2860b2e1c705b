import type { ComparisonOperator, FullTextOperator } from './ast.ts';

export const comparisonOperators: ReadonlySet<string> = new Set<ComparisonOperator>([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
]);

/** Those that `(any)` and `(all)` may follow. */
export const quantifiableOperators: ReadonlySet<string> = new Set<ComparisonOperator>([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
]);

export const fullTextOperators: ReadonlySet<string> = new Set<FullTextOperator>([
  'fts',
  'plfts',
  'phfts',
  'wfts',
]);
