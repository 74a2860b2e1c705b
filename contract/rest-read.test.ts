import { describe, expect, test } from 'vitest';
import { anonymous, get, send } from './rest-client.ts';

const db = anonymous();
const titles = (rows: { title: string }[] | null) => rows?.map((row) => row.title);

describe('columns', () => {
  test('all, some, renamed, cast and out of JSON', async () => {
    const { data } = await db
      .from('authors')
      .select(
        'name,alias:name,age:profile->age,code:profile->country->>code,rating::text,profile->langs->0',
      )
      .eq('id', 1)
      .single();
    expect(data).toEqual({
      name: 'Ada',
      alias: 'Ada',
      age: 36,
      code: 'GB',
      rating: '9.50',
      langs: 'en',
    });
  });

  test('values are written as PostgreSQL writes them', async () => {
    const { text } = await get('books?select=added_at,copies,shelf_years&id=eq.1');
    expect(text).toBe(
      '[{"added_at":"2026-11-14T00:13:20.003346+00:00","copies":9007199254740993,"shelf_years":"[1990,1995)"}]',
    );
  });

  test('quoted names', async () => {
    const { data } = await db.from('shelves').select('"label text"').eq('id', 1);
    expect(data).toEqual([{ 'label text': 'top' }]);
  });

  test('a function of the row is a column when named, and not otherwise', async () => {
    const { data } = await db.from('books').select('title,title_length').eq('id', 1);
    expect(data).toEqual([{ title: 'Notes', title_length: 5 }]);
    const all = await db.from('books').select().eq('id', 1).single();
    expect(all.data).not.toHaveProperty('title_length');
  });
});

describe('filters', () => {
  const ids = async (query: string) => {
    const { json } = await get(`books?select=id&order=id&id=lt.1000&${query}`);
    return json.map((row: { id: number }) => row.id);
  };

  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3]],
    ['id=gt.1', [2, 3]],
    ['id=gte.2', [2, 3]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['title=like.*ngi*', [2]],
    ['title=ilike.NOTES', [1]],
    ['title=match.^[NE]', [1, 2]],
    ['title=imatch.^n', [1]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['title=in.("Notes","Songs")', [1, 3]],
    ['pages=is.null', [3]],
    ['pages=is.not_null', [1, 2]],
    ['editor_id=isdistinct.2', [2, 3]],
    ['summary=fts(english).cats', [1, 3]],
    ['summary=plfts(english).cat reads', [1]],
    ['summary=phfts(english).fat cat', [1]],
    ['summary=wfts(english).cat -fat', [3]],
    ['title=fts(english).note', [1]],
    ['shelf_years=cs.[1991,1992)', [1]],
    ['shelf_years=cd.[1980,2000)', [1, 2]],
    ['shelf_years=ov.[1994,1996)', [1, 2]],
    ['shelf_years=sl.[1999,2000)', [1]],
    ['shelf_years=sr.[1990,1995)', [2, 3]],
    ['shelf_years=nxr.[1990,1996)', [1]],
    ['shelf_years=nxl.[1995,1996)', [2, 3]],
    ['shelf_years=adj.[1995,2000)', [1, 3]],
    ['id=not.eq.1', [2, 3]],
    ['id=not.in.(1,2)', [3]],
    ['state=eq.published', [1, 3]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['title=like(any).{N*,S*}', [1, 3]],
    ['title=ilike(all).{*o*,*n*}', [1, 3]],
    ['or=(id.eq.1,title.eq.Songs)', [1, 3]],
    ['or=(id.eq.2,and(state.eq.published,pages.is.null))', [2, 3]],
    ['not.or=(id.eq.1,id.eq.2)', [3]],
    ['and=(id.gt.1,or(pages.is.null,pages.gt.200))', [2, 3]],
    ['or=(title.in.("Notes","x,y"),id.not.lt.3)', [1, 3]],
    ['title_length=eq.5', [1, 3]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('words in a domain over a domain', async () => {
    expect((await get('pamphlets?select=id&words=fts(english).cat')).json).toEqual([{ id: 1 }]);
  });

  test('into arrays and JSON', async () => {
    const names = async (query: string) =>
      (await get(`authors?select=name&order=id&id=lt.1000&${query}`)).json.map(
        (row: { name: string }) => row.name,
      );
    expect(await names('tags=cs.{math}')).toEqual(['Ada']);
    expect(await names('tags=cd.{poetry,math,art}')).toEqual(['Ada', 'Bo']);
    expect(await names('tags=ov.{math,art}')).toEqual(['Ada']);
    expect(await names('profile->country->>code=eq.SE')).toEqual(['Bo']);
    expect(await names('profile=cs.{"age":36}')).toEqual(['Ada']);
    expect(await names('active=is.true')).toEqual(['Ada']);
    expect(await names('active=is.unknown')).toEqual(['Cy']);
    expect(await names('active=not.is.false')).toEqual(['Ada', 'Cy']);
  });
});

describe('order and page', () => {
  test('directions, nulls, JSON', async () => {
    const order = async (order: string) =>
      (await get(`authors?select=id&id=lt.1000&order=${order}`)).json.map(
        (row: { id: number }) => row.id,
      );
    expect(await order('name.desc')).toEqual([3, 2, 1]);
    expect(await order('rating.desc.nullslast')).toEqual([1, 2, 3]);
    expect(await order('rating.nullsfirst')).toEqual([3, 2, 1]);
    expect(await order('profile->country->>code.desc.nullslast,id')).toEqual([2, 1, 3]);
  });

  test('limit, offset and Range', async () => {
    const { data } = await db.from('books').select('title').lt('id', 1000).order('id').range(1, 1);
    expect(titles(data)).toEqual(['Engines']);
    const ranged = await get('books?select=id&order=id&id=lt.1000', { range: '1-1' });
    expect(ranged.json).toEqual([{ id: 2 }]);
    expect(ranged.headers.get('content-range')).toBe('1-1/*');
  });

  test('no answer has more rows than the project allows', async () => {
    const { data } = await db.rpc('page_counts').limit(1000);
    expect(data).toEqual([120, 300]);
    const { json } = await get('books?select=id&limit=100000');
    expect(json.length).toBeLessThanOrEqual(50);
  });
});

describe('counting', () => {
  test('exact, with the part that is shown', async () => {
    const all = await db.from('books').select('id', { count: 'exact' }).lt('id', 1000);
    expect([all.status, all.count]).toEqual([200, 3]);
    const part = await db.from('books').select('id', { count: 'exact' }).lt('id', 1000).limit(1);
    expect([part.status, part.count]).toEqual([206, 3]);
  });

  test('without the rows', async () => {
    const head = await db.from('books').select('*', { count: 'exact', head: true }).lt('id', 1000);
    expect([head.status, head.count, head.data]).toEqual([200, 3, null]);
    for (const accept of ['application/json', 'text/csv']) {
      const type = async (method: string) =>
        (await send(method, 'books?id=lt.1000', { headers: { accept } })).headers.get(
          'content-type',
        );
      expect(await type('HEAD')).toBe(await type('GET'));
    }
    const call = await send('HEAD', 'rpc/add?a=1');
    expect([call.headers.get('content-type'), call.text]).toEqual([
      'application/json; charset=utf-8',
      '',
    ]);
  });

  test('planned and estimated', async () => {
    const planned = await db.from('books').select('*', { count: 'planned', head: true });
    expect(planned.count).toEqual(expect.any(Number));
    const estimated = await db.from('books').select('*', { count: 'estimated' }).lt('id', 1000);
    expect([estimated.status, estimated.count]).toEqual([200, 3]);
  });

  test('behind the last row', async () => {
    const { status, headers, json } = await get('books?id=lt.1000&offset=90', {
      prefer: 'count=exact',
    });
    expect([status, headers.get('content-range')]).toEqual([416, '*/3']);
    expect(json).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 90 was requested, but there are only 3 rows.',
      hint: null,
    });
  });
});

