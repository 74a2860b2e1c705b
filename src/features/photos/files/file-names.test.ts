import { expect, test } from 'vitest';
import type { Photo } from '../api/queries.ts';
import { downloadNameOf } from './file-names.ts';

const photo = (caption: string) =>
  ({
    id: '0192f0aa-0000-7000-8000-0000deadbeef',
    taken_on: '2026-11-19',
    caption,
    path: 'company/project/photo.jpg',
  }) as Photo;

test('names are sorted by day, safe on every system and never the same', () => {
  expect(downloadNameOf(photo('Wall 3/4: "east"'))).toBe('2026-11-19 Wall 3 4 east deadbeef.jpg');
  expect(downloadNameOf(photo(''))).toBe('2026-11-19 deadbeef.jpg');
  expect(downloadNameOf(photo('../../etc\u0000'))).not.toMatch(/[\\/\0]/);
});
