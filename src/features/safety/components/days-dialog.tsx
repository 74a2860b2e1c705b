import { useQuery } from '@tanstack/react-query';
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
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('days.title', { number: line.number })} description={t('days.text')}>
        <DialogBody className="grid gap-5">
          <p className="text-sm" aria-live="polite">
            {t('days.counted', { away: line.away, restricted: line.restricted })}
          </p>
          <Loaded query={days} skeleton={<ListSkeleton rows={1} />}>
            {(spans) => <SpanList companyId={companyId} spans={spans} />}
          </Loaded>
          <AddSpan companyId={companyId} line={line} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function SpanList({ companyId, spans }: { companyId: string; spans: readonly CaseDays[] }) {
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
            <span>
              <span className="font-[550]">{t(`kind.${span.kind}`)}</span> · {range}
            </span>
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

function AddSpan({ companyId, line }: Pick<DaysDialogProps, 'companyId' | 'line'>) {
  const { t } = useTranslation('safety');
  const save = useSaveDays(companyId);
  const form = useForm({
    initial: {
      kind: 'away' as CaseDays['kind'],
      from: null as DateInputValue,
      to: null as DateInputValue,
    },
    read: ({ kind, from, to }, wrong) => ({
      case_id: line.id,
      kind,
      from_date: from === null || from === 'invalid' ? wrong('from', t('required.date')) : from,
      to_date: to === 'invalid' ? wrong('to', t('required.date')) : to,
    }),
    submit: (fields) => save.mutateAsync({ opened: null, fields }),
    done: () => form.reset({ from: null, to: null }),
    refusals: {
      injury_case_days_no_overlap: ['from', t('failure.injury_case_days_no_overlap')],
      injury_case_days_start_before_end: ['to', t('failure.injury_case_days_start_before_end')],
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
        {t('days.add')}
      </Button>
    </Form>
  );
}
