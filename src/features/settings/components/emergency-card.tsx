import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
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
import { SettingsCard } from '@/features/settings/components/settings-card';
import { errorWords } from '@/lib/errors';

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
  const [contact, setContact] = useState(value ?? NOBODY);
  const [tried, setTried] = useState(false);
  const name = contact.name.trim();
  const phone = contact.phone.trim();
  const half = (name === '') !== (phone === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!half)
      save.mutate(
        { contact: { ...contact, name, phone }, opened },
        {
          onSuccess: (saved) => {
            setOpened(saved);
            setContact(saved ?? NOBODY);
          },
        },
      );
  };
  const missing = (text: string) =>
    tried && half && text === '' ? t('emergency.both') : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {save.error && <Notice tone="danger">{errorWords(save.error)}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('emergency.name')} error={missing(name)}>
          <Input
            value={contact.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setContact({ ...contact, name: event.target.value })}
          />
        </Field>
        <Field label={t('emergency.phone')} error={missing(phone)}>
          <Input
            type="tel"
            value={contact.phone}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => setContact({ ...contact, phone: event.target.value })}
          />
        </Field>
      </div>
      <SwitchRow
        id="on-roll-call"
        label={t('emergency.onRollCall')}
        text={t('emergency.onRollCallText')}
        checked={contact.on_roll_call}
        onChange={(on_roll_call) => setContact({ ...contact, on_roll_call })}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={save.isPending}>
          {t('emergency.save')}
        </Button>
      </div>
    </form>
  );
}
