import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anonymous, get, post, send } from './rest-client.ts';

const db = anonymous();
const unique = () => `Title ${randomUUID()}`;
const json = { 'content-type': 'application/json' };

describe('one row or none', () => {
  const object = { accept: 'application/vnd.pgrst.object+json', prefer: 'tx=commit' };
  const titles = (prefix: string) => [`${prefix} a`, `${prefix} b`];
  const stored = async (prefix: string) =>
    (await db.from('books').select('title').like('title', `${prefix}%`).order('title')).data?.map(
      ({ title }) => title,
    );
  const shelved = async () => {
    const prefix = unique();
    await db.from('books').insert(titles(prefix).map((title) => ({ author_id: 1002, title })));
    return prefix;
  };
  const refused = (count: number) => ({
    status: 406,
    json: { code: 'PGRST116', details: `The result contains ${count} rows` },
  });

  test('a write of two rows is refused and undone, though nothing was to come back', async () => {
    const prefix = await shelved();
    const like = `books?title=like.${encodeURIComponent(`${prefix}*`)}`;
    expect(await send('DELETE', like, { headers: object })).toMatchObject(refused(2));
    expect(
      await send('PATCH', like, { headers: { ...object, ...json }, body: '{"pages":7}' }),
    ).toMatchObject(refused(2));
    const again = unique();
    const rows = titles(again).map((title) => ({ author_id: 1002, title }));
    expect(await post('books', rows, object)).toMatchObject(refused(2));
    expect([await stored(prefix), await stored(again)]).toEqual([titles(prefix), []]);
    expect(
      (await db.from('books').select('id').like('title', `${prefix}%`).eq('pages', 7)).data,
    ).toEqual([]);
  });

  test('a list of which something is no row, and a merge of none', async () => {
    expect((await post('books', [{ title: 'a' }, 123])).json).toMatchObject({
      code: 'PGRST102',
      message: 'All object keys must match',
    });
    const merged = await post('books', [], { prefer: 'resolution=merge-duplicates' });
    expect(merged.status).toBe(200);
  });

  test('a write of no row too; one row is written', async () => {
    const prefix = await shelved();
    const headers = { ...object, ...json };
    expect(await post('books', [], object)).toMatchObject(refused(0));
    expect(await send('PATCH', 'books?id=eq.-1', { headers, body: '{"pages":7}' })).toMatchObject(
      refused(0),
    );
    const [first = '', second] = titles(prefix);
    const one = `books?title=eq.${encodeURIComponent(first)}`;
    expect(await send('DELETE', one, { headers: object })).toMatchObject({ status: 204, text: '' });
    expect(await stored(prefix)).toEqual([second]);
  });
});

