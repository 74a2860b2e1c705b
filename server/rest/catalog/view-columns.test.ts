import { expect, test } from 'vitest';
import { viewColumns } from './view-columns.ts';

test('a view’s columns lead to those they show, subqueries and names with braces aside', () => {
  const tree =
    '({QUERY :commandType 1 :rtable ({RANGETBLENTRY :eref {ALIAS :colnames ("a\\{b" "c")} :subquery {QUERY :targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname x :resorigtbl 99 :resorigcol 9 :resjunk false})}}) ' +
    ':targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname id :ressortgroupref 0 :resorigtbl 16385 :resorigcol 2 :resjunk false} ' +
    '{TARGETENTRY :expr {FUNCEXPR :args ({VAR :varno 1})} :resno 2 :resname a\\}b :resorigtbl 0 :resorigcol 0 :resjunk false} ' +
    '{TARGETENTRY :expr {VAR :varno 1} :resno 3 :resname z :resorigtbl 16390 :resorigcol 1 :resjunk false}) :override 0 :onConflict <>})';
  expect([...viewColumns(tree)]).toEqual([
    [1, { relation: 16385, column: 2 }],
    [3, { relation: 16390, column: 1 }],
  ]);
});
