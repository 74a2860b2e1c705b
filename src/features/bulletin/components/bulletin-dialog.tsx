import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { AudienceField } from '@/entities/audience/audience-field';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { ManagedBulletin } from '@/features/bulletin/api/queries';
import { useSaveBulletin } from '@/features/bulletin/api/save-bulletin';
import {
  type BulletinDraft,
  bulletinFields,
  draftOf,
  problemsOf,
} from '@/features/bulletin/bulletin-draft';
import { FileList } from '@/features/bulletin/components/file-list';
import { PublishFields } from '@/features/bulletin/components/publish-fields';
import { TextFields } from '@/features/bulletin/components/text-fields';
import { errorWords } from '@/lib/errors';

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
  const { t } = useTranslation(['bulletin', 'common']);
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const save = useSaveBulletin(companyId);
  const [opened] = useState(bulletin);
  const [draft, setDraft] = useState(() => draftOf(bulletin, zone));
  const [refused, setRefused] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const change = (changed: Partial<BulletinDraft>) =>
    setDraft((before) => ({ ...before, ...changed }));
  const problems = problemsOf(draft);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.values(problems).includes(true)) return;
    save.mutate(
      {
        opened,
        initial: bulletinFields(draftOf(opened, zone), zone),
        fields: bulletinFields(draft, zone),
      },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(bulletin ? 'dialog.edit' : 'dialog.new')} width="large">
        <form className="contents" noValidate onSubmit={submit}>
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {save.error && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(save.error)}
              </Notice>
            )}
            <TextFields draft={draft} onChange={change} problems={tried ? problems : null} />
            <FileList
              kept={draft.attachments}
              added={draft.files}
              onChange={(attachments, files, nextRefused) => {
                change({ attachments, files });
                setRefused(nextRefused);
              }}
            />
            {refused.length > 0 && (
              <Notice tone="attention" className="sm:col-span-2">
                {t('files.refused', { names: refused.join(', ') })}
              </Notice>
            )}
            <AudienceField
              companyId={companyId}
              value={draft.audience}
              onValueChange={(audience) => change({ audience })}
              error={tried && problems.audience ? t('required.audience') : undefined}
            />
            <PublishFields
              value={draft.publish}
              onValueChange={(publish) => change({ publish })}
              error={tried && problems.date ? t('required.date') : undefined}
            />
            <Field label={t('field.kind')} className="sm:col-span-2">
              <Select
                value={draft.kind}
                onValueChange={(kind) => change({ kind })}
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
                  checked={draft[name]}
                  onChange={(checked) => change({ [name]: checked })}
                />
              ))}
            </div>
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? t('common:action.saving') : t('dialog.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
