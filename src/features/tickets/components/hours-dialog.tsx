import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import type { Candidate } from '@/features/tickets/day-lines';
import { DAY_HOURS, readHours } from '@/features/tickets/read-hours';
import { secondsOf } from '@/features/tickets/ticket';
import { formatDuration, formatHoursMinutes } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

export interface HoursDialogProps {
  candidate: Candidate;
  onSave: (hours: { regular: number; overtime: number }) => void;
  onClose: () => void;
}

const written = (hours: number): string => (hours > 0 ? formatHoursMinutes(secondsOf(hours)) : '');

/** Fewer hours than were worked, and how many of them are overtime. */
export function HoursDialog({ candidate, onSave, onClose }: HoursDialogProps) {
  const { t } = useTranslation('tickets');
  const of = (kind: 'regular' | 'overtime') =>
    candidate.lines.find(({ hours_kind }) => hours_kind === kind)?.quantity ?? 0;
  const limit = candidate.worked ?? 24;
  const form = useForm({
    initial: { regular: written(of('regular')), overtime: written(of('overtime')) },
    read: ({ regular, overtime }, wrong) => {
      const hours = {
        regular: readHours(regular) ?? wrong('regular', t('required.hours')),
        overtime: readHours(overtime) ?? wrong('overtime', t('required.hours')),
      };
      if (hours.regular + hours.overtime > limit + 0.001)
        wrong('regular', t('required.atMost', { hours: formatDuration(secondsOf(limit)) }));
      return hours;
    },
    submit: onSave,
  });
  return (
    <FormDialog
      form={form}
      title={candidate.name}
      description={t('hours.text', { hours: formatDuration(secondsOf(limit)) })}
      width="small"
      onClose={onClose}
    >
      <Field label={t('hours.regular')} hint={t('hours.hint')}>
        <NumberInput {...form.text('regular')} limits={DAY_HOURS} />
      </Field>
      {candidate.kind === 'labor' && (
        <Field label={t('hours.overtime')} optional>
          <NumberInput {...form.text('overtime')} limits={DAY_HOURS} />
        </Field>
      )}
    </FormDialog>
  );
}
