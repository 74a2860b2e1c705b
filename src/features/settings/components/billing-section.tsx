import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { billingHistoryQuery } from '@/features/settings/api/billing';
import { useSaveCompany } from '@/features/settings/api/company';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { useUnsavedWarning } from '@/features/settings/use-unsaved-warning';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';

interface BillingContact {
  name: string;
  email: string;
  address: string;
}

/** One hosts this oneself: no prices and no card, but a contact, and what was exported when. */
export function BillingSection() {
  const { t } = useTranslation(['settings', 'common']);
  const [open, setOpen] = useState<'upgrade' | 'history' | null>(null);
  return (
    <>
      <SettingsCard title={t('billing.plan')}>
        <p className="font-[620] text-lg">{t('billing.selfHosted')}</p>
        <p className="text-muted text-sm">{t('billing.planText')}</p>
        <p className="mt-3 text-sm">
          <span className="text-muted">{t('billing.card')}:</span> {t('billing.noCard')}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={() => setOpen('upgrade')}>{t('billing.upgrade')}</Button>
          <Button onClick={() => setOpen('history')}>{t('billing.history')}</Button>
        </div>
      </SettingsCard>
      <ContactCard />
      <Dialog open={open === 'upgrade'} onOpenChange={() => setOpen(null)}>
        <DialogContent title={t('billing.upgradeTitle')}>
          <DialogBody className="flex flex-col gap-3 pb-5 text-sm">
            <p>{t('billing.upgradeMachine')}</p>
            <p>{t('billing.upgradeDatabase')}</p>
            <p>{t('billing.upgradeHosted')}</p>
          </DialogBody>
        </DialogContent>
      </Dialog>
      {open === 'history' && <HistoryDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function ContactCard() {
  const { t } = useTranslation(['settings', 'common']);
  const { company } = useViewer();
  const isOwner = useEmployee()?.role === 'owner';
  const save = useSaveCompany();
  const stored = (company?.billing ?? {}) as Partial<BillingContact>;
  const form = useForm<BillingContact>({
    defaultValues: {
      name: stored.name ?? '',
      email: stored.email ?? '',
      address: stored.address ?? '',
    },
  });
  useUnsavedWarning(form.formState.isDirty);
  const submit = form.handleSubmit((contact) =>
    save.mutate({ billing: { ...stored, ...contact } }, { onSuccess: () => form.reset(contact) }),
  );
  return (
    <SettingsCard title={t('billing.contact')}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {save.error && <Notice tone="danger">{errorWords(save.error)}</Notice>}
        <Field label={t('billing.name')}>
          <Input {...form.register('name')} readOnly={!isOwner} maxLength={200} />
        </Field>
        <Field label={t('billing.email')}>
          <Input {...form.register('email')} type="email" readOnly={!isOwner} maxLength={254} />
        </Field>
        <Field label={t('billing.address')}>
          <Textarea {...form.register('address')} readOnly={!isOwner} maxLength={500} />
        </Field>
        {isOwner && (
          <div className="flex justify-end">
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending}
              disabled={!form.formState.isDirty}
            >
              {t('common:action.save')}
            </Button>
          </div>
        )}
      </form>
    </SettingsCard>
  );
}

function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const {
    data = [],
    isPending,
    isLoadingError,
    error,
    refetch,
  } = useQuery(billingHistoryQuery(companyId));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('billing.history')} description={t('billing.historyText')}>
        <DialogBody className="pb-5">
          {isPending && <ListSkeleton rows={3} />}
          {isLoadingError && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!isPending && !isLoadingError && data.length === 0 && (
            <EmptyState title={t('billing.noHistory')} />
          )}
          <ul className="divide-y text-sm">
            {data.map((item) => (
              <li key={item.id} className="flex justify-between gap-3 py-2.5">
                <span>
                  {t('billing.export', {
                    format: item.format.toUpperCase(),
                    period: format.dateRange(item.start_date, item.end_date),
                  })}
                </span>
                <span className="text-muted">{format.dateTime(item.created_at)}</span>
              </li>
            ))}
          </ul>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
