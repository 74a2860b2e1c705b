import { expect, test } from 'vitest';
import type { Photo } from './api/queries.ts';
import { galleryRows } from './group-rows.ts';

const photo = (id: number, taken_on: string, project_id: string) =>
  ({ id: String(id), taken_on, project_id }) as Photo;

test('days, then projects, then rows of photos; a day that goes on has no number yet', () => {
  const photos = [
    photo(1, '2026-11-19', 'a'),
    photo(2, '2026-11-19', 'b'),
    photo(3, '2026-11-19', 'a'),
    photo(4, '2026-11-19', 'a'),
    photo(5, '2026-11-18', 'a'),
  ];
  const rows = galleryRows(photos, 2, true);
  expect(rows.map((row) => [row.kind, row.photos.map(({ id }) => id).join()])).toEqual([
    ['day', '1,2,3,4'],
    ['project', '1,3,4'],
    ['photos', '1,3'],
    ['photos', '4'],
    ['project', '2'],
    ['photos', '2'],
    ['day', '5'],
    ['project', '5'],
    ['photos', '5'],
  ]);
  expect(rows.flatMap((row) => (row.kind === 'day' ? [row.whole] : []))).toEqual([true, false]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('a gallery of 10,000 is put in rows once and holds every photo once', () => {
  const photos = Array.from({ length: 10_000 }, (_, id) =>
    photo(id, `2026-${String(1 + (id % 12)).padStart(2, '0')}-10`, `p${id % 7}`),
  );
  const shown = galleryRows(photos, 5, false).flatMap((row) =>
    row.kind === 'photos' ? row.photos : [],
  );
  expect(new Set(shown.map(({ id }) => id)).size).toBe(10_000);
});
