import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type BillingContact,
  billingContactQuery,
  useSaveBillingContact,
} from '@/features/settings/api/billing';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { errorWords } from '@/lib/errors';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

export function BillingContactCard() {
  const { t } = useTranslation('settings');
  const companyId = useViewer().company?.id ?? '';
  const { data, error, isLoadingError, refetch } = useQuery(billingContactQuery(companyId));
  return (
    <SettingsCard title={t('billing.contact')}>
      {isLoadingError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isLoadingError && <ListSkeleton rows={3} />}
      {data && <ContactForm stored={data} />}
    </SettingsCard>
  );
}

function ContactForm({ stored }: { stored: BillingContact }) {
  const { t } = useTranslation(['settings', 'common']);
  const save = useSaveBillingContact();
  const form = useForm<BillingContact>({ defaultValues: stored });
  useUnsavedWarning(form.formState.isDirty);
  const [opened, setOpened] = useState(stored);
  const submit = form.handleSubmit((after) =>
    save.mutate(
      { after, before: opened },
      {
        onSuccess: (contact) => {
          setOpened(contact);
          form.reset(contact);
        },
      },
    ),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {save.error && <Notice tone="danger">{errorWords(save.error)}</Notice>}
      <Field label={t('billing.name')}>
        <Input {...form.register('name')} maxLength={200} />
      </Field>
      <Field label={t('billing.email')}>
        <Input {...form.register('email')} type="email" maxLength={254} />
      </Field>
      <Field label={t('billing.address')}>
        <Textarea {...form.register('address')} maxLength={500} />
      </Field>
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
    </form>
  );
}