describe('insert', () => {
  test('one row, returning what is asked for', async () => {
    const title = unique();
    const { data, status } = await db
      .from('books')
      .insert({ author_id: 1001, title })
      .select('title,state,authors!books_author_fkey(name)')
      .single();
    expect(status).toBe(201);
    expect(data).toEqual({ title, state: 'draft', authors: { name: 'Xi' } });
  });

  test('nothing comes back unless asked for', async () => {
    const { data, error, status } = await db
      .from('books')
      .insert({ author_id: 1001, title: unique() });
    expect([data, error, status]).toEqual([null, null, 201]);
  });

  test('many rows, counted', async () => {
    const rows = [
      { author_id: 1001, title: unique() },
      { author_id: 1002, title: unique() },
    ];
    const { data, count } = await db.from('books').insert(rows, { count: 'exact' }).select('title');
    expect(data).toEqual(rows.map(({ title }) => ({ title })));
    expect(count).toBe(2);
  });

  test('rows of different keys: missing ones are null, or the default on request', async () => {
    const title = unique();
    const asNull = await db
      .from('books')
      .insert([
        { author_id: 1001, title, pages: 5 },
        { author_id: 1002, title, state: 'published' },
      ])
      .select();
    expect(asNull.error).toMatchObject({ code: '23502' });
    const asDefault = await db
      .from('books')
      .insert(
        [
          { author_id: 1001, title, pages: 5 },
          { author_id: 1002, title, state: 'published' },
        ],
        { defaultToNull: false },
      )
      .select('state,pages,copies::text');
    expect(asDefault.data).toEqual([
      { state: 'draft', pages: 5, copies: '9007199254740993' },
      { state: 'published', pages: null, copies: '9007199254740993' },
    ]);
  });

  test('an empty object makes a row of defaults', async () => {
    const { status, json: rows } = await post('plain', {}, { prefer: 'return=representation' });
    expect([status, rows]).toEqual([201, [{ value: null }]]);
    const none = await post('plain', [], { prefer: 'return=representation' });
    expect([none.status, none.json]).toEqual([201, []]);
  });

  test('as CSV', async () => {
    const [one, two] = [unique(), unique()];
    const { json: rows } = await send('POST', 'books?select=title,pages', {
      headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
      body: `author_id,title,pages\n1001,"${one}",7\n1002,${two},NULL`,
    });
    expect(rows).toEqual([
      { title: one, pages: 7 },
      { title: two, pages: null },
    ]);
    const uneven = await send('POST', 'books', {
      headers: { 'content-type': 'text/csv' },
      body: 'author_id,title\n1001',
    });
    expect(uneven.json.message).toBe('All lines must have same number of fields');
  });

  test('only the named columns are taken', async () => {
    const { json: rows } = await post(
      'books?columns=author_id,title&select=pages',
      { author_id: 1001, title: unique(), pages: 9, unknown: true },
      { prefer: 'return=representation' },
    );
    expect(rows).toEqual([{ pages: null }]);
  });

  test('Location of the new row', async () => {
    const { status, headers, text } = await post(
      'books',
      { id: 2001, author_id: 1001, title: unique() },
      { prefer: 'return=headers-only' },
    );
    expect([status, text, headers.get('location')]).toEqual([201, '', '/books?id=eq.2001']);
  });

  test('big integers arrive whole', async () => {
    const { text } = await send('POST', 'books?select=copies', {
      headers: { ...json, prefer: 'return=representation' },
      body: `{"author_id":1001,"title":"${unique()}","copies":9223372036854775807}`,
    });
    expect(text).toBe('[{"copies":9223372036854775807}]');
  });

  test('a single object of several rows is refused and undone', async () => {
    const title = unique();
    const { status, error } = await db
      .from('books')
      .insert([
        { author_id: 1001, title },
        { author_id: 1002, title },
      ])
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 2 rows',
    ]);
    expect((await db.from('books').select('id').eq('title', title)).data).toEqual([]);
  });
});

describe('upsert', () => {
  test('merges by the primary key or by other columns; 201 made, 200 changed', async () => {
    const id = 30_000 + Math.floor(Math.random() * 1e6);
    const made = await db
      .from('genres')
      .upsert({ id, name: `genre ${id}` })
      .select();
    expect([made.status, made.data]).toEqual([201, [{ id, name: `genre ${id}` }]]);
    const changed = await db
      .from('genres')
      .upsert({ id, name: `new ${id}` })
      .select();
    expect([changed.status, changed.data]).toEqual([200, [{ id, name: `new ${id}` }]]);
    const byName = await db
      .from('genres')
      .upsert({ id: id + 1, name: `new ${id}` }, { onConflict: 'name' })
      .select();
    expect(byName.data).toEqual([{ id: id + 1, name: `new ${id}` }]);
  });

  test('ignores what is there', async () => {
    const { data, status } = await db
      .from('genres')
      .upsert([{ id: 1, name: 'other' }], { ignoreDuplicates: true })
      .select();
    expect([data, status]).toEqual([[], 201]);
  });

  test('PUT makes or replaces the row of its address', async () => {
    const id = 40_000 + Math.floor(Math.random() * 1e6);
    const put = (body: unknown, query = `id=eq.${id}`) =>
      send('PUT', `genres?${query}`, {
        headers: { ...json, prefer: 'return=representation' },
        body: JSON.stringify(body),
      });
    expect((await put({ id, name: `a${id}` })).status).toBe(201);
    const replaced = await put({ id, name: `b${id}` });
    expect([replaced.status, replaced.json]).toEqual([200, [{ id, name: `b${id}` }]]);
    expect((await put({ id: id + 1, name: 'x' })).json.code).toBe('PGRST115');
    expect((await put({ id, name: 'x' }, 'name=eq.x')).json.code).toBe('PGRST105');
    expect((await put({ id, name: 'x' }, `id=eq.${id}&limit=1`)).json.code).toBe('PGRST114');
  });
});