describe('aggregates', () => {
  test('of all rows and by group', async () => {
    const { data } = await db
      .from('books')
      .select('pages.sum(),pages.avg(),least:pages.min(),pages.max(),count()')
      .lt('id', 1000);
    expect(data).toEqual([{ sum: 420, avg: 210, least: 120, max: 300, count: 3 }]);
    const groups = await db
      .from('books')
      .select('state,count()')
      .lt('id', 1000)
      .order('state' as never);
    expect(groups.data).toEqual([
      { state: 'draft', count: 1 },
      { state: 'published', count: 2 },
    ]);
  });

  test('cast before and after', async () => {
    const { data } = await db.from('books').select('pages::text.max()::text').lt('id', 1000);
    expect(data).toEqual([{ max: '300' }]);
  });
});

describe('representations', () => {
  test('one object, or an error that says how many there were', async () => {
    const one = await db.from('genres').select().eq('id', 1).single();
    expect(one.data).toEqual({ id: 1, name: 'science' });
    const many = await db.from('genres').select().lt('id', 1000).single();
    expect(many.status).toBe(406);
    expect(many.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 2 rows',
      hint: null,
    });
    const none = await db.from('genres').select().eq('id', 99).maybeSingle();
    expect([none.data, none.error]).toEqual([null, null]);
  });

  test('without nulls', async () => {
    const { json, headers } = await get('books?select=title,pages&id=eq.3', {
      accept: 'application/vnd.pgrst.array+json;nulls=stripped',
    });
    expect(json).toEqual([{ title: 'Songs' }]);
    expect(headers.get('content-type')).toContain('nulls=stripped');
  });

  test('CSV, JSON columns and embedded rows included', async () => {
    const { data } = await db
      .from('authors')
      .select('name,tags,profile,books!books_author_fkey(title)')
      .lt('id', 3)
      .order('id')
      .csv();
    expect(data).toBe(
      [
        'name,tags,profile,books',
        'Ada,"{math,poetry}","{""age"": 36, ""langs"": [""en"", ""fr""], ""country"": {""code"": ""GB""}}","[{""title"":""Notes""}, \n {""title"":""Engines""}]"',
        'Bo,{poetry},"{""country"": {""code"": ""SE""}}","[{""title"":""Songs""}]"',
      ].join('\n'),
    );
  });

  test('an unknown media type is refused', async () => {
    const { status, json } = await get('books', { accept: 'image/png' });
    expect([status, json.code]).toEqual([406, 'PGRST107']);
  });
});
