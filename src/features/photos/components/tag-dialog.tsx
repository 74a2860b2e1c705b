import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useAddTag } from '@/features/photos/api/change-photos';
import type { Photo } from '@/features/photos/api/queries';
import { tagsOf } from '@/features/photos/tags-of';
import { useTranslation } from '@/lib/use-translation';

export default function TagDialog({
  photos,
  onClose,
}: {
  photos: readonly Photo[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['photos', 'common']);
  const add = useAddTag();
  const form = useForm({
    initial: { text: '' },
    read: ({ text }, wrong) => ({ photos, tag: tagsOf(text)[0] ?? wrong('text', '') }),
    submit: (tagged) => add.mutateAsync(tagged),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('addTag')}
      width="small"
      columns={1}
      save={t('common:action.add')}
      button={{ disabled: !form.valid }}
      onClose={onClose}
    >
      <Field label={t('tag')}>
        <Input {...form.text('text')} maxLength={40} />
      </Field>
    </FormDialog>
  );
}
