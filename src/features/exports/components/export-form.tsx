import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { DialogBody, DialogClose, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Progress } from '@/components/ui/progress';
import { Select } from '@/components/ui/select';
import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { useExportPayroll } from '@/features/exports/api/export-payroll';
import { EarlierExports } from '@/features/exports/components/earlier-exports';
import { PayrollPreview } from '@/features/exports/components/payroll-preview';
import { SystemFields } from '@/features/exports/components/system-fields';
import { PRESETS, type PresetName } from '@/features/exports/components/use-presets';
import { isFormatId } from '@/features/exports/formats/format-ids';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportSettings,
} from '@/features/exports/payroll-record';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import type { DateRange } from '@/lib/time';
import { toast } from '@/lib/toast';

export interface ExportFormProps {
  presets: Partial<Record<PresetName, DateRange>>;
  initial: DateRange;
  onDone: () => void;
}

/** What the file says beside its figures, as it is today. */
function useExportSettings(): (provider: Record<string, string>) => ExportSettings {
  const { company } = useViewer();
  const preparedBy = useViewerName();
  const { language, timeZone } = useFormat().preferences;
  return (provider) => ({
    version: 3,
    language,
    company: company?.name ?? '',
    preparedBy,
    createdAt: new Date(serverNow()).toISOString(),
    timeZone: company?.time_zone ?? timeZone,
    provider,
  });
}

const isDate = (value: DateInputValue): value is string => value !== null && value !== 'invalid';

export function ExportForm({ presets, initial, onDone }: ExportFormProps) {
  const { t } = useTranslation(['exports', 'common']);
  const companyId = useViewer().company?.id ?? null;
  const [start, setStart] = useState<DateInputValue>(initial.start);
  const [end, setEnd] = useState<DateInputValue>(initial.end);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [provider, setProvider] = useState<Record<string, string> | null>(null);
  const settings = useExportSettings();
  const exporting = useExportPayroll();
  const range = isDate(start) && isDate(end) && start <= end ? { start, end } : null;
  const isReady = range !== null && (!isFormatId(format) || provider !== null);
  const dateError = (value: DateInputValue): string | undefined =>
    isDate(value) ? undefined : t('problem.date');

  // A weekly period is also a week: the pay period is the name that counts.
  const chosenPreset = PRESETS.toReversed().find(
    (name) => presets[name]?.start === start && presets[name]?.end === end,
  );

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!range || !isReady) return;
    if (!companyId) {
      toast.error(t('failed.title'), { description: t('failed.company') });
      return;
    }
    exporting.mutate({ range, format, settings: settings(provider ?? {}) }, { onSuccess: onDone });
  };

  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody className="grid content-start gap-4">
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
                onClick={() => {
                  setStart(preset.start);
                  setEnd(preset.end);
                }}
              >
                {t(`preset.${name}`)}
              </Button>
            );
          })}
        </div>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Field label={t('startDate')} error={dateError(start)}>
            <DateInput value={start} onValueChange={setStart} />
          </Field>
          <Field
            label={t('endDate')}
            error={
              dateError(end) ?? (range ? undefined : isDate(start) ? t('problem.order') : undefined)
            }
          >
            <DateInput value={end} onValueChange={setEnd} />
          </Field>
          <Field label={t('formatLabel')} className="max-sm:col-span-2">
            <Select
              value={format}
              onValueChange={(next) => {
                setProvider(null);
                setFormat(next);
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
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t('common:action.cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={exporting.isPending} disabled={!isReady}>
          {t('common:action.export')}
        </Button>
      </DialogFooter>
    </form>
  );
}
