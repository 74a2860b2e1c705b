import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type Audience, namesSomeone } from '@/entities/audience/audience';
import { AudienceField } from '@/entities/audience/audience-field';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { Folder } from '@/features/documents/api/queries';
import { useSaveFolder } from '@/features/documents/api/save-folder';
import { useTranslation } from '@/lib/use-translation';

export interface FolderDialogProps {
  companyId: string;
  /** Null: a new one. */
  folder: Folder | null;
  projectId: string | null;
  onClose: () => void;
}

export default function FolderDialog({ companyId, folder, projectId, onClose }: FolderDialogProps) {
  const { t } = useTranslation(['documents', 'bulletin']);
  const save = useSaveFolder(companyId);
  const [opened] = useState(folder);
  const form = useForm({
    initial: {
      name: folder?.name ?? '',
      project_id: folder ? folder.project_id : projectId,
      audience: folder?.audience ?? ({ everyone: true } as Audience),
    },
    read: ({ name, audience, ...rest }, wrong) => ({
      ...rest,
      name: name.trim() || wrong('name', t('folder.nameRequired')),
      audience: namesSomeone(audience)
        ? audience
        : wrong('audience', t('bulletin:required.audience')),
    }),
    submit: (fields) => save.mutateAsync({ opened, ...fields }),
    done: onClose,
  });
  return (
    <FormDialog form={form} title={t(folder ? 'folder.edit' : 'folder.new')} onClose={onClose}>
      <Field label={t('folder.name')} className="sm:col-span-2">
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('folder.place')} className="sm:col-span-2">
        <ProjectPicker
          include="all"
          disabled={folder !== null}
          placeholder={t('folder.company')}
          clearLabel={t('folder.company')}
          {...form.value('project_id')}
        />
      </Field>
      <AudienceField companyId={companyId} {...form.value('audience')} />
      {form.values.project_id && (
        <p className="text-muted text-sm sm:col-span-2">{t('folder.projectHint')}</p>
      )}
    </FormDialog>
  );
}
