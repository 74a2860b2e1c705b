import { useState } from 'react';
import { FormDialogBody } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Progress } from '@/components/ui/progress';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useExportPayroll } from '@/features/exports/api/export-payroll';
import { EarlierExports } from '@/features/exports/components/earlier-exports';
import { PayrollPreview } from '@/features/exports/components/payroll-preview';
import { SystemFields } from '@/features/exports/components/system-fields';
import { useExportSettings } from '@/features/exports/components/use-export-settings';
import { PRESETS, type PresetName } from '@/features/exports/components/use-presets';
import { isFormatId } from '@/features/exports/formats/format-ids';
import { EXPORT_FORMATS, type ExportFormat } from '@/features/exports/payroll-record';
import type { DateRange } from '@/lib/time';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface ExportFormProps {
  presets: Partial<Record<PresetName, DateRange>>;
  initial: DateRange;
  onDone: () => void;
}

export function ExportForm({ presets, initial, onDone }: ExportFormProps) {
  const { t } = useTranslation(['exports', 'common']);
  const companyId = useViewer().company?.id ?? null;
  const [provider, setProvider] = useState<Record<string, string> | null>(null);
  const settings = useExportSettings();
  const exporting = useExportPayroll();
  const form = useForm({
    initial: {
      start: initial.start as DateInputValue,
      end: initial.end as DateInputValue,
      format: 'csv' as ExportFormat,
    },
    submit: async () => {
      if (!range || !isReady) return;
      if (!companyId) {
        toast.error(t('failed.title'), { description: t('failed.company') });
        return;
      }
      await exporting.mutateAsync({ range, format, settings: settings(provider ?? {}) });
      onDone();
    },
  });
  const { start, end, format } = form.values;
  const range = isDate(start) && isDate(end) && start <= end ? { start, end } : null;
  const isReady = range !== null && (!isFormatId(format) || provider !== null);
  const dateError = (value: DateInputValue): string | undefined =>
    isDate(value) ? undefined : t('problem.date');

  // A weekly period is also a week: the pay period is the name that counts.
  const chosenPreset = PRESETS.toReversed().find(
    (name) => presets[name]?.start === start && presets[name]?.end === end,
  );

  return (
    <FormDialogBody
      form={form}
      columns={1}
      save={t('common:action.export')}
      button={{ disabled: !isReady }}
      onClose={onDone}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row. */}
      <div role="group" aria-label={t('preset.label')} className="flex flex-wrap gap-2">
        {PRESETS.map((name) => {
          const preset = presets[name];
          if (!preset) return null;
          const chosen = name === chosenPreset;
          return (
            <Button
              key={name}
              size="small"
              variant={chosen ? 'primary' : 'outline'}
              aria-pressed={chosen}
              onClick={() => form.set(preset)}
            >
              {t(`preset.${name}`)}
            </Button>
          );
        })}
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Field label={t('startDate')} error={dateError(start)}>
          <DateInput {...form.value('start')} />
        </Field>
        <Field
          label={t('endDate')}
          error={
            dateError(end) ?? (range ? undefined : isDate(start) ? t('problem.order') : undefined)
          }
        >
          <DateInput {...form.value('end')} />
        </Field>
        <Field label={t('formatLabel')} className="max-sm:col-span-2">
          <Select
            value={format}
            onValueChange={(next) => {
              setProvider(null);
              form.set({ format: next });
            }}
            options={EXPORT_FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
          />
        </Field>
      </div>
      {range && companyId && isFormatId(format) && (
        <SystemFields
          key={format}
          companyId={companyId}
          range={range}
          id={format}
          onProvider={setProvider}
        />
      )}
      {range && <PayrollPreview companyId={companyId ?? ''} range={range} />}
      {companyId && <EarlierExports companyId={companyId} />}
      {exporting.isPending && (
        <div role="status">
          <p className="mb-1.5 text-muted text-sm">{t('working')}</p>
          <Progress value={exporting.progress * 100} label={t('working')} />
        </div>
      )}
    </FormDialogBody>
  );
}
