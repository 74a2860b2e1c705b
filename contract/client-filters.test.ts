import { expect, test } from 'vitest';
import { connect } from './integration-client.ts';

const client = connect();
const samples = () => client.from('samples').select('id').order('id');

type Query = ReturnType<typeof samples>;

/** Each filter of the client, and which of the three rows of contract/integration-project it leaves. */
const FILTERS: readonly (readonly [(query: Query) => Query, number[]])[] = [
  [(query) => query.eq('name', 'Elm Street'), [3]],
  [(query) => query.neq('id', 2), [1, 3]],
  [(query) => query.gt('id', 2), [3]],
  [(query) => query.gte('id', 2), [2, 3]],
  [(query) => query.lt('id', 2), [1]],
  [(query) => query.lte('id', 2), [1, 2]],
  [(query) => query.is('note', null), [1]],
  [(query) => query.isDistinct('note', 'North side'), [1, 3]],
  [(query) => query.in('id', [1, 3]), [1, 3]],
  [(query) => query.notIn('id', [1, 3]), [2]],
  [(query) => query.like('name', 'harbor%'), [2]],
  [(query) => query.ilike('name', 'harbor%'), [1, 2]],
  [(query) => query.likeAllOf('name', ['%Point%', 'Harbor%']), [1]],
  [(query) => query.likeAnyOf('name', ['Elm%', 'Harbor%']), [1, 3]],
  [(query) => query.ilikeAllOf('name', ['%VIEW', 'harbor%']), [2]],
  [(query) => query.ilikeAnyOf('name', ['elm%', '%view']), [2, 3]],
  [(query) => query.regexMatch('name', '^harbor'), [2]],
  [(query) => query.regexIMatch('name', '^harbor'), [1, 2]],
  [(query) => query.contains('tags', ['steel']), [1, 3]],
  [(query) => query.contains('places', { city: 'Denver' }), [1, 3]],
  [(query) => query.containedBy('tags', ['wood', 'crane']), [2]],
  [(query) => query.overlaps('tags', ['crane', 'wood']), [1, 2, 3]],
  [(query) => query.overlaps('days', '[4,6)'), [1, 2]],
  [(query) => query.rangeGt('days', '[1,5)'), [2, 3]],
  [(query) => query.rangeGte('days', '[5,9)'), [2, 3]],
  [(query) => query.rangeLt('days', '[20,30)'), [1, 2]],
  [(query) => query.rangeLte('days', '[5,9)'), [1, 2]],
  [(query) => query.rangeAdjacent('days', '[1,5)'), [2]],
  [(query) => query.textSearch('words', 'wall', { type: 'plain', config: 'english' }), [1, 3]],
  [(query) => query.textSearch('words', '"roof"', { type: 'websearch' }), [2]],
  [(query) => query.match({ id: 2, name: 'harbor view' }), [2]],
  [(query) => query.not('note', 'is', null), [2, 3]],
  [(query) => query.or('id.eq.1,name.eq.Elm Street'), [1, 3]],
  [(query) => query.filter('id', 'in', '(1,2)'), [1, 2]],
];

test.each(FILTERS)('%s', async (filter, ids) => {
  const { data, error } = await filter(samples());
  expect(error).toBeNull();
  expect(data?.map(({ id }) => id)).toEqual(ids);
});

test('what changes the request or its answer', async () => {
  const one = () => client.from('samples').select('*').eq('id', 1);
  expect((await one().stripNulls().single()).data).not.toHaveProperty('note');
  expect((await one().single()).data).toHaveProperty('note', null);
  expect((await one().overrideTypes<{ id: number }[]>()).data).toHaveLength(1);
  expect((await one().returns<{ id: number }[]>()).data).toHaveLength(1);
  expect((await one().retry(false)).error).toBeNull();
  expect((await one().setHeader('prefer', 'count=exact')).count).toBe(1);
  const ended = await one().abortSignal(AbortSignal.abort());
  expect(ended.error).not.toBeNull();
});
