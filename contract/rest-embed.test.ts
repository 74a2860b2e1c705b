import { describe, expect, test } from 'vitest';
import { anonymous, get } from './rest-client.ts';

const db = anonymous();
const rows = async (path: string) => (await get(path)).json;

describe('relationships', () => {
  test('to one, to many and through a junction, in any depth', async () => {
    const { data } = await db
      .from('books')
      .select('title,author:authors!books_author_fkey(name),genres(name),book_covers(color)')
      .eq('id', 1)
      .single();
    expect(data).toEqual({
      title: 'Notes',
      author: { name: 'Ada' },
      genres: [{ name: 'science' }, { name: 'poetry' }],
      book_covers: { color: 'red' },
    });
    expect(await rows('genres?select=name,books(title,authors!author_id(name))&id=eq.1')).toEqual([
      {
        name: 'science',
        books: [
          { title: 'Notes', authors: { name: 'Ada' } },
          { title: 'Engines', authors: { name: 'Ada' } },
        ],
      },
    ]);
  });

  test('whether there is something to spread is a condition like any other', async () => {
    const spread = 'authors?select=name,...books!books_author_fkey(title)&id=lt.1000&order=id';
    const named = async (condition: string) =>
      ((await rows(`${spread}&${condition}`)) as { name: string }[]).map(({ name }) => name);
    expect(await named('books=is.null')).toEqual(['Cy']);
    expect(await named('books=not.is.null')).toEqual(['Ada', 'Bo']);
    expect(await rows(`${spread}&id=eq.3`)).toEqual([{ name: 'Cy', title: [] }]);
    const inner = 'authors?select=name,...books!books_author_fkey!inner(title)&id=eq.3';
    expect(await rows(inner)).toEqual([]);
  });

  test('spreading no column adds none', async () => {
    expect(await rows('authors?select=name,...books!books_author_fkey()&id=eq.1')).toEqual([
      { name: 'Ada' },
    ]);
    expect(await rows('books?select=title,...authors!books_author_fkey()&id=eq.1')).toEqual([
      { title: 'Notes' },
    ]);
    const filtered =
      'authors?select=name,...books!books_author_fkey()&books=not.is.null&id=lt.1000&order=id';
    expect(await rows(filtered)).toEqual([{ name: 'Ada' }, { name: 'Bo' }]);
  });

  test('nothing related is null or an empty list', async () => {
    expect(await rows('books?select=editor:editor_id(name),book_covers(color)&id=eq.2')).toEqual([
      { editor: null, book_covers: null },
    ]);
    expect(await rows('authors?select=books!books_author_fkey(title)&id=eq.3')).toEqual([
      { books: [] },
    ]);
  });

  test('by constraint and column', async () => {
    expect(
      await rows('books?select=a:books_author_fkey(name),b:authors!editor_id(name)&id=eq.3'),
    ).toEqual([{ a: { name: 'Bo' }, b: { name: 'Ada' } }]);
  });

  test('within one table, both ways', async () => {
    expect(await rows('shelves?select=id,above:parent_id(id),below:shelves(id)&id=eq.2')).toEqual([
      { id: 2, above: { id: 1 }, below: [{ id: 3 }] },
    ]);
    expect(await rows('shelves?select=id,shelves!parent_id(id)&id=eq.1')).toEqual([
      { id: 1, shelves: [{ id: 2 }] },
    ]);
    expect(await rows('shelves?select=*,parent_id(id)&id=eq.2')).toEqual([
      { id: 2, 'label text': 'middle', parent_id: { id: 1 } },
    ]);
    expect((await get('shelves?select=shelves!shelves_parent_fkey(id)')).json).toMatchObject({
      code: 'PGRST200',
      hint: null,
    });
  });

  test('of views, through the tables they show', async () => {
    expect(await rows('published_books?select=title,authors(name),genres(name)&id=eq.3')).toEqual([
      { title: 'Songs', authors: { name: 'Bo' }, genres: [{ name: 'poetry' }] },
    ]);
    expect(await rows('author_names?select=full_name,published_books(title)&id=eq.1')).toEqual([
      { full_name: 'Ada', published_books: [{ title: 'Notes' }] },
    ]);
  });

  test('made by hand, with a function of the row', async () => {
    expect(await rows('authors?select=name,longest_book(title)&id=lt.4&order=id')).toEqual([
      { name: 'Ada', longest_book: { title: 'Engines' } },
      { name: 'Bo', longest_book: { title: 'Songs' } },
      { name: 'Cy', longest_book: null },
    ]);
  });
});

