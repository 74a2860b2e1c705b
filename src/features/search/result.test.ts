import { expect, it } from 'vitest';
import { type Result, rankResults } from '@/features/search/result';

const item = (key: string, group: Result['group'], title: string, more?: Partial<Result>) => ({
  key,
  group,
  title,
  icon: null,
  ...more,
});
const keys = (groups: ReturnType<typeof rankResults>) =>
  groups.map(({ group, results }) => [group, ...results.map(({ key }) => key)]);

const ALL: Result[] = [
  item('a1', 'actions', 'Approve time', { words: ['payroll'] }),
  item('p1', 'projects', 'Riverside Tower'),
  item('p2', 'projects', 'Tower Crane Yard'),
  item('page', 'pages', 'Time Tracker'),
  item('s1', 'settings', 'Overtime', { detail: 'Company' }),
];

it('puts whole words before parts of words, and what was opened last first', () => {
  expect(keys(rankResults(ALL, 'tower', []))).toEqual([['projects', 'p1', 'p2']]);
  expect(keys(rankResults(ALL, 'tower', ['p2']))).toEqual([['projects', 'p2', 'p1']]);
  expect(keys(rankResults(ALL, 'time', []))).toEqual([
    ['actions', 'a1'],
    ['pages', 'page'],
  ]);
});

it('finds an action by its other words and a setting by its name, not by a part of it', () => {
  expect(keys(rankResults(ALL, 'payroll', []))).toEqual([['actions', 'a1']]);
  expect(keys(rankResults(ALL, 'overtime company', []))).toEqual([['settings', 's1']]);
  expect(rankResults(ALL, 'vertime', [])).toEqual([]);
});

it('shows what the server found although the letters are not in its title, six of a kind', () => {
  const found = Array.from({ length: 9 }, (_, place) =>
    item(`d${place}`, 'documents', `Plan ${place}`, { found: true }),
  );
  expect(rankResults(found, 'scaffold', [])[0]?.results.map(({ key }) => key)).toEqual([
    'd0',
    'd1',
    'd2',
    'd3',
    'd4',
    'd5',
  ]);
});

it('puts a name with the word before a text with it', () => {
  const found = item('d1', 'documents', 'Handbook', { found: true });
  expect(keys(rankResults([found, ...ALL], 'overtime', []))).toEqual([
    ['settings', 's1'],
    ['documents', 'd1'],
  ]);
});

it("has somebody's time only where the person is named", () => {
  const time = item('t1', 'time', 'Time of Luis Ortega', { subject: 'Luis Ortega' });
  expect(rankResults([time], 'time', [])).toEqual([]);
  expect(keys(rankResults([time], 'time luis', []))).toEqual([['time', 't1']]);
  expect(keys(rankResults([time], 'ortega', []))).toEqual([['time', 't1']]);
});
