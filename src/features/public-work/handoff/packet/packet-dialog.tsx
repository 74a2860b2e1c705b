import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Progress } from '@/components/ui/progress';
import { useMakePacket } from '@/features/public-work/handoff/packet/make-packet';
import { useFormat } from '@/lib/format-context';
import { addDays, addMonths } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** Two days are at most this far apart. */
const MAX_DAYS = 400;

/** The range of an audit, what the file contains and what it does not prove. */
export function PacketDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation('handoff');
  const today = useToday(useFormat().preferences.timeZone);
  const [progress, setProgress] = useState({ done: 0, all: 0 });
  const make = useMakePacket((done, all) => setProgress({ done, all }));
  const form = useForm({
    initial: { start: addMonths(today, -3) as DateInputValue, end: today as DateInputValue },
    read: ({ start, end }, wrong) => {
      const isRange =
        isDate(start) && isDate(end) && start <= end && end <= addDays(start, MAX_DAYS);
      return isRange ? { projectId, start, end } : wrong('start', t('packet.rangeWrong'));
    },
    submit: (range) => make.mutateAsync(range),
    refusals: { packet_empty: ['start', t('packet.none')] },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('packet.title')}
      description={t('packet.text')}
      save={t('packet.make')}
      onClose={onClose}
    >
      <Field label={t('packet.from')}>
        <DateInput {...form.value('start')} />
      </Field>
      <Field label={t('packet.to')}>
        <DateInput {...form.value('end')} />
      </Field>
      <div className="grid gap-2 text-muted text-sm sm:col-span-2">
        <p>{t('packet.contents')}</p>
        <p>{t('packet.limits')}</p>
      </div>
      <Notice tone="attention" className="sm:col-span-2">
        {t('packet.personal')}
      </Notice>
      {form.busy && progress.all > 0 && (
        <div className="grid gap-1.5 sm:col-span-2">
          <p className="text-sm tabular-nums">{t('packet.making', progress)}</p>
          <Progress value={(100 * progress.done) / progress.all} label={t('packet.make')} />
        </div>
      )}
    </FormDialog>
  );
}