describe('inside an embedded resource', () => {
  test('filters, order and limit', async () => {
    const { data } = await db
      .from('authors')
      .select('name,books!books_author_fkey(title)')
      .lt('id', 1000)
      .eq('books.state', 'draft')
      .order('id');
    expect(data?.map((row) => row.books.length)).toEqual([1, 0, 0]);
    expect(
      await rows(
        'authors?select=books!books_author_fkey(id)&id=eq.1&books.order=id.desc&books.limit=1&books.offset=1',
      ),
    ).toEqual([{ books: [{ id: 1 }] }]);
    expect(
      await rows(
        'authors?select=books!books_author_fkey(id)&id=eq.1&books.or=(title.eq.Engines,pages.lt.5)',
      ),
    ).toEqual([{ books: [{ id: 2 }] }]);
  });

  test('!inner leaves out what has none, and the count with it', async () => {
    const { data, count } = await db
      .from('authors')
      .select('name,books!books_author_fkey!inner(title)', { count: 'exact' })
      .lt('id', 1000)
      .eq('books.state', 'published')
      .order('id');
    expect(data?.map((row) => row.name)).toEqual(['Ada', 'Bo']);
    expect(count).toBe(2);
  });

  test('whether it is there can be asked without showing it', async () => {
    const names = async (query: string) =>
      (await rows(`books?id=lt.1000&order=id&${query}`)).map((row: { id: number }) => row.id);
    expect(await names('select=id,book_covers()&book_covers=not.is.null')).toEqual([1, 3]);
    expect(await names('select=id,book_covers()&book_covers=is.null')).toEqual([2]);
    expect(await names('select=id,genres()&genres.name=eq.poetry&genres=not.is.null')).toEqual([
      1, 3,
    ]);
    expect(await names('select=id,book_covers()&or=(book_covers.is.null,id.eq.1)')).toEqual([1, 2]);
    expect((await get('books?select=id,genres(id)&genres=eq.1')).json.code).toBe('PGRST120');
  });

  test('ordering by a related row', async () => {
    const { data } = await db
      .from('books')
      .select('id,authors!books_author_fkey(name)')
      .lt('id', 1000)
      .order('authors(name)', { ascending: false })
      .order('id');
    expect(data?.map((row) => row.id)).toEqual([3, 1, 2]);
    const many = await get('authors?select=id,books!books_author_fkey(id)&order=books(id)');
    expect(many.json).toMatchObject({
      code: 'PGRST118',
      message: "A related order on 'books' is not possible",
      details: "'authors' and 'books' do not form a many-to-one or one-to-one relationship",
    });
  });

  test('what is not embedded cannot be filtered', async () => {
    expect((await get('books?select=id&genres.name=eq.x')).json).toEqual({
      code: 'PGRST108',
      message: "'genres' is not an embedded resource in this request",
      details: null,
      hint: "Verify that 'genres' is included in the 'select' query parameter.",
    });
  });

  test('aggregates', async () => {
    expect(
      await rows('authors?select=name,books!books_author_fkey(count)&id=lt.1000&order=id'),
    ).toEqual([
      { name: 'Ada', books: [{ count: 2 }] },
      { name: 'Bo', books: [{ count: 1 }] },
      { name: 'Cy', books: [{ count: 0 }] },
    ]);
    expect(await rows('authors?select=books!books_author_fkey(pages.sum())&id=eq.1')).toEqual([
      { books: [{ sum: 420 }] },
    ]);
    expect(
      await rows(
        'books?select=pages.sum(),authors!books_author_fkey(name)&id=lt.1000&author_id=eq.1',
      ),
    ).toEqual([{ sum: 420, authors: { name: 'Ada' } }]);
  });
});

describe('spread', () => {
  test('one row into its parent', async () => {
    expect(
      await rows('books?select=title,...authors!books_author_fkey(author:name,born)&id=eq.1'),
    ).toEqual([{ title: 'Notes', author: 'Ada', born: '1815-12-10' }]);
  });

  test('many rows as arrays', async () => {
    expect(
      await rows(
        'authors?select=name,...books!books_author_fkey(title,pages)&id=in.(1,3)&order=id&books.order=id',
      ),
    ).toEqual([
      { name: 'Ada', title: ['Notes', 'Engines'], pages: [120, 300] },
      { name: 'Cy', title: [], pages: [] },
    ]);
  });

  test('aggregates of a spread row group by the rest', async () => {
    expect(
      await rows(
        'books?select=state,...authors!books_author_fkey(rating.max())&id=lt.1000&order=state',
      ),
    ).toEqual([
      { state: 'draft', max: 9.5 },
      { state: 'published', max: 9.5 },
    ]);
    expect(
      await rows(
        'books?select=...authors!books_author_fkey(rating.max(),born.max(),count())&id=eq.1',
      ),
    ).toEqual([{ max: '1815-12-10', count: 1 }]);
  });
});

describe('what cannot be told apart or found', () => {
  test('several relationships are listed', async () => {
    const { status, json } = await get('books?select=authors(name)');
    expect(status).toBe(300);
    expect(json).toEqual({
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'books' and 'authors'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_author_fkey using books(author_id) and authors(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
        },
      ],
      hint: "Try changing 'authors' to one of the following: 'authors!books_author_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  test('none is explained, with the nearest name', async () => {
    expect((await get('books?select=genre(name)')).json).toEqual({
      code: 'PGRST200',
      message: "Could not find a relationship between 'books' and 'genre' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'books' and 'genre' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'genres' instead of 'genre'.",
    });
    expect((await get('books?select=genres!nope(name)')).json.details).toContain(
      "using the hint 'nope'",
    );
  });

  test('one name twice', async () => {
    const { json } = await get('books?select=authors!author_id(id),authors!editor_id(id)');
    expect(json).toMatchObject({
      code: '42712',
      message: 'table name "books_authors_1" specified more than once',
    });
  });
});
