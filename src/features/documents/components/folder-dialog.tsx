import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/shared/form-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type Audience, namesSomeone } from '@/entities/audience/audience';
import { AudienceField } from '@/entities/audience/audience-field';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { Folder } from '@/features/documents/api/queries';
import { useSaveFolder } from '@/features/documents/api/save-folder';

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
  const [name, setName] = useState(folder?.name ?? '');
  const [project, setProject] = useState(folder ? folder.project_id : projectId);
  const [audience, setAudience] = useState<Audience>(folder?.audience ?? { everyone: true });
  const [tried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (!name.trim() || !namesSomeone(audience)) return;
    save.mutate(
      { opened, name: name.trim(), project_id: project, audience },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t(folder ? 'folder.edit' : 'folder.new')}
      error={save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('folder.name')}
        className="sm:col-span-2"
        error={tried && !name.trim() ? t('folder.nameRequired') : undefined}
      >
        <Input maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('folder.place')} className="sm:col-span-2">
        <ProjectPicker
          include="all"
          value={project}
          disabled={folder !== null}
          placeholder={t('folder.company')}
          clearLabel={t('folder.company')}
          onValueChange={setProject}
        />
      </Field>
      <AudienceField
        companyId={companyId}
        value={audience}
        onValueChange={setAudience}
        error={tried && !namesSomeone(audience) ? t('bulletin:required.audience') : undefined}
      />
      {project && <p className="text-muted text-sm sm:col-span-2">{t('folder.projectHint')}</p>}
    </FormDialog>
  );
}
