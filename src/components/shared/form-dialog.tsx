import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { errorWords } from '@/lib/errors';

export interface FormDialogProps {
  title: string;
  width?: 'medium' | 'large';
  /** Why it was not saved, where no field tells it. */
  error: Error | null | undefined;
  busy: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A record to add or to change: its fields in two columns, cancel and save. */
export function FormDialog({
  title,
  width = 'medium',
  error,
  busy,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} width={width}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void onSubmit();
          }}
          className="contents"
          noValidate
        >
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {error && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(error)}
              </Notice>
            )}
            {children}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? t('action.saving') : t('action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
