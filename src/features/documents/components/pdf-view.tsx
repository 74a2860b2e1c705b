import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { loadCode } from '@/lib/load-code';

const MAX_SCALE = 2;
const MAX_PIXELS = 16_000_000;

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** Of the first page, so that the list has its height before the pages are drawn. */
  ratio: number;
}

async function draw(pdf: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement) {
  const page = await pdf.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const wanted = (canvas.clientWidth / natural.width) * Math.min(devicePixelRatio, MAX_SCALE);
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
  await page.render({ canvas, viewport }).promise;
}

/** Drawn when it comes near the window: a set of plans has hundreds of pages. */
function Page({ pdf, number, ratio }: PageProps) {
  const { t } = useTranslation('documents');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        draw(pdf, number, element).catch(() => undefined);
      },
      { rootMargin: '600px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [pdf, number]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('preview.page', { number, pages: pdf.numPages })}
      className="w-full rounded-small border bg-white"
      style={{ aspectRatio: ratio }}
    />
  );
}

/** The pages of a PDF one below the other, on phones too, which have no viewer of their own in a page. */
export default function PdfView({ blob }: { blob: Blob }) {
  const { t } = useTranslation('documents');
  const [shown, setShown] = useState<{ pdf: PDFDocumentProxy; ratio: number } | 'failed' | null>(
    null,
  );
  useEffect(() => {
    let opened: PDFDocumentProxy | null = null;
    let closed = false;
    const open = async () => {
      const { openPdf } = await loadCode(() => import('@/features/documents/pdf'));
      opened = await openPdf(await blob.arrayBuffer());
      const { width, height } = (await opened.getPage(1)).getViewport({ scale: 1 });
      if (!closed) setShown({ pdf: opened, ratio: width / height });
      else await opened.loadingTask.destroy();
    };
    open().catch(() => !closed && setShown('failed'));
    return () => {
      closed = true;
      void opened?.loadingTask.destroy();
    };
  }, [blob]);
  if (shown === 'failed') return <Notice tone="attention">{t('preview.broken')}</Notice>;
  if (shown === null) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid gap-3">
      {Array.from({ length: shown.pdf.numPages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Page key={index} pdf={shown.pdf} number={index + 1} ratio={shown.ratio} />
      ))}
    </div>
  );
}
