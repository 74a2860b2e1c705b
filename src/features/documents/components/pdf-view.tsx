import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { Suspense, useEffect, useRef, useState } from 'react';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { loadCode } from '@/lib/load-code';
import { useTranslation } from '@/lib/use-translation';

const PdfText = late(() => import('@/features/documents/components/pdf-text'));

const MAX_SCALE = 2;
const MAX_PIXELS = 16_000_000;

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** Of the first page, so that the list has its height before the pages are drawn. */
  ratio: number;
  /** How large it is to be drawn, once nobody is changing that. */
  zoom: number;
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  onTask: (task: RenderTask) => void,
) {
  const page = await pdf.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const wanted = (canvas.clientWidth / natural.width) * Math.min(devicePixelRatio, MAX_SCALE);
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
  const task = page.render({ canvas, viewport });
  onTask(task);
  await task.promise;
}

/** Drawn when it comes near the window: a set of plans has hundreds of pages. */
function Page({ pdf, number, ratio, zoom }: PageProps) {
  const { t } = useTranslation('documents');
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another size it is drawn anew, as sharp as before.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let task: RenderTask | null = null;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        draw(pdf, number, element, (begun) => {
          task = begun;
        }).catch(() => undefined);
      },
      { rootMargin: '600px' },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      task?.cancel();
    };
  }, [pdf, number, zoom]);
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

interface PdfViewProps {
  blob: Blob;
  /** 1 is the width there is. */
  zoom: number;
  asText: boolean;
}

const REDRAW_AFTER_MS = 200;

/** What it is after nobody has changed it for a moment: drawing is slower than two fingers. */
function useSettled(value: number): number {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REDRAW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The pages of a PDF one below the other, on phones too, which have no viewer of their own in a page. */
export default function PdfView({ blob, zoom, asText }: PdfViewProps) {
  const { t } = useTranslation('documents');
  const [shown, setShown] = useState<{ pdf: PDFDocumentProxy; ratio: number } | 'failed' | null>(
    null,
  );
  const drawnZoom = useSettled(zoom);
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
  if (asText) {
    return (
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <PdfText pdf={shown.pdf} />
      </Suspense>
    );
  }
  return (
    <div className="grid gap-3" style={{ width: `${zoom * 100}%` }}>
      {Array.from({ length: shown.pdf.numPages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Page key={index} pdf={shown.pdf} number={index + 1} ratio={shown.ratio} zoom={drawnZoom} />
      ))}
    </div>
  );
}
