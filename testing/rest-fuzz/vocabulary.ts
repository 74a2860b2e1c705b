import type { Vocabulary } from './generate-request.ts';

const number = [
  'eq.1',
  'neq.2',
  'gt.0',
  'lte.3',
  'in.(1,2,3)',
  'is.null',
  'isdistinct.2',
  'eq(any).{1,2}',
];
const text = [
  ...[
    'eq.Notes',
    'like.*o*',
    'ilike.%A%',
    'match.^N',
    'imatch.s$',
    'in.(Notes,"a,b")',
    'is.not_null',
  ],
  ...['fts(english).cat', 'like(any).{N*,S*}', 'gte.A'],
];
const json = ['cs.{"age":36}', 'cd.{}', 'is.null', 'eq.{}', 'neq.[]'];
const list = ['cs.{math}', 'cd.{math,poetry}', 'ov.{poetry}', 'eq.{}'];
const range = [
  'cs.1992',
  'ov.[1990,2000)',
  'sl.[2000,2001)',
  'sr.[1,2)',
  'adj.[1995,2000)',
  'nxr.[1,2)',
];
const search = ['fts.cat', 'plfts(english).fat cat', 'phfts.cat', 'wfts.cat -rat', 'is.null'];
const flag = ['is.true', 'is.false', 'is.unknown', 'eq.true', 'neq.false'];
const state = ['eq.draft', 'in.(draft,published)', 'neq.withdrawn'];

const books = {
  columns: {
    id: number,
    author_id: number,
    editor_id: number,
    title: text,
    state,
    pages: number,
    shelf_years: range,
    summary: search,
    title_length: number,
    added_at: ['gt.2020-01-01', 'lt.now', 'is.null'],
  },
  relations: {
    genres: 'genres',
    book_genres: 'book_genres',
    book_covers: 'book_covers',
    books_author_fkey: 'authors',
    editor_id: 'authors',
  },
};

/** The library of the contract's project, and beside it what must stay hidden. */
export const vocabulary: Vocabulary = {
  tables: {
    books,
    published_books: {
      columns: { id: number, title: text, author_id: number },
      relations: { authors: 'authors', genres: 'genres', book_covers: 'book_covers' },
    },
    authors: {
      columns: {
        id: number,
        name: text,
        born: ['lt.1900-01-01', 'is.null'],
        active: flag,
        rating: number,
        tags: list,
        profile: json,
        'profile->>age': text,
      },
      relations: { longest_book: 'books', published_books: 'published_books' },
    },
    author_names: {
      columns: { id: number, full_name: text },
      relations: { published_books: 'published_books' },
    },
    genres: {
      columns: { id: number, name: text },
      relations: { books: 'books', book_genres: 'book_genres' },
    },
    book_genres: {
      columns: { book_id: number, genre_id: number },
      relations: { books: 'books', genres: 'genres' },
    },
    book_covers: { columns: { book_id: number, color: text }, relations: { books: 'books' } },
    shelves: {
      columns: { id: number, parent_id: number, '"label text"': text },
      relations: { shelves: 'shelves', parent_id: 'shelves' },
    },
    letters: { columns: { id: number, visible: flag, body: text }, relations: {} },
    diaries: { columns: { id: number, owner_id: ['is.null'], entry: text }, relations: {} },
    vault: { columns: { id: number, body: text }, relations: {} },
    plain: { columns: { value: text }, relations: {} },
    papers: { columns: { id: number, topic: text }, relations: {} },
    users: { columns: { id: number, email: text }, relations: {} },
  },
  functions: {
    add: { a: [1], b: [2] },
    join_words: { words: [['a', 'b']] },
    find_books: { title_part: ['n'] },
    first_author: {},
    author_of: { book: [{ id: 1, author_id: 2 }] },
    page_counts: {},
    book_summary: { book_id: [1] },
    do_nothing: {},
    sum_all: { numbers: [[1, 2]] },
    echo_json: { '': [1] },
    echo_text: { '': ['x'] },
    digits_of: { payload: [{ number: 5 }] },
    overloaded: { a: [1] },
    ambiguous: { a: [1] },
    rename_books: { old_title: ['Notes'], new_title: ['N'] },
    whoami: {},
    title_length: {},
    pg_sleep: { '': [1] },
  },
};
