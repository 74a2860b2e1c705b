import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Textarea } from '@/components/ui/textarea';
import { employeeName } from '@/entities/employee/employees-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { BreakRow, DueBreak } from '@/features/break-board/api/queries';
import { useOfferBreak } from '@/features/break-board/api/write-breaks';
import { serverNow } from '@/lib/server-clock';
import { dateOf, instantAt } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const ANSWERS = ['offered', 'declined', 'postponed'] as const;

export interface OfferDialogProps {
  row: BreakRow;
  due: DueBreak;
  onClose: () => void;
}

/** That a break was offered, and what the person said. */
export default function OfferDialog({ row, due, onClose }: OfferDialogProps) {
  const { t } = useTranslation('break-board');
  const clock = useSiteClock(row.project_id);
  const offer = useOfferBreak();
  const form = useForm({
    initial: {
      answer: 'offered' as (typeof ANSWERS)[number],
      takeAt: null as TimeInputValue,
      note: '',
      waives: false,
    },
    read: ({ answer, takeAt, note, waives }, wrong) => {
      const isWaived = waives && answer === 'declined' && due.kind === 'meal';
      const said = note.trim();
      return {
        answer,
        takeAt:
          answer !== 'postponed'
            ? null
            : typeof takeAt === 'number'
              ? instantAt(dateOf(serverNow(), clock.timeZone), takeAt, clock.timeZone)
              : wrong('takeAt', t('offer.takeAtMissing')),
        note: isWaived && !said ? wrong('note', t('offer.noteMissing')) : said,
        waives: isWaived,
      };
    },
    submit: (fields) => offer.mutateAsync({ row, due, ...fields }),
    done: onClose,
  });
  const { answer } = form.values;
  return (
    <FormDialog
      form={form}
      title={t('offer.title', { name: employeeName(row), kind: t(`kind.${due.kind}`) })}
      save={t('offer.save')}
      columns={1}
      onClose={onClose}
    >
      <RadioGroup
        aria-label={t('offer.answer')}
        value={answer}
        onValueChange={(next) => form.set({ answer: next as (typeof ANSWERS)[number] })}
      >
        {ANSWERS.map((value) => (
          <RadioItem key={value} value={value} label={t(`offer.choice.${value}`)} />
        ))}
      </RadioGroup>
      {answer === 'postponed' && (
        <Field label={t('offer.takeAt')}>
          <TimeInput {...form.value('takeAt')} />
        </Field>
      )}
      {answer === 'declined' && due.kind === 'meal' && (
        <SwitchRow
          id="offer-waives"
          label={t('offer.waives')}
          text={t(due.number === 1 ? 'offer.waivesFirst' : 'offer.waivesSecond')}
          {...form.checked('waives')}
        />
      )}
      <Field label={t('offer.note')} hint={t('offer.noteHint')} optional>
        <Textarea {...form.text('note')} maxLength={500} rows={2} />
      </Field>
    </FormDialog>
  );
}
