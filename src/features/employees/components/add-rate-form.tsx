import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { rateEffectQuery } from '@/features/employees/api/queries';
import { useAddRate } from '@/features/employees/api/rates';
import { RateEffects } from '@/features/employees/components/rate-effects';
import { readRate } from '@/features/employees/person-schema';
import { errorWords } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';

export function AddRateForm({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation(['employees', 'common']);
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const add = useAddRate(companyId);
  const [rate, setRate] = useState('');
  const [from, setFrom] = useState<DateInputValue>(() => dateOf(serverNow(), zone));
  const [projectId, setProjectId] = useState<string | null>(null);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const hourlyRate = Number(readRate(rate));
  const rateWrong = rate.trim() === '' || !Number.isFinite(hourlyRate) || hourlyRate < 0;
  const fromWrong = from === null || from === 'invalid';

  const isPast = !fromWrong && from < dateOf(serverNow(), zone);
  const { data: effects = [] } = useQuery({
    ...rateEffectQuery({
      employeeId,
      hourlyRate,
      effectiveFrom: fromWrong ? '' : from,
      projectId,
      costCodeId,
    }),
    enabled: isPast && !rateWrong,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (rateWrong || fromWrong) return;
    add.mutate(
      { employeeId, hourlyRate, effectiveFrom: from, projectId, costCodeId },
      {
        onSuccess: () => {
          setRate('');
          setTried(false);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 rounded-card border bg-sunken p-4">
      {add.error && <Notice tone="danger">{errorWords(add.error)}</Notice>}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('field.rate')} error={tried && rateWrong ? t('required.rate') : undefined}>
          <Input
            value={rate}
            inputMode="decimal"
            placeholder="32.50"
            onChange={(event) => setRate(event.target.value)}
          />
        </Field>
        <Field label={t('rates.from')} error={tried && fromWrong ? t('required.date') : undefined}>
          <DateInput value={from} onValueChange={setFrom} />
        </Field>
        <Field label={t('common:project.label')} optional={t('common:optional')}>
          <ProjectPicker value={projectId} onValueChange={setProjectId} />
        </Field>
        <Field label={t('common:costCode.label')} optional={t('common:optional')}>
          <CostCodePicker projectId={projectId} value={costCodeId} onValueChange={setCostCodeId} />
        </Field>
      </div>
      <RateEffects effects={effects} />
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted text-xs">{t('rates.hint')}</p>
        <Button type="submit" variant="primary" busy={add.isPending}>
          {t('rates.add')}
        </Button>
      </div>
    </form>
  );
}
