import { expect, test } from 'vitest';
import { paragraphsOf } from '@/features/documents/pdf-paragraphs';

const line = (str: string, y: number, height = 10) => ({
  str,
  hasEOL: true,
  height,
  transform: [1, 0, 0, 1, 72, y],
});

test('lines that follow each other are one paragraph; a gap or a heading begins another', () => {
  expect(
    paragraphsOf([
      line('Fall protection', 700, 18),
      line('Wear a harness', 676),
      line('above six feet.', 664),
      line('', 652),
      line('Report every fall.', 630),
    ]),
  ).toEqual(['Fall protection', 'Wear a harness above six feet.', 'Report every fall.']);
  expect(paragraphsOf([])).toEqual([]);
});
