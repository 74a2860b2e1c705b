import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { readPages } from '@/features/documents/pdf';
import { useTranslation } from '@/lib/use-translation';

/** The text of a PDF as large as everything else, wrapped to the screen. */
export default function PdfText({ pdf }: { pdf: PDFDocumentProxy }) {
  const { t } = useTranslation('documents');
  const [pages, setPages] = useState<string[][] | 'failed' | null>(null);
  useEffect(() => {
    let closed = false;
    readPages(pdf).then(
      (read) => !closed && setPages(read),
      () => !closed && setPages('failed'),
    );
    return () => {
      closed = true;
    };
  }, [pdf]);
  if (pages === null) return <Skeleton className="h-96 w-full" />;
  if (pages === 'failed' || pages.every((paragraphs) => paragraphs.length === 0)) {
    return <Notice tone="attention">{t('preview.noText')}</Notice>;
  }
  return (
    <article className="grid gap-3">
      {pages.map((paragraphs, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          key={index}
          aria-label={t('preview.page', { number: index + 1, pages: pages.length })}
          className="grid gap-3 rounded-small border bg-surface px-4 py-4 text-base"
        >
          {paragraphs.map((text, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
            <p key={line}>{text}</p>
          ))}
          <p className="text-muted text-xs">
            {t('preview.page', { number: index + 1, pages: pages.length })}
          </p>
        </section>
      ))}
    </article>
  );
}
