import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ProjectName } from '@/entities/project/project-name';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { kiosksQuery, useCreateKiosk, useRevokeKiosk } from '@/features/settings/api/kiosks';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Tablets people clock in on: which there are, when they were used last, and taking one's rights away. */
export function KiosksSection() {
  const { t } = useTranslation(['settings', 'common']);
  const format = useFormat();
  const kiosks = useQuery(kiosksQuery(useViewer().company?.id ?? ''));
  const revoke = useRevokeKiosk();
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null);
  return (
    <>
      <SettingsCard title={t('kiosks.title')} text={t('kiosks.text')}>
        <Loaded query={kiosks} skeleton={<ListSkeleton />}>
          {kiosks.data?.length === 0 && <p className="text-muted text-sm">{t('kiosks.none')}</p>}
          <ul className="divide-y">
            {kiosks.data?.map((kiosk) => (
              <li key={kiosk.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="mr-auto min-w-0">
                  <p className="font-[620]">{kiosk.name}</p>
                  {kiosk.project_id && (
                    <p className="text-sm">
                      <ProjectName projectId={kiosk.project_id} />
                    </p>
                  )}
                  <p className="text-muted text-sm">
                    {kiosk.last_used_at
                      ? t('kiosks.lastUsed', { when: format.dateTime(kiosk.last_used_at) })
                      : t('kiosks.waiting')}
                  </p>
                </div>
                <Button onClick={() => setAsked(kiosk)}>
                  {t('kiosks.revoke')}
                  <span className="sr-only">{kiosk.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Loaded>
      </SettingsCard>
      <NewKiosk />
      <PhotosCard />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t('kiosks.revokeTitle', { name: asked?.name ?? '' })}
        description={t('kiosks.revokeText')}
        confirmLabel={t('kiosks.revoke')}
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.id, { onSuccess: () => setAsked(null) })}
      />
    </>
  );
}

/** Owners decide for the company; whoever punches still decides for themselves. */
function PhotosCard() {
  const { t } = useTranslation('settings');
  const { company, employee } = useViewer();
  const save = useSaveCompany();
  return (
    <SettingsCard title={t('kiosks.photosTitle')}>
      {save.error && <Notice tone="danger">{errorText(save.error)}</Notice>}
      <SwitchRow
        id="kiosk-photos"
        label={t('kiosks.photos')}
        text={t('kiosks.photosText')}
        checked={company?.kiosk_photos === true}
        disabled={employee?.role !== 'owner' || save.isPending}
        onCheckedChange={(kiosk_photos) => save.mutate({ kiosk_photos })}
      />
    </SettingsCard>
  );
}

function NewKiosk() {
  const { t } = useTranslation(['settings', 'common']);
  const create = useCreateKiosk();
  const form = useForm({
    initial: { name: '', projectId: null as string | null },
    read: ({ name, projectId }, wrong) => ({ name: name.trim() || wrong('name', ''), projectId }),
    submit: (kiosk) => create.mutateAsync(kiosk),
    done: () => form.reset({ name: '' }),
  });
  return (
    <SettingsCard title={t('kiosks.new')} text={t('kiosks.newText')}>
      <Form form={form} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('kiosks.name')}>
          <Input {...form.text('name')} maxLength={100} placeholder={t('kiosks.example')} />
        </Field>
        <Field label={t('common:project.label')} optional>
          <ProjectPicker {...form.value('projectId')} clearLabel={t('kiosks.anyProject')} />
        </Field>
        <Button type="submit" variant="primary" busy={form.busy} disabled={!form.valid}>
          {t('kiosks.create')}
        </Button>
      </Form>
      {create.data && (
        <Notice tone="success" className="mt-4" title={create.data}>
          {t('kiosks.codeText', { address: `${window.location.origin}/kiosk` })}
        </Notice>
      )}
    </SettingsCard>
  );
}
