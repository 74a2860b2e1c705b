import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Label } from '@/components/ui/label';
import type { Document, Version } from '@/features/documents/api/queries';
import { noteOpened, useSignDocument } from '@/features/documents/api/sign-document';
import { FileView } from '@/features/documents/components/file-view';
import { ViewTools } from '@/features/documents/components/view-tools';
import { previewOf } from '@/features/documents/document-facts';
import { useZoom } from '@/features/documents/use-zoom';
import { useTranslation } from '@/lib/use-translation';

export interface PreviewDialogProps {
  document: Document;
  version: Version;
  /** Whether this version waits for the viewer's signature. */
  mustSign: boolean;
  onDownload: () => void;
  onClose: () => void;
}

/** The file in the app; at its foot the signature, where one is asked for. */
export default function PreviewDialog({
  document,
  version,
  mustSign,
  onDownload,
  onClose,
}: PreviewDialogProps) {
  const { t } = useTranslation(['documents', 'common']);
  const sign = useSignDocument();
  const [read, setRead] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const kind = previewOf(version);
  const canZoom = kind === 'pdf' || kind === 'image';
  const size = useZoom(area, canZoom);
  const [asText, setAsText] = useState(false);
  const superseded = version.superseded_at !== null;
  const { id } = version;
  useEffect(() => {
    if (mustSign) void noteOpened(id);
  }, [mustSign, id]);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={document.name}
        description={t(superseded ? 'preview.superseded' : 'preview.version', {
          version: version.version,
        })}
        width="large"
        onTop
        className="h-[92dvh]"
      >
        <DialogBody ref={area} className="grid content-start gap-3 bg-sunken">
          {superseded && <Notice tone="attention">{t('preview.notCurrent')}</Notice>}
          <FileView version={version} name={document.name} zoom={size.zoom} asText={asText} />
        </DialogBody>
        {canZoom && (
          <ViewTools size={size} asText={kind === 'pdf' ? asText : null} onText={setAsText} />
        )}
        {mustSign && (
          <div className="flex items-center gap-3 border-t px-5 pt-1">
            <Checkbox id="read" checked={read} onCheckedChange={(on) => setRead(on === true)} />
            <Label htmlFor="read" className="flex min-h-11 items-center">
              {t('sign.statement', { version: version.version })}
            </Label>
          </div>
        )}
        <DialogFooter>
          <Button onClick={onDownload}>
            <Download aria-hidden="true" />
            {t('document.download')}
          </Button>
          {mustSign ? (
            <Button
              variant="primary"
              disabled={!read}
              busy={sign.isPending}
              onClick={() => sign.mutate(version.id, { onSuccess: onClose })}
            >
              {t('sign.button')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('common:action.close')}</Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
