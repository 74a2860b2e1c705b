import { describe, expect, test } from 'vitest';
import { anonymous, get, post, send, service } from './rest-client.ts';

const db = anonymous();

describe('names that do not exist', () => {
  test('a table, with the nearest one', async () => {
    const { status, error } = await db.from('bookz').select();
    expect(status).toBe(404);
    expect(error).toMatchObject({
      code: 'PGRST205',
      message: "Could not find the table 'public.bookz' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.books'",
    });
  });

  test('system tables and other schemas are no tables', async () => {
    for (const name of ['pg_class', 'users', 'schema_migrations', 'papers']) {
      expect((await get(name)).json.code).toBe('PGRST205');
    }
  });

  test('a column to read, with PostgreSQL’s own hint', async () => {
    const { status, error } = await db.from('books').select('titel');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: '42703',
      message: 'column books.titel does not exist',
      details: null,
      hint: 'Perhaps you meant to reference the column "books.title".',
    });
    expect((await get('books?zzzzzz=eq.1')).json).toMatchObject({ code: '42703', hint: null });
    expect((await get('books?order=zzzzzz')).json.code).toBe('42703');
    expect((await get('authors?select=books!books_author_fkey(nope)')).json.message).toBe(
      'column books_1.nope does not exist',
    );
  });

  test('a column to write', async () => {
    const { error } = await db.from('books').insert({ author_id: 1, titel: 'x' });
    expect(error).toMatchObject({
      code: 'PGRST204',
      message: "Could not find the 'titel' column of 'books' in the schema cache",
    });
    expect((await post('books?on_conflict=nope', { title: 'x' })).json).toMatchObject({
      code: '42703',
      message: 'column "nope" does not exist',
    });
  });

  test('a type', async () => {
    expect((await get('books?select=title::nope')).json).toMatchObject({
      code: '42704',
      message: 'type "nope" does not exist',
    });
  });

  test('a path', async () => {
    const { status, json } = await get('books/1/pages');
    expect([status, json.code]).toEqual([404, 'PGRST125']);
  });
});

describe('what PostgreSQL refuses', () => {
  test.each([
    [{ author_id: 1, title: 'Notes' }, 409, '23505', /duplicate key value/],
    [{ author_id: 99, title: 'x' }, 409, '23503', /violates foreign key constraint/],
    [{ author_id: 1 }, 400, '23502', /null value in column "title"/],
    [{ author_id: 1, title: '' }, 400, '23514', /violates check constraint/],
    [{ author_id: 'x', title: 'y' }, 400, '22P02', /invalid input syntax for type bigint/],
    [{ author_id: 1, title: 'y', state: 'lost' }, 400, '22P02', /invalid input value for enum/],
  ])('%j is %d %s', async (row, status, code, message) => {
    const answer = await db.from('books').insert(row as never);
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('a value of the wrong type in a filter', async () => {
    const { status, error } = await db.from('books').select().eq('id', 'one');
    expect([status, error?.code]).toEqual([400, '22P02']);
  });

  test('an operator the type does not have', async () => {
    const { status, json } = await get('books?id=like.1');
    expect([status, json.code]).toEqual([404, '42883']);
  });
});

describe('what the database raises', () => {
  const fail = (code: string, words: string, detail?: string, hint?: string) =>
    db.rpc('fail', { code, words, ...(detail ? { detail } : {}), ...(hint ? { hint } : {}) });

  test('keeps its four fields', async () => {
    const { status, error } = await fail(
      'P0001',
      'The week is closed',
      '{"week":7}',
      'week_closed',
    );
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'P0001',
      message: 'The week is closed',
      details: '{"week":7}',
      hint: 'week_closed',
    });
  });

  test.each([
    ['42501', 401],
    ['23503', 409],
    ['40001', 500],
    ['53300', 503],
    ['57014', 500],
    ['22012', 400],
    ['PT402', 402],
    ['PT409', 409],
    ['XX000', 500],
  ])('%s is %d', async (code, status) => {
    expect((await fail(code, 'no')).status).toBe(status);
  });

  test('forbidden is 403 for whoever is known', async () => {
    const { status } = await service().rpc('fail', { code: '42501', words: 'no' });
    expect(status).toBe(403);
  });

  test('an answer of its own', async () => {
    const { status, headers, json } = await post('rpc/answer_myself', {});
    expect(status).toBe(418);
    expect(headers.get('x-spout')).toBe('left');
    expect(json).toEqual({
      code: 'TEAPOT',
      message: 'short and stout',
      details: 'tip me over',
      hint: 'pour',
    });
  });
});

describe('what cannot be read', () => {
  test.each([
    ['books?id=noop.1', 'failed to parse filter (noop.1)'],
    ['books?select=id,authors(', 'failed to parse select parameter'],
    ['books?order=id.upwards', 'failed to parse order (id.upwards)'],
    ['books?or=(id.eq.1', 'failed to parse logic tree ((id.eq.1)'],
    ['books?id=in.1', 'failed to parse filter'],
    ['books?id=is.maybe', 'failed to parse filter (is.maybe)'],
  ])('%s', async (path, message) => {
    const { status, json } = await get(path);
    expect([status, json.code]).toEqual([400, 'PGRST100']);
    expect(json.message).toContain(message);
  });

  test('bodies', async () => {
    const body = (text: string) =>
      send('POST', 'books', { headers: { 'content-type': 'application/json' }, body: text });
    expect((await body('{"a":')).json).toMatchObject({
      code: 'PGRST102',
      message: 'Empty or invalid json',
    });
    expect((await body('[{"title":"a"},{"pages":1}]')).json.message).toBe(
      'All object keys must match',
    );
    expect((await body('5')).status).toBe(400);
  });

  test('methods', async () => {
    const { status } = await send('PROPFIND', 'books').catch(() => ({ status: 405 }));
    expect([404, 405]).toContain(status);
    expect((await get('books', { range: '5-2' })).status).toBe(416);
  });

  test('more than one request may ask for', async () => {
    const deep = `${'authors('.repeat(40)}id${')'.repeat(40)}`;
    const wide = Array.from({ length: 500 }, (_, index) => `id.eq.${index}`).join();
    for (const query of [`select=${deep}`, `or=(${wide})`]) {
      const { status, json } = await get(`books?${query}`);
      expect([status, json.code]).toEqual([400, 'PGRST100']);
      expect(json.message).toContain('Too many');
    }
  });
});
