import { DateInput } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { GROUPINGS, type Grouping } from '@/features/dashboard/api/report-query';
import type { ReportChoices } from '@/features/dashboard/report/report-choices';
import { useTranslation } from '@/lib/use-translation';

export function ReportFields({ choices }: { choices: ReportChoices }) {
  const { t } = useTranslation('dashboard');
  const { from, setFrom, to, setTo, range, grouping, setGrouping, thenBy, setSecond } = choices;
  const hasClasses = useViewer().public_work === true;
  const groupings = GROUPINGS.filter((value) => hasClasses || value !== 'classification');
  const optionsOf = (values: readonly Grouping[]) =>
    values.map((value) => ({ value, label: t(`report.grouping.${value}`) }));
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Field label={t('report.from')}>
        <DateInput value={from} onValueChange={setFrom} />
      </Field>
      <Field label={t('report.to')} error={range ? undefined : t('report.wrongPeriod')}>
        <DateInput value={to} onValueChange={setTo} />
      </Field>
      <Field label={t('report.groupBy')}>
        <Select value={grouping} onValueChange={setGrouping} options={optionsOf(groupings)} />
      </Field>
      <Field label={t('report.thenBy')}>
        <Select
          value={thenBy ?? 'none'}
          onValueChange={setSecond}
          options={[
            { value: 'none' as const, label: t('report.thenNone') },
            ...optionsOf(groupings.filter((value) => value !== grouping)),
          ]}
        />
      </Field>
    </div>
  );
}
