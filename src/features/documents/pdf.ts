import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { version } from 'pdfjs-dist/package.json';
import { paragraphsOf } from '@/features/documents/pdf-paragraphs';

GlobalWorkerOptions.workerSrc = workerUrl;

/** One for all files: starting it takes longer than reading most of them. */
const worker = new PDFWorker();

/** As much text as the search keeps of one file. */
const MAX_CHARACTERS = 300_000;

/** Nothing is evaluated and no WebAssembly is compiled: the page's policy allows neither. */
export function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({ data, worker, useWasm: false, wasmUrl: `/assets/pdfjs-dist-${version}/` })
    .promise;
}

/** The paragraphs of every page. */
export async function readPages(pdf: PDFDocumentProxy): Promise<string[][]> {
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(paragraphsOf(items.filter((item) => 'str' in item)));
  }
  return pages;
}

export async function readPdf(data: ArrayBuffer): Promise<{ text: string; pages: number }> {
  const pdf = await openPdf(data);
  let text = '';
  for (let number = 1; number <= pdf.numPages && text.length < MAX_CHARACTERS; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += `${items.map((item) => ('str' in item ? item.str : '')).join(' ')}\n`;
  }
  const pages = pdf.numPages;
  await pdf.loadingTask.destroy();
  return { text: text.slice(0, MAX_CHARACTERS), pages };
}
