import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
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
import { useTranslation } from '@/lib/use-translation';

export function BillingContactCard() {
  const { t } = useTranslation('settings');
  const companyId = useViewer().company?.id ?? '';
  const contact = useQuery(billingContactQuery(companyId));
  return (
    <SettingsCard title={t('billing.contact')} text={t('billing.contactText')}>
      <Loaded query={contact} skeleton={<ListSkeleton rows={3} />}>
        {(stored) => <ContactForm stored={stored} />}
      </Loaded>
    </SettingsCard>
  );
}

function ContactForm({ stored }: { stored: BillingContact }) {
  const { t } = useTranslation(['settings', 'common']);
  const save = useSaveBillingContact();
  const [opened, setOpened] = useState(stored);
  const form = useForm({
    initial: stored,
    submit: (after) => save.mutateAsync({ after, before: opened }),
    done: (contact) => {
      setOpened(contact);
      form.reset(contact);
    },
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <Field label={t('billing.name')}>
        <Input {...form.text('name')} maxLength={200} />
      </Field>
      <Field label={t('billing.email')}>
        <Input {...form.text('email')} type="email" maxLength={254} />
      </Field>
      <Field label={t('billing.address')}>
        <Textarea {...form.text('address')} maxLength={500} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy} disabled={!form.dirty}>
          {t('common:action.save')}
        </Button>
      </div>
    </Form>
  );
}
