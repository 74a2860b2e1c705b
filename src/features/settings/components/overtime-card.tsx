import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/shared/data-table/data-table';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { employeeName } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSetOvertimePolicy } from '@/features/settings/api/company';
import {
  PRESETS,
  type Preset,
  policiesQuery,
  previewQuery,
} from '@/features/settings/api/overtime';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';

/** The overtime rule from a date on, with what it would have changed in the last period. */
export function OvertimeCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const { data: policies = [] } = useQuery(policiesQuery(companyId));
  const current = policies[0];
  const [preset, setPreset] = useState<Preset | null>(null);
  const [from, setFrom] = useState<DateInputValue>(() => dateOf(serverNow(), zone));
  const chosen = preset ?? PRESETS.find((value) => value === current?.preset) ?? 'FLSA';
  const preview = useQuery({ ...previewQuery(chosen), enabled: preset !== null });
  const set = useSetOvertimePolicy();
  const changed = (preview.data ?? []).filter(({ difference_cents }) => difference_cents !== 0);
  const valid = from !== null && from !== 'invalid';
  return (
    <SettingsCard title={t('overtime.title')} text={t('overtime.text')}>
      <div className="flex flex-col gap-4">
        {current && (
          <p className="text-sm">
            {t('overtime.current', {
              preset: current.preset,
              date: format.date(current.effective_from),
            })}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('overtime.preset')} hint={t(`overtime.hint.${chosen}`)}>
            <Select
              value={chosen}
              onValueChange={setPreset}
              options={PRESETS.map((value) => ({ value, label: t(`overtime.name.${value}`) }))}
            />
          </Field>
          <Field label={t('overtime.from')} error={valid ? undefined : t('required.date')}>
            <DateInput value={from} onValueChange={setFrom} />
          </Field>
        </div>
        {preset !== null && preview.data && (
          <DataTable
            label={t('overtime.preview')}
            rows={changed}
            rowKey={({ employee_id }) => employee_id}
            empty={<Notice tone="info">{t('overtime.noChange')}</Notice>}
            columns={[
              {
                id: 'name',
                header: t('overtime.employee'),
                card: 'title',
                cell: (row) => employeeName(row),
              },
              {
                id: 'before',
                header: t('overtime.before'),
                align: 'end',
                cell: (row) => formatHoursMinutes(row.overtime_minutes_before * 60),
              },
              {
                id: 'after',
                header: t('overtime.after'),
                align: 'end',
                cell: (row) => formatHoursMinutes(row.overtime_minutes_after * 60),
              },
              {
                id: 'difference',
                header: t('overtime.difference'),
                align: 'end',
                card: 'aside',
                cell: (row) => format.moneyFromCents(row.difference_cents),
              },
            ]}
          />
        )}
        {(set.error ?? preview.error) && (
          <Notice tone="danger">{errorWords(set.error ?? preview.error)}</Notice>
        )}
        <div>
          <Button
            variant="primary"
            busy={set.isPending}
            disabled={!valid}
            onClick={() => valid && set.mutate({ preset: chosen, from })}
          >
            {t('overtime.save')}
          </Button>
        </div>
      </div>
    </SettingsCard>
  );
}
