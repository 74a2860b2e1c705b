import { expect, test } from 'vitest';
import { pages as english } from '@/features/help/guide-en';
import { pages as spanish } from '@/features/help/guide-es';
import { type Block, parseGuide } from '@/features/help/parse-guide';

const linesOf = (block: Block): string[] => (block.kind === 'steps' ? block.lines : [block.text]);

test('reads a title, headings, steps, pictures and paragraphs', () => {
  const page = `# Map

A **Draw site** button.

![The map](../../pictures/map.webp)

## Draw

1. One
2. Two
`;
  expect(parseGuide(page)).toEqual({
    title: 'Map',
    blocks: [
      { kind: 'text', text: 'A **Draw site** button.' },
      { kind: 'picture', text: 'The map', name: 'map' },
      { kind: 'heading', text: 'Draw' },
      { kind: 'steps', lines: ['One', 'Two'] },
    ],
  });
});

test.each(Object.entries({ ...english, ...spanish }))(
  '%s has nothing the help screen cannot show',
  (_file, text) => {
    const { title, blocks } = parseGuide(text);
    expect(title).toMatch(/^[^#\n]+$/);
    const left = blocks
      .flatMap(linesOf)
      .map((line) => line.replace(/\*\*.+?\*\*/g, ''))
      .filter((line) => /[*_`|<>\n\][]|^#|^-/.test(line));
    expect(left).toEqual([]);
  },
);

test('both languages say the same: as many parts, in the same order', () => {
  const shape = (text: string) => parseGuide(text).blocks.map(({ kind }) => kind);
  for (const [file, text] of Object.entries(english)) {
    const other = spanish[file.replace('/en/', '/es/')] ?? '';
    expect([file, shape(other)]).toEqual([file, shape(text)]);
  }
});