describe('update and delete', () => {
  test('by filters, returning and counting', async () => {
    const title = unique();
    await db.from('books').insert([
      { author_id: 1001, title },
      { author_id: 1002, title },
    ]);
    const updated = await db
      .from('books')
      .update({ pages: 77 }, { count: 'exact' })
      .eq('title', title)
      .select('author_id,pages');
    expect([updated.status, updated.count]).toEqual([200, 2]);
    expect(updated.data).toEqual([
      { author_id: 1001, pages: 77 },
      { author_id: 1002, pages: 77 },
    ]);
    const deleted = await db.from('books').delete({ count: 'exact' }).eq('title', title);
    expect([deleted.status, deleted.count, deleted.data]).toEqual([204, 2, null]);
  });

  test('nothing matches', async () => {
    const updated = await db.from('books').update({ pages: 1 }).eq('id', -1).select();
    expect([updated.status, updated.data]).toEqual([200, []]);
    const silent = await db.from('books').update({ pages: 1 }).eq('id', -1);
    expect(silent.status).toBe(204);
    const empty = await db.from('books').update({}).eq('id', 1).select();
    expect([empty.status, empty.data]).toEqual([200, []]);
  });

  test('without a filter nothing is changed', async () => {
    const { status, error } = await db.from('genres').delete();
    expect([status, error?.code, error?.message]).toEqual([
      400,
      '21000',
      'DELETE requires a WHERE clause',
    ]);
  });

  test('only so many rows', async () => {
    const title = unique();
    await db.from('books').insert([
      { author_id: 1001, title },
      { author_id: 1002, title },
      { author_id: 1003, title },
    ]);
    const { json: rows } = await send(
      'DELETE',
      `books?title=eq.${encodeURIComponent(title)}&order=author_id.desc&limit=2&select=author_id`,
      { headers: { prefer: 'return=representation' } },
    );
    expect(rows.map((row: { author_id: number }) => row.author_id).sort()).toEqual([1002, 1003]);
    expect((await db.from('books').select('author_id').eq('title', title)).data).toEqual([
      { author_id: 1001 },
    ]);
  });

  test('at most so many, or none', async () => {
    const title = unique();
    await db.from('books').insert([
      { author_id: 1001, title },
      { author_id: 1002, title },
    ]);
    const refused = await db.from('books').update({ pages: 1 }).eq('title', title).maxAffected(1);
    expect([refused.status, refused.error?.code, refused.error?.details]).toEqual([
      400,
      'PGRST124',
      'The query affects 2 rows',
    ]);
    const left = await db.from('books').select('pages').eq('title', title);
    expect(left.data).toEqual([{ pages: null }, { pages: null }]);
    const allowed = await db
      .from('books')
      .delete()
      .eq('title', title)
      .maxAffected(2)
      .select('title');
    expect(allowed.data).toHaveLength(2);
  });
});

describe('preferences', () => {
  test('a transaction can be undone', async () => {
    const title = unique();
    const { status, headers } = await post(
      'books',
      { author_id: 1001, title },
      { prefer: 'tx=rollback,return=representation' },
    );
    expect(status).toBe(201);
    expect(headers.get('preference-applied')).toBe('return=representation, tx=rollback');
    expect((await db.from('books').select().eq('title', title)).data).toEqual([]);
  });

  test('unknown ones are refused when handled strictly', async () => {
    const { status, json: body } = await get('books', { prefer: 'handling=strict, foo=bar' });
    expect([status, body]).toEqual([
      400,
      {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: foo=bar',
        hint: null,
      },
    ]);
    expect((await get('genres', { prefer: 'handling=lenient, foo=bar' })).status).toBe(200);
  });

  test('the time zone of the answer', async () => {
    const { json: rows, headers } = await get('books?select=added_at&id=eq.1', {
      prefer: 'timezone=America/New_York',
    });
    expect(rows).toEqual([{ added_at: '2026-11-13T19:13:20.003346-05:00' }]);
    expect(headers.get('preference-applied')).toBe('timezone=America/New_York');
  });
});
