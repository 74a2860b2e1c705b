import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Combobox } from '@/components/shared/combobox';
import { DateInput } from '@/components/shared/date-input';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import {
  type Connection,
  type ConnectionSettings,
  useSaveConnection,
} from '@/features/accounting/api/connections';
import { matchingQuery, type RecordKind } from '@/features/accounting/api/matching';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { useTranslation } from '@/lib/use-translation';

export interface WhatIsSentDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** From which day on, when, which hours, and what time without a cost code is. */
export function WhatIsSentDialog({ connection, onClose }: WhatIsSentDialogProps) {
  const { t } = useTranslation('accounting');
  const save = useSaveConnection();
  const [opened] = useState(connection);
  const records = useQuery(matchingQuery(connection.id)).data?.records ?? [];
  const isQuickBooks = opened.system.startsWith('quickbooks');
  const isOnline = opened.system === 'quickbooks_online';
  const { settings } = opened;
  const form = useForm({
    initial: {
      sendFrom: opened.send_from as string | null,
      when: settings.send_when ?? (isQuickBooks ? 'approved' : 'locked'),
      hours: settings.hours ?? (isOnline ? 'worked' : 'paid'),
      leave: settings.leave ?? !isQuickBooks,
      billable: settings.billable ?? false,
      item: settings.default_item_id ?? null,
      class: settings.default_class_id ?? null,
      readBack: settings.own?.['read_back'] === true,
    },
    read: (fields, wrong) => ({
      send_from:
        fields.sendFrom && fields.sendFrom !== 'invalid'
          ? fields.sendFrom
          : wrong('sendFrom', t('sent.dateMissing')),
      settings: withoutNothing({
        ...settings,
        send_when: isQuickBooks ? fields.when : settings.send_when,
        own: isQuickBooks ? settings.own : { ...settings.own, read_back: fields.readBack },
        hours: isOnline ? fields.hours : settings.hours,
        leave: isOnline ? settings.leave : fields.leave,
        billable: isQuickBooks ? fields.billable : undefined,
        default_item_id: fields.item ?? undefined,
        default_class_id: fields.class ?? undefined,
      }),
    }),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: {
      accounting_send_from_too_early: ['sendFrom', t('failure.accounting_send_from_too_early')],
    },
  });
  const options = (kind: RecordKind) =>
    records.filter((one) => one.kind === kind).map(({ id, name }) => ({ value: id, text: name }));
  return (
    <FormDialog
      form={form}
      title={t('sent.title', { system: SYSTEM_NAMES[opened.system] })}
      onClose={onClose}
    >
      <Field label={t('sent.from')} hint={t('sent.fromHint')}>
        <DateInput {...form.value('sendFrom')} />
      </Field>
      {isQuickBooks && (
        <Field label={t('sent.when')}>
          <Select
            {...form.value('when')}
            options={(['approved', 'locked'] as const).map((value) => ({
              value,
              label: t(`sent.${value}`),
            }))}
          />
        </Field>
      )}
      {isOnline && (
        <Field label={t('sent.hours')} hint={t('sent.hoursHint')}>
          <Select
            {...form.value('hours')}
            options={(['worked', 'paid'] as const).map((value) => ({
              value,
              label: t(`sent.${value}`),
            }))}
          />
        </Field>
      )}
      {isQuickBooks ? (
        <>
          <Field label={t('sent.item')} hint={t('sent.itemHint')} optional>
            <Combobox
              {...form.value('item')}
              options={options('item')}
              placeholder={t('matching.choose')}
              clearLabel={t('sent.none')}
            />
          </Field>
          <Field label={t('sent.class')} optional>
            <Combobox
              {...form.value('class')}
              options={options('class')}
              placeholder={t('matching.choose')}
              clearLabel={t('sent.none')}
            />
          </Field>
        </>
      ) : null}
      <div className="divide-y sm:col-span-2">
        {isQuickBooks && (
          <SwitchRow
            id="accounting-billable"
            label={t('sent.billable')}
            text={t(isOnline ? 'sent.billableText' : 'sent.billableTextDesktop')}
            {...form.checked('billable')}
          />
        )}
        {!isOnline && (
          <SwitchRow
            id="accounting-leave"
            label={t('sent.leave')}
            text={t('sent.leaveText')}
            {...form.checked('leave')}
          />
        )}
        {!isQuickBooks && (
          <SwitchRow
            id="accounting-read-back"
            label={t('sent.readBack')}
            text={t('sent.readBackText')}
            {...form.checked('readBack')}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** A setting that was not chosen is not stored. */
function withoutNothing(
  settings: {
    [Key in keyof ConnectionSettings]: ConnectionSettings[Key] | undefined;
  },
): ConnectionSettings {
  return JSON.parse(JSON.stringify(settings)) as ConnectionSettings;
}
