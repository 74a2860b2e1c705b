import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type EmergencyContact,
  emergencyQuery,
  useSaveEmergency,
} from '@/features/settings/api/emergency';
import { useTranslation } from '@/lib/use-translation';

const NOBODY: EmergencyContact = { name: '', phone: '', on_roll_call: false };

/** Whom to call when something happens; foremen see it on the roll call only if the person says so. */
export function EmergencyCard() {
  const { t } = useTranslation('settings');
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const employeeId = employee?.id ?? '';
  const query = useQuery({
    ...emergencyQuery(companyId, employeeId),
    enabled: companyId !== '' && employeeId !== '',
  });
  if (!employee) return null;
  return (
    <SettingsCard title={t('emergency.title')} text={t('emergency.text')}>
      <Loaded query={query} skeleton={<ListSkeleton />}>
        <EmergencyForm
          key={employeeId}
          companyId={companyId}
          employeeId={employeeId}
          value={query.data ?? null}
        />
      </Loaded>
    </SettingsCard>
  );
}

interface EmergencyFormProps {
  companyId: string;
  employeeId: string;
  value: EmergencyContact | null;
}

function EmergencyForm({ companyId, employeeId, value }: EmergencyFormProps) {
  const { t } = useTranslation('settings');
  const save = useSaveEmergency(companyId, employeeId);
  const [opened, setOpened] = useState(value);
  const form = useForm({
    initial: value ?? NOBODY,
    read: ({ on_roll_call, ...contact }, wrong) => {
      const name = contact.name.trim();
      const phone = contact.phone.trim();
      if (phone && !name) wrong('name', t('emergency.both'));
      if (name && !phone) wrong('phone', t('emergency.both'));
      return { name, phone, on_roll_call };
    },
    submit: (contact) => save.mutateAsync({ contact, opened }),
    done: (saved) => {
      setOpened(saved);
      form.reset(saved ?? NOBODY);
    },
  });
  return (
    <Form form={form} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('emergency.name')}>
          <Input {...form.text('name')} maxLength={100} autoComplete="off" />
        </Field>
        <Field label={t('emergency.phone')}>
          <Input {...form.text('phone')} type="tel" maxLength={40} autoComplete="off" />
        </Field>
      </div>
      <SwitchRow
        id="on-roll-call"
        label={t('emergency.onRollCall')}
        text={t('emergency.onRollCallText')}
        {...form.checked('on_roll_call')}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          {t('emergency.save')}
        </Button>
      </div>
    </Form>
  );
}
