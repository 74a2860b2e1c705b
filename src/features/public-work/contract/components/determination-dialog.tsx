import { useId, useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Contract, Determination } from '@/features/public-work/contract/api/queries';
import { useSaveDetermination } from '@/features/public-work/contract/api/writes';
import { weekEndInside } from '@/features/public-work/contract/determination-state';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface DeterminationDialogProps {
  projectId: string;
  contract: Contract;
  determinations: readonly Determination[];
  /** Null: a new one, or a further modification. */
  determination: Determination | null;
  onClose: () => void;
}

/** A determination by hand, or the next modification of one with its classes. */
export function DeterminationDialog(props: DeterminationDialogProps) {
  const { projectId, contract, determinations, determination, onClose } = props;
  const { t } = useTranslation('public-contract');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const save = useSaveDetermination(companyId, projectId);
  const [opened] = useState(determination);
  const copyId = useId();
  /** The newest of that number: most classes of a modification are the ones it had. */
  const before = (number: string): Determination | undefined =>
    opened
      ? undefined
      : determinations
          .filter((one) => one.number === number.trim() && one.classes.length > 0)
          .toSorted((one, other) => other.effective_from.localeCompare(one.effective_from))[0];
  const form = useForm({
    initial: () => ({
      number: determination?.number ?? '',
      modification: determination?.modification ?? '0',
      published: (determination?.published_on ?? null) as DateInputValue,
      from: (determination?.effective_from ?? null) as DateInputValue,
      copies: true,
    }),
    read: ({ number, modification, published, from, copies }, wrong) => ({
      fields: {
        number: number.trim() || wrong('number', t('wrong.number')),
        modification: modification.trim(),
        published_on: published === 'invalid' ? wrong('published', t('wrong.date')) : published,
        effective_from: isDate(from) ? from : wrong('from', t('wrong.effectiveFrom')),
      },
      previous: copies ? (before(number)?.id ?? null) : null,
    }),
    submit: (input) => save.mutateAsync({ ...input, opened }),
    done: onClose,
    refusals: { wage_determinations_once: ['from', t('wrong.determinationOnce')] },
  });
  const previous = before(form.values.number);
  const { from } = form.values;
  const weekEnd = isDate(from) ? weekEndInside(from, contract.week_ends_on) : null;
  return (
    <FormDialog
      form={form}
      title={t(determination ? 'determinations.edit' : 'determinations.new')}
      onClose={onClose}
    >
      <Field label={t('determinations.number')} hint={t('determinations.numberHint')}>
        <Input {...form.text('number')} maxLength={60} placeholder="CA20260001" />
      </Field>
      <Field label={t('determinations.modification')} hint={t('determinations.modificationHint')}>
        <Input {...form.text('modification')} maxLength={40} />
      </Field>
      <Field label={t('determinations.publishedOn')} optional>
        <DateInput {...form.value('published')} />
      </Field>
      <Field label={t('determinations.effectiveFrom')} hint={t('determinations.effectiveHint')}>
        <DateInput {...form.value('from')} />
      </Field>
      {weekEnd && (
        <Notice tone="info" className="sm:col-span-2" title={t('determinations.insideWeek')}>
          {t('determinations.insideWeekText', { date: format.date(weekEnd) })}
        </Notice>
      )}
      {previous && (
        <div className="sm:col-span-2">
          <SwitchRow
            id={copyId}
            label={t('determinations.copy', { count: previous.classes.length })}
            text={t('determinations.copyText', { modification: previous.modification || '–' })}
            {...form.checked('copies')}
          />
        </div>
      )}
    </FormDialog>
  );
}
