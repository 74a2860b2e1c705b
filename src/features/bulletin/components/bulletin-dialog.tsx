import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { namesSomeone } from '@/entities/audience/audience';
import { AudienceField } from '@/entities/audience/audience-field';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { ManagedBulletin } from '@/features/bulletin/api/queries';
import { useSaveBulletin } from '@/features/bulletin/api/save-bulletin';
import { bulletinFields, draftOf } from '@/features/bulletin/bulletin-draft';
import { FileList } from '@/features/bulletin/components/file-list';
import { PublishFields } from '@/features/bulletin/components/publish-fields';
import { TextFields } from '@/features/bulletin/components/text-fields';
import { useTranslation } from '@/lib/use-translation';

const SWITCHES = ['must_acknowledge', 'pinned', 'comments_allowed'] as const;
const KINDS = ['post', 'talk'] as const;

export interface BulletinDialogProps {
  companyId: string;
  /** Null: a new one. */
  bulletin: ManagedBulletin | null;
  onClose: () => void;
}

/** A new bulletin, or one to change. */
export default function BulletinDialog({ companyId, bulletin, onClose }: BulletinDialogProps) {
  const { t } = useTranslation('bulletin');
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const save = useSaveBulletin(companyId);
  const [opened] = useState(bulletin);
  const [refused, setRefused] = useState<string[]>([]);
  const form = useForm({
    initial: () => draftOf(bulletin, zone),
    read: (draft, wrong) => {
      if (!draft.title.trim()) wrong('title', t('required.title'));
      if (!draft.title_es.trim() && draft.body_es.trim()) wrong('title_es', t('required.titleEs'));
      if (!namesSomeone(draft.audience)) wrong('audience', t('required.audience'));
      if ([draft.date, draft.time, draft.until].includes('invalid'))
        wrong('date', t('required.date'));
      return bulletinFields(draft, zone);
    },
    submit: (fields) =>
      save.mutateAsync({ opened, initial: bulletinFields(draftOf(opened, zone), zone), fields }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(bulletin ? 'dialog.edit' : 'dialog.new')}
      width="large"
      save={t('dialog.save')}
      onClose={onClose}
    >
      <TextFields form={form} />
      <FileList
        kept={form.values.attachments}
        added={form.values.files}
        onChange={(attachments, files, nextRefused) => {
          form.set({ attachments, files });
          setRefused(nextRefused);
        }}
      />
      {refused.length > 0 && (
        <Notice tone="attention" className="sm:col-span-2">
          {t('files.refused', { names: refused.join(', ') })}
        </Notice>
      )}
      <AudienceField companyId={companyId} {...form.value('audience')} />
      <PublishFields form={form} />
      <Field label={t('field.kind')} className="sm:col-span-2">
        <Select
          {...form.value('kind')}
          options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Field>
      <div className="divide-y sm:col-span-2">
        {SWITCHES.map((name) => (
          <SwitchRow
            key={name}
            id={`bulletin-${name}`}
            label={t(`switch.${name}.label`)}
            text={t(`switch.${name}.text`)}
            {...form.checked(name)}
          />
        ))}
      </div>
    </FormDialog>
  );
}
