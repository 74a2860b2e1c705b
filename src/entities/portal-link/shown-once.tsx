import { LocalAddressNotice } from '@/components/shared/local-address-notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { copyText } from '@/lib/copy-text';
import { useTranslation } from '@/lib/use-translation';

interface ShownOnceProps {
  title: string;
  description: string;
  address: string;
  onClose: () => void;
}

/** A new link: its secret is not stored, so it is copied now or never. */
export function ShownOnce({ title, description, address, onClose }: ShownOnceProps) {
  const { t } = useTranslation(['portal-links', 'common']);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description}>
        <DialogBody>
          <Field label={t('shownOnce.address')} hint={t('shownOnce.once')}>
            <Input readOnly value={address} onFocus={(event) => event.target.select()} />
          </Field>
          <LocalAddressNotice href={address} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button variant="primary" onClick={() => void copyText(address, t('shownOnce.copied'))}>
            {t('shownOnce.copy')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
