import type { PdfTable } from '@/lib/files/pdf-columns';

/** One table on paper, with a heading, totals and lines to sign on: printed, or as a PDF. */
export interface PaperSheet extends PdfTable {
  heading: string;
  title: string;
  /** Small lines at the right of the heading. */
  notes: readonly string[];
  /** Below the table, such as what is missing. */
  remarks?: readonly string[];
  signatures: readonly string[];
  /** Upright, unless the columns need more. */
  orientation?: 'portrait' | 'landscape';
  footer: string;
}
