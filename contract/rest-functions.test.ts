import { describe, expect, inject, test } from 'vitest';
import { anonymous, get, post, send } from './rest-client.ts';

const db = anonymous();

test('a function may have a time limit of its own', async () => {
  const { error } = await db.rpc('wait_briefly', { seconds: 3 });
  expect(error?.code).toBe('57014');
  expect((await db.rpc('wait_briefly', { seconds: 0 })).error).toBeNull();
});

describe('arguments', () => {
  test('by name, with defaults, by POST and GET', async () => {
    expect((await db.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await db.rpc('add', { a: 1 })).data).toBe(11);
    expect((await db.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
  });

  test('variadic', async () => {
    expect((await db.rpc('join_words', { words: ['a', 'b'] })).data).toBe('a-b');
    expect((await get('rpc/join_words?words=a&words=b,c')).json).toBe('a-b,c');
  });

  test('arrays and rows, as JSON', async () => {
    expect((await db.rpc('sum_all', { numbers: [1, 2, 3] })).data).toBe(6);
    expect((await db.rpc('sum_all', { numbers: [4, 5] }, { get: true })).data).toBe(9);
    const book = { id: 1, author_id: 2, title: 'x' };
    expect((await db.rpc('author_of', { book })).data).toBe('Bo');
  });

  test('one unnamed argument takes the whole body', async () => {
    expect((await post('rpc/echo_json', { a: [1, { b: null }] })).text).toBe(
      '{"a":[1,{"b":null}]}',
    );
    const text = await send('POST', 'rpc/echo_text', {
      headers: { 'content-type': 'text/plain' },
      body: 'just words',
    });
    expect(text.json).toBe('just words');
    const bytes = await send('POST', 'rpc/count_bytes', {
      headers: { 'content-type': 'application/octet-stream' },
      body: '\x00\x01\x02',
    });
    expect(bytes.json).toBe(3);
  });

  test('digits survive', async () => {
    const { json } = await send('POST', 'rpc/digits_of', {
      headers: { 'content-type': 'application/json' },
      body: '{"payload":{"number":12345678901234567890.123456789}}',
    });
    expect(json).toBe('12345678901234567890.123456789');
  });

  test('overloads by their names', async () => {
    expect((await db.rpc('overloaded')).data).toBe('none');
    expect((await db.rpc('overloaded', { a: 1 })).data).toBe('number');
    expect((await db.rpc('overloaded', { a: 1, b: 2 })).data).toBe('two numbers');
  });
});

describe('results', () => {
  test('scalars, sets of scalars, nothing', async () => {
    expect((await db.rpc('page_counts')).data).toEqual([120, 300]);
    const nothing = await db.rpc('do_nothing');
    expect([nothing.status, nothing.data, nothing.error]).toEqual([204, null, null]);
  });

  test('one row is an object', async () => {
    const { data } = await db.rpc('first_author').select('id,name');
    expect(data).toEqual({ id: 1, name: 'Ada' });
    expect((await db.rpc('first_author').select('id').eq('name', 'nobody')).data).toBeNull();
  });

  test('rows take the whole grammar of reading', async () => {
    const { data, count } = await db
      .rpc('find_books', { title_part: 'n' }, { count: 'exact' })
      .select('title,title_length,genres(name)')
      .lt('id', 1000)
      .neq('state', 'withdrawn')
      .order('pages', { ascending: false, nullsFirst: false })
      .limit(1);
    expect(data).toEqual([{ title: 'Engines', title_length: 7, genres: [{ name: 'science' }] }]);
    expect(count).toBe(3);
  });

  test('a table of its own columns', async () => {
    expect((await db.rpc('book_summary', { book_id: 1 })).data).toEqual([
      { title: 'Notes', page_count: 120 },
    ]);
    expect(
      (await db.rpc('book_summary', { book_id: 1 }).select('pages:page_count').single()).data,
    ).toEqual({ pages: 120 });
  });

  test('HEAD with a count', async () => {
    const { status, count, data } = await db.rpc(
      'find_books',
      { title_part: 'Notes' },
      { head: true, count: 'exact' },
    );
    expect([status, count, data]).toEqual([200, 1, null]);
  });

  test('a function sets status and headers of its answer', async () => {
    const { status, headers, json } = await post('rpc/with_headers', {});
    expect([status, headers.get('x-shelf'), json]).toEqual([202, 'third', 'done']);
  });

  test('it may set several cookies, and reads the path behind the gateway', async () => {
    const { headers } = await post('rpc/with_cookies', {});
    expect(headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect(headers.get('x-path')).toBe('/rpc/with_cookies');
  });

  test('columns pick from the body what is given to a function', async () => {
    const { json } = await post('rpc/add?columns=a', { a: 1, b: 2, c: 3 });
    expect(json).toBe(11);
  });

  test('a domain named like a media type is the whole answer', async () => {
    const { anonKey } = inject('rest');
    const path = 'rpc/shelf_calendar?owner=Ada "the first"';
    for (const accept of ['*/*', 'text/calendar', 'text/*', 'text/calendar, */*;q=0.1']) {
      const { status, headers, text } = await get(path, { accept });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(text).toBe('BEGIN:VCALENDAR\r\nAda "the first"\r\n');
    }
    // A calendar program sends no headers of ours: the key stands in the address.
    const { status } = await send('GET', `${path}&apikey=${anonKey}`, { key: '' });
    expect(status).toBe(200);
    expect((await get(path, { accept: 'application/json' })).json).toContain('Ada');
    expect((await get(path, { accept: 'image/png' })).status).toBe(406);
    expect((await get('rpc/whoami', { accept: 'text/calendar' })).status).toBe(406);
  });

  test('and knows who asks and how', async () => {
    expect((await get('rpc/whoami')).json).toBe('anon GET');
    expect((await post('rpc/whoami', {})).json).toBe('anon POST');
  });
});

describe('writing', () => {
  test('only by POST', async () => {
    const { status, json } = await get('rpc/rename_books?old_title=zzz&new_title=x');
    expect([status, json.code]).toEqual([405, '25006']);
    expect((await send('DELETE', 'rpc/add')).json.code).toBe('PGRST101');
  });

  test('at most so many rows', async () => {
    const call = (title: string) =>
      db.rpc('rename_books', { old_title: title, new_title: 'R' }).rollback().maxAffected(1);
    expect((await call('Notes')).data).toHaveLength(1);
    const refused = await call('%');
    expect([refused.status, refused.error?.code]).toEqual([400, 'PGRST124']);
    const scalar = await db.rpc('add', { a: 1 }).maxAffected(1);
    expect(scalar.error?.code).toBe('PGRST128');
  });
});

describe('what cannot be called', () => {
  test('no such function, with the nearest name', async () => {
    const { status, error } = await db.rpc('find_book', { title_part: 'x' });
    expect(status).toBe(404);
    expect(error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.find_book(title_part) in the schema cache',
      details:
        'Searched for the function public.find_book with parameter title_part or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.find_books',
    });
  });

  test('no such arguments', async () => {
    const { error } = await db.rpc('add', { c: 1, d: 2 });
    expect(error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.add(c, d) in the schema cache',
    });
    const none = await get('rpc/find_books');
    expect(none.json.message).toBe(
      'Could not find the function public.find_books without parameters in the schema cache',
    );
  });

  test('overloads that cannot be told apart', async () => {
    const { status, error } = await db.rpc('ambiguous', { a: 1 });
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.ambiguous(a => integer), public.ambiguous(a => text)',
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  });
});
