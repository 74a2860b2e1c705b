import { type ComponentType, useState } from 'react';
import { late } from '@/components/shared/late';
import type { PartNoticeProps } from '@/components/shared/missing-part';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useTranslation } from '@/lib/use-translation';

/** How dialogs and panels are closed: one of the two. */
interface Closing {
  open?: boolean;
  onClose?: () => void;
  onOpenChange?: (open: boolean) => void;
}

function DialogNotice({
  title,
  text,
  open = true,
  onClose,
  onOpenChange,
}: PartNoticeProps & Closing) {
  const { t } = useTranslation('common');
  const [isDismissed, setDismissed] = useState(false);
  const close = (): void => {
    setDismissed(true);
    if (onClose) onClose();
    else onOpenChange?.(false);
  };
  return (
    <Dialog open={open && !isDismissed} onOpenChange={(next) => !next && close()}>
      <DialogContent title={title} width="small">
        <DialogBody role="status">{text}</DialogBody>
        <DialogFooter>
          <Button onClick={close}>{t('action.close')}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** `late`, for what opens over the screen and is closed again. */
export function lateDialog<Component extends ComponentType<never>>(
  load: () => Promise<{ default: Component }>,
): Component & { prefetch: () => void } {
  return late(load, { frame: DialogNotice });
}
