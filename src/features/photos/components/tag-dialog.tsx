import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useAddTag } from '@/features/photos/api/change-photos';
import type { Photo } from '@/features/photos/api/queries';
import { tagsOf } from '@/features/photos/tags-of';

export default function TagDialog({
  photos,
  onClose,
}: {
  photos: readonly Photo[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['photos', 'common']);
  const [text, setText] = useState('');
  const add = useAddTag();
  const [tag] = tagsOf(text);
  const save = () => tag && add.mutate({ photos, tag }, { onSuccess: onClose });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('addTag')} width="small">
        <DialogBody>
          <Field label={t('tag')}>
            <Input
              value={text}
              maxLength={40}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && save()}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={add.isPending} disabled={!tag} onClick={save}>
            {t('common:action.add')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
