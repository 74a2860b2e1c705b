import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { Download, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

/** Does something that downloads a file; gives its name and content. */
export async function downloaded(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return {
    name: (download as Download).suggestedFilename(),
    content: readFileSync(await download.path()),
  };
}

/** A reader of RFC 4180, so that the writer is not judged by itself. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) throw new Error(`Not CSV at ${cell.lastIndex}`);
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Cells of one sheet by row: numbers as numbers, text as text. */
export function readSheet(workbook: Buffer, number: number): (string | number)[][] {
  const file = unzipSync(new Uint8Array(workbook))[`xl/worksheets/sheet${number}.xml`];
  if (!file) throw new Error(`No sheet ${number}`);
  const rows = strFromU8(file).matchAll(/<row [^>]*>(.*?)<\/row>/gs);
  return [...rows].map(([, cells = '']) =>
    [...cells.matchAll(/<c [^>]*>(.*?)<\/c>/gs)].map(([, inner = '']) => {
      const value = /<v>(.*?)<\/v>/.exec(inner)?.[1];
      return value === undefined
        ? unescapeXml(/<t[^>]*>(.*?)<\/t>/s.exec(inner)?.[1] ?? '')
        : Number(value);
    }),
  );
}

function streamsOf(file: Buffer): string[] {
  const text = file.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: mark }) => {
    const start = index + mark.length;
    if (text.slice(index - 3, index) === 'end') return [];
    try {
      return [
        inflateSync(file.subarray(start, text.indexOf('endstream', start))).toString('latin1'),
      ];
    } catch {
      return [];
    }
  });
}

/** The words of a PDF in reading order, through its fonts' maps to Unicode. */
export function readPdf(file: Buffer): string {
  const streams = streamsOf(file);
  const letters = new Map<string, string>();
  for (const map of streams.filter((stream) => stream.includes('beginbfchar'))) {
    for (const [, glyph = '', code = ''] of map.matchAll(/<([0-9a-fA-F]{4})><([0-9a-fA-F]{4})>/g)) {
      letters.set(glyph.toLowerCase(), String.fromCharCode(Number.parseInt(code, 16)));
    }
  }
  return streams
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-fA-F]+)> Tj/g)])
    .map(([, glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => letters.get(glyph.toLowerCase()) ?? '?')
        .join(''),
    )
    .join('\n');
}
