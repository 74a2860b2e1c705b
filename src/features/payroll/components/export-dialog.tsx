import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { lastSettingsQuery, useExportFile } from '@/features/payroll/api/exports';
import type { PayPeriod } from '@/features/payroll/api/queries';
import { ExportNotices } from '@/features/payroll/components/export-notices';
import { ExportSettings } from '@/features/payroll/components/export-settings';
import { useFileData } from '@/features/payroll/components/use-file-data';
import {
  FORMAT_IDS,
  type FormatId,
  machineFormat,
  makePayrollFile,
} from '@/features/payroll/formats/formats';
import type { MachineFormat, SettingName } from '@/features/payroll/formats/machine-format';
import { useFormat } from '@/lib/format-context';

export interface ExportDialogProps {
  companyId: string;
  period: PayPeriod;
  onClose: () => void;
}

/** `WK261115`: names the batch by the end of its period. */
const batchName = (end: string) => `WK${end.slice(2).replaceAll('-', '')}`;

type Typed = Partial<Record<SettingName | 'columns', string>>;

/** What is typed now, else what was the last time, else what most customers have. */
function filledIn(
  { settings, columns }: MachineFormat,
  typed: Typed,
  last: Record<string, string>,
  period: PayPeriod,
): Record<string, string> {
  const names = settings.map(({ name, preset = '' }): [keyof Typed, string] => [
    name,
    typed[name] ?? (name === 'batch' ? batchName(period.end) : (last[name] ?? preset)),
  ]);
  if (columns) names.push(['columns', typed.columns ?? last.columns ?? '']);
  return Object.fromEntries(names);
}

/** Files for payroll systems; those for people are made in the time tracker's export. */
export function ExportDialog({ companyId, period, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['payroll', 'common']);
  const format = useFormat();
  const [id, setId] = useState<FormatId>('generic');
  const [typed, setTyped] = useState<Typed>({});
  const { data: last = {} } = useQuery(lastSettingsQuery(companyId, id));
  const source = useFileData(companyId, period);
  const send = useExportFile();

  const machine = machineFormat(id);
  const values = machine ? filledIn(machine, typed, last, period) : {};
  const provider = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim()]),
  );
  const data = source.data && { ...source.data, settings: provider };
  const outcome = data && makePayrollFile(id, data);
  const blocked = machine !== null && !period.locked;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('export.title')}
        description={format.dateRange(period.start, period.end)}
      >
        <DialogBody className="flex flex-col gap-4">
          <div className="flex items-center gap-3 rounded-card border px-4 py-3">
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-[550]">{t('export.people')}</p>
              <p className="text-muted">{t('export.peopleText')}</p>
            </div>
            <Button size="small" asChild>
              <Link to="/time-tracker?dialog=export">{t('export.peopleLink')}</Link>
            </Button>
          </div>
          <Field label={t('export.format')}>
            <Select
              value={id}
              onValueChange={(next) => {
                setId(next);
                setTyped({});
              }}
              options={FORMAT_IDS.map((value) => ({
                value,
                label: t(`export.formats.${value}`),
              }))}
            />
          </Field>
          {machine && (
            <ExportSettings
              key={id}
              format={machine}
              values={values}
              onChange={(name, value) => setTyped({ ...typed, [name]: value })}
            />
          )}
          {source.error ? (
            <ErrorState error={source.error} onRetry={source.retry} />
          ) : data && outcome ? (
            <ExportNotices
              companyId={companyId}
              period={period}
              id={id}
              data={data}
              outcome={outcome}
            />
          ) : (
            <ListSkeleton rows={2} />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            disabled={blocked || outcome?.kind !== 'file'}
            busy={send.isPending}
            onClick={() => {
              if (outcome?.kind !== 'file') return;
              const { name, type, text } = outcome;
              send.mutate(
                { range: period, format: id, provider, file: { name, type, text } },
                { onSuccess: onClose },
              );
            }}
          >
            {t('export.download')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
