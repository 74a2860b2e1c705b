import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { PhotoTexts } from '@/features/photos/use-new-photos';
import { useTranslation } from '@/lib/use-translation';

export interface PhotoTextFieldsProps {
  words: PhotoTexts;
  /** Tried without a project. */
  missing: boolean;
  onChange: (changes: Partial<PhotoTexts>) => void;
}

/** Where new photos belong, and what is said about all of them. */
export function PhotoTextFields({ words, missing, onChange }: PhotoTextFieldsProps) {
  const { t } = useTranslation(['photos', 'common']);
  const privileged = useIsPrivileged();
  const { projectId, costCodeId, caption, tags, isPrivate } = words;
  return (
    <>
      <Field
        label={t('common:project.label')}
        error={missing && !projectId ? t('add.projectMissing') : undefined}
      >
        <ProjectPicker
          value={projectId}
          onValueChange={(next) => onChange({ projectId: next, costCodeId: null })}
        />
      </Field>
      <Field label={t('common:costCode.label')} optional>
        <CostCodePicker
          projectId={projectId}
          value={costCodeId}
          onValueChange={(next) => onChange({ costCodeId: next })}
          clearLabel={t('noCode')}
        />
      </Field>
      <Field label={t('caption')} optional>
        <Input
          value={caption}
          maxLength={500}
          onChange={(event) => onChange({ caption: event.target.value })}
        />
      </Field>
      <Field label={t('tags')} hint={t('tagsHint')} optional>
        <Input
          value={tags}
          maxLength={300}
          onChange={(event) => onChange({ tags: event.target.value })}
        />
      </Field>
      {privileged && (
        <SwitchRow
          id="private-photos"
          label={t('private')}
          text={t('privateHint')}
          checked={isPrivate}
          onCheckedChange={(next) => onChange({ isPrivate: next })}
        />
      )}
    </>
  );
}
