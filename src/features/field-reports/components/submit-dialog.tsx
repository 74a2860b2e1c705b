import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { SignaturePad, type Strokes } from '@/components/shared/signature-pad';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewerName } from '@/entities/viewer/use-viewer';
import type { Report } from '@/features/field-reports/api/queries';
import { useSubmitReport } from '@/features/field-reports/api/write-report';
import { errorWords } from '@/lib/errors';

export interface SubmitDialogProps {
  report: Report;
  /** Names of parts that stay empty and are reported as none. */
  none: readonly string[];
  onClose: () => void;
}

/** Signs by name, and by hand for who wants to; says what will be reported as none. */
export default function SubmitDialog({ report, none, onClose }: SubmitDialogProps) {
  const { t } = useTranslation(['field-reports', 'common']);
  const [name, setName] = useState(useViewerName());
  const [strokes, setStrokes] = useState<Strokes>([]);
  const submit = useSubmitReport(report.id);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('submit.title')} description={report.number} width="small">
        <form
          className="contents"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) submit.mutate({ name: name.trim(), strokes }, { onSuccess: onClose });
          }}
        >
          <DialogBody className="grid gap-4">
            {submit.isError && <Notice tone="danger">{errorWords(submit.error)}</Notice>}
            {none.length > 0 && <Notice title={t('submit.none')}>{none.join(', ')}</Notice>}
            <Field label={t('submit.name')} hint={t('submit.statement')}>
              <Input
                value={name}
                maxLength={200}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <SignaturePad label={t('submit.draw')} value={strokes} onValueChange={setStrokes} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={submit.isPending} disabled={!name.trim()}>
              {t('submit.open')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
