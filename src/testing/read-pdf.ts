import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import regularFile from '@/lib/files/fonts/Inter-Regular.ttf?inline';
import boldFile from '@/lib/files/fonts/Inter-SemiBold.ttf?inline';

const base64 = (dataAddress: string): string => dataAddress.split(',')[1] ?? '';
export const pdfFonts = async () => ({ regular: base64(regularFile), bold: base64(boldFile) });

/** In points from the upper left corner. */
interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A part of the document as a screen reader has it. */
export interface PdfPart {
  role: string;
  text: string;
  alt: string | null;
  parts: PdfPart[];
  extent: Extent | null;
}

export interface PdfPage {
  width: number;
  height: number;
  /** All that is printed on the page, tagged or not. */
  printed: ({ text: string } & Extent)[];
  root: PdfPart;
}

interface Node {
  role?: string;
  alt?: string;
  type?: string;
  id?: string;
  children?: Node[];
}

interface Item {
  str?: string;
  type?: string;
  id?: string | null;
  transform?: number[];
  width?: number;
}

function extentOf({ transform = [], width = 0 }: Item, pageHeight: number): Extent {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform;
  const size = Math.hypot(a, b);
  const [up, down] = [0.74 * size, 0.22 * size];
  // Upright text runs from below.
  return Math.abs(a) < 0.01
    ? { left: x - up, right: x + down, top: pageHeight - y - width, bottom: pageHeight - y }
    : { left: x, right: x + width, top: pageHeight - y - up, bottom: pageHeight - y + down };
}

const union = (extents: readonly Extent[]): Extent | null =>
  extents.length === 0
    ? null
    : {
        left: Math.min(...extents.map(({ left }) => left)),
        right: Math.max(...extents.map(({ right }) => right)),
        top: Math.min(...extents.map(({ top }) => top)),
        bottom: Math.max(...extents.map(({ bottom }) => bottom)),
      };

/** Reads a file back: what is printed where, and as which part. */
export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const file = await getDocument({ data: bytes.slice(), useSystemFonts: false }).promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const byId = new Map<string, ({ text: string } & Extent)[]>();
    const printed: ({ text: string } & Extent)[] = [];
    let open: (string | null)[] = [];
    for (const item of items as Item[]) {
      if (item.type?.startsWith('beginMarkedContent')) open = [...open, item.id ?? null];
      else if (item.type === 'endMarkedContent') open = open.slice(0, -1);
      else if (item.str?.trim()) {
        const piece = { text: item.str, ...extentOf(item, height) };
        const id = open.at(-1);
        printed.push(piece);
        if (id) byId.set(id, [...(byId.get(id) ?? []), piece]);
      }
    }
    const partOf = (node: Node): PdfPart => {
      const pieces = (node.children ?? [])
        .filter(({ type }) => type === 'content')
        .flatMap(({ id }) => byId.get(id ?? '') ?? []);
      const parts = (node.children ?? []).filter(({ role }) => role).map(partOf);
      const inside = [...pieces, ...parts.flatMap(({ extent }) => extent ?? [])];
      const texts = [...pieces.map(({ text }) => text), ...parts.map(({ text }) => text)];
      const text = texts.filter((each) => each.trim() !== '').join(' ');
      return { role: node.role ?? '', text, alt: node.alt ?? null, parts, extent: union(inside) };
    };
    const tree = ((await page.getStructTree()) ?? {}) as Node;
    pages.push({ width, height, printed, root: partOf(tree) });
  }
  await file.loadingTask.destroy();
  return pages;
}

/** All parts of a role, in reading order. */
export const partsOf = (part: PdfPart, role: string): PdfPart[] => [
  ...(part.role === role ? [part] : []),
  ...part.parts.flatMap((each) => partsOf(each, role)),
];

/** Rows of a table and the texts of their cells. */
export const tableRows = (table: PdfPart): PdfPart[][] =>
  partsOf(table, 'TR').map(({ parts }) => parts);
