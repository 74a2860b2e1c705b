import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { type CaseDays, daysQuery, type LogLine } from '@/features/safety/api/queries';
import { useRemoveDays, useSaveDays } from '@/features/safety/api/writes';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const KINDS = ['away', 'restricted'] as const;

interface DaysDialogProps {
  companyId: string;
  line: LogLine;
  onClose: () => void;
}

/** From when to when: the database counts calendar days, and never more than 180. */
export default function DaysDialog({ companyId, line, onClose }: DaysDialogProps) {
  const { t } = useTranslation(['safety', 'common']);
  const days = useQuery(daysQuery(line.id));
  const [ending, setEnding] = useState<CaseDays | null>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('days.title', { number: line.number })} description={t('days.text')}>
        <DialogBody className="grid gap-5">
          <p className="text-sm" aria-live="polite">
            {t('days.counted', { away: line.away, restricted: line.restricted })}
          </p>
          <Loaded query={days} skeleton={<ListSkeleton rows={1} />}>
            {(spans) => <SpanList companyId={companyId} spans={spans} onEnd={setEnding} />}
          </Loaded>
          <SpanForm
            key={ending?.id ?? 'new'}
            companyId={companyId}
            line={line}
            opened={ending}
            onSaved={() => setEnding(null)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface SpanListProps {
  companyId: string;
  spans: readonly CaseDays[];
  /** Somebody is back: the last day of what is open still. */
  onEnd: (span: CaseDays) => void;
}

function SpanList({ companyId, spans, onEnd }: SpanListProps) {
  const { t } = useTranslation(['safety', 'common']);
  const format = useFormat();
  const remove = useRemoveDays(companyId);
  if (spans.length === 0) return <p className="text-muted text-sm">{t('days.none')}</p>;
  return (
    <ul className="divide-y rounded-card border">
      {spans.map((span) => {
        const range = span.to_date
          ? format.dateRange(span.from_date, span.to_date)
          : t('days.open', { from: format.date(span.from_date) });
        return (
          <li key={span.id} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
            <span className="mr-auto">
              <span className="font-[550]">{t(`kind.${span.kind}`)}</span> · {range}
            </span>
            {span.to_date === null && (
              <Button
                size="small"
                aria-label={t('days.endsOf', { range })}
                onClick={() => onEnd(span)}
              >
                {t('days.ends')}
              </Button>
            )}
            <Button
              size="small"
              aria-label={t('days.removeOf', { range })}
              busy={remove.isPending && remove.variables === span.id}
              onClick={() => remove.mutate(span.id)}
            >
              {t('days.remove')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

interface SpanFormProps extends Pick<DaysDialogProps, 'companyId' | 'line'> {
  /** Null: new days. */
  opened: CaseDays | null;
  onSaved: () => void;
}

function SpanForm({ companyId, line, opened, onSaved }: SpanFormProps) {
  const { t } = useTranslation('safety');
  const save = useSaveDays(companyId);
  const form = useForm({
    initial: {
      kind: opened?.kind ?? ('away' as CaseDays['kind']),
      from: (opened?.from_date ?? null) as DateInputValue,
      to: (opened?.to_date ?? null) as DateInputValue,
    },
    read: ({ kind, from, to }, wrong) => ({
      case_id: line.id,
      kind,
      from_date: from === null || from === 'invalid' ? wrong('from', t('required.date')) : from,
      to_date: to === 'invalid' ? wrong('to', t('required.date')) : to,
    }),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: () => {
      form.reset({ from: null, to: null });
      onSaved();
    },
    refusals: {
      injury_case_days_no_overlap: ['from', t('failure.injury_case_days_no_overlap')],
      injury_case_days_start_before_end: ['to', t('failure.injury_case_days_start_before_end')],
      case_voided: ['from', t('failure.case_voided')],
    },
  });
  return (
    <Form form={form} className="grid gap-3 sm:grid-cols-3">
      <Field label={t('days.kind')}>
        <Select
          {...form.value('kind')}
          options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Field>
      <Field label={t('days.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t('days.to')} optional>
        <DateInput {...form.value('to')} />
      </Field>
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {t(opened ? 'days.save' : 'days.add')}
      </Button>
    </Form>
  );
}
