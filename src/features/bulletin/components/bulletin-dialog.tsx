import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { type Audience, namesSomeone } from '@/entities/audience/audience';
import { AudienceField } from '@/entities/audience/audience-field';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { ManagedBulletin } from '@/features/bulletin/api/queries';
import { useSaveBulletin } from '@/features/bulletin/api/save-bulletin';
import { FileList } from '@/features/bulletin/components/file-list';
import { PublishFields, type PublishValue } from '@/features/bulletin/components/publish-fields';
import { errorWords } from '@/lib/errors';
import { addDays, dateOf, instantAt, minuteOfDay } from '@/lib/time';

const SWITCHES = ['must_acknowledge', 'pinned', 'comments_allowed'] as const;
const KINDS = ['post', 'talk'] as const;

/** A bulletin that is out keeps its time; a planned one shows it. */
function publishOf(bulletin: ManagedBulletin | null, zone: string): PublishValue {
  if (!bulletin) return { date: null, time: null, until: null };
  return {
    date: dateOf(Date.parse(bulletin.publish_at), zone),
    time: minuteOfDay(bulletin.publish_at, zone),
    until: bulletin.expires_at ? addDays(dateOf(Date.parse(bulletin.expires_at), zone), -1) : null,
  };
}

export interface BulletinDialogProps {
  companyId: string;
  /** Null: a new one. */
  bulletin: ManagedBulletin | null;
  onClose: () => void;
}

/** English and Spanish side by side; Spanish may stay empty and everyone then reads English. */
export default function BulletinDialog({ companyId, bulletin, onClose }: BulletinDialogProps) {
  const { t } = useTranslation(['bulletin', 'common']);
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const save = useSaveBulletin(companyId);
  const [fields, setFields] = useState({
    kind: bulletin?.kind ?? ('post' as 'post' | 'talk'),
    title: bulletin?.title ?? '',
    body: bulletin?.body ?? '',
    title_es: bulletin?.title_es ?? '',
    body_es: bulletin?.body_es ?? '',
    must_acknowledge: bulletin?.must_acknowledge ?? false,
    pinned: bulletin?.pinned ?? false,
    comments_allowed: bulletin?.comments_allowed ?? false,
  });
  const [audience, setAudience] = useState<Audience>(bulletin?.audience ?? { everyone: true });
  const [publish, setPublish] = useState(() => publishOf(bulletin, zone));
  const [kept, setKept] = useState(bulletin?.attachments ?? []);
  const [files, setFiles] = useState<File[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const change = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });

  const dated =
    publish.date !== 'invalid' && publish.time !== 'invalid' && publish.until !== 'invalid';
  const publishAt =
    typeof publish.date === 'string' && publish.date !== 'invalid'
      ? instantAt(publish.date, typeof publish.time === 'number' ? publish.time : 0, zone)
      : null;
  const expiresAt =
    typeof publish.until === 'string' && publish.until !== 'invalid'
      ? instantAt(addDays(publish.until, 1), 0, zone)
      : null;
  const spanishNeedsTitle = fields.title_es.trim() === '' && fields.body_es.trim() !== '';
  const valid = fields.title.trim() !== '' && !spanishNeedsTitle && namesSomeone(audience) && dated;
  const submit = () => {
    setTried(true);
    if (!valid) return;
    save.mutate(
      {
        id: bulletin?.id ?? null,
        ...fields,
        title: fields.title.trim(),
        title_es: fields.title_es.trim() || null,
        body_es: fields.title_es.trim() ? fields.body_es : null,
        audience,
        publish_at: publishAt,
        expires_at: expiresAt,
        attachments: kept,
        files,
      },
      { onSuccess: onClose },
    );
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(bulletin ? 'dialog.edit' : 'dialog.new')} width="large">
        <form
          className="contents"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {save.error && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(save.error)}
              </Notice>
            )}
            <Field
              label={t('field.title')}
              error={tried && !fields.title.trim() ? t('required.title') : undefined}
            >
              <Input
                lang="en"
                maxLength={200}
                value={fields.title}
                onChange={(event) => change({ title: event.target.value })}
              />
            </Field>
            <Field
              label={t('field.titleEs')}
              optional={t('common:optional')}
              error={tried && spanishNeedsTitle ? t('required.titleEs') : undefined}
            >
              <Input
                lang="es"
                maxLength={200}
                value={fields.title_es}
                onChange={(event) => change({ title_es: event.target.value })}
              />
            </Field>
            <Field label={t('field.body')} optional={t('common:optional')}>
              <Textarea
                lang="en"
                rows={6}
                maxLength={20_000}
                value={fields.body}
                onChange={(event) => change({ body: event.target.value })}
              />
            </Field>
            <Field label={t('field.bodyEs')} optional={t('common:optional')}>
              <Textarea
                lang="es"
                rows={6}
                maxLength={20_000}
                value={fields.body_es}
                onChange={(event) => change({ body_es: event.target.value })}
              />
            </Field>
            <FileList
              kept={kept}
              added={files}
              onChange={(nextKept, nextAdded, nextRefused) => {
                setKept(nextKept);
                setFiles(nextAdded);
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
              value={audience}
              onValueChange={setAudience}
              error={tried && !namesSomeone(audience) ? t('required.audience') : undefined}
            />
            <PublishFields
              value={publish}
              onValueChange={setPublish}
              error={tried && !dated ? t('required.date') : undefined}
            />
            <Field label={t('field.kind')} className="sm:col-span-2">
              <Select
                value={fields.kind}
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
                  checked={fields[name]}
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
