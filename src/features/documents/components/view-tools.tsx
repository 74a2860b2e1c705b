import { TextAlignStart, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { useZoom } from '@/features/documents/use-zoom';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ViewToolsProps {
  size: ReturnType<typeof useZoom>;
  /** Whether the text alone is shown; null: the file has none to take out. */
  asText: boolean | null;
  onText: (asText: boolean) => void;
}

/** Larger, smaller, and the bare text for small screens and screen readers. */
export function ViewTools({ size, asText, onText }: ViewToolsProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const { zoom, zoomIn, zoomOut } = size;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-5 py-2">
      <Button
        size="icon"
        aria-label={t('preview.smaller')}
        disabled={!zoomOut || asText === true}
        onClick={() => zoomOut?.()}
      >
        <ZoomOut aria-hidden="true" />
      </Button>
      <output className="tabular w-14 text-center text-sm">{format.percent(zoom)}</output>
      <Button
        size="icon"
        aria-label={t('preview.larger')}
        disabled={!zoomIn || asText === true}
        onClick={() => zoomIn?.()}
      >
        <ZoomIn aria-hidden="true" />
      </Button>
      {asText !== null && (
        <Button className="ml-auto" aria-pressed={asText} onClick={() => onText(!asText)}>
          <TextAlignStart aria-hidden="true" />
          {t(asText ? 'preview.showPages' : 'preview.showText')}
        </Button>
      )}
    </div>
  );
}
