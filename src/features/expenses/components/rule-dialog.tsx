import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Rule, useSaveRule } from '@/features/expenses/api/rates';
import { useFederalPerDiem } from '@/features/expenses/use-federal-per-diem';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const USUAL_PERCENT = 75;
const AMOUNT = { digits: 2, min: 0, max: 99_999_999.99 };
const PERCENT = { digits: 2, min: 0, max: 100 };
const MILES = { digits: 1, min: 0, max: 99_999.9 };

/** What a project pays for days away, from a date on; a new one begins with the federal standard. */
export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { today } = useCalendar();
  const federal = useFederalPerDiem();
  const save = useSaveRule(useViewer().company?.id ?? '');
  const [opened] = useState(rule);
  const form = useForm({
    initial: {
      projectId: opened?.project_id ?? null,
      from: (opened?.from_date ?? today) as DateInputValue,
      daily: String(opened?.daily_amount ?? federal.meals ?? ''),
      percent: String(opened?.first_last_percent ?? USUAL_PERCENT),
      lodging: String(opened?.lodging_amount ?? 0),
      distance: opened?.min_distance_miles ? String(opened.min_distance_miles) : '',
    },
    read: ({ projectId, from, daily, percent, lodging, distance }, wrong) => ({
      project_id: projectId ?? wrong('projectId', t('form.projectWrong')),
      from_date: isDate(from) ? from : wrong('from', t('rates.dateWrong')),
      daily_amount: numberIn(daily, AMOUNT) ?? wrong('daily', t('rules.numberWrong')),
      first_last_percent: numberIn(percent, PERCENT) ?? wrong('percent', t('rules.numberWrong')),
      lodging_amount: numberIn(lodging, AMOUNT) ?? wrong('lodging', t('rules.numberWrong')),
      min_distance_miles:
        distance.trim() === ''
          ? null
          : (numberIn(distance, MILES) ?? wrong('distance', t('rules.numberWrong'))),
    }),
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
  });
  const { daily_amount: daily, lodging_amount: lodging } = form.reading;
  const isAboveFederal =
    (federal.meals !== null && (daily ?? 0) > federal.meals) ||
    (federal.lodging !== null && (lodging ?? 0) > federal.lodging);
  return (
    <FormDialog form={form} title={t(opened ? 'rules.edit' : 'rules.add')} onClose={onClose}>
      <Field label={t('form.project')}>
        <ProjectPicker {...form.value('projectId')} />
      </Field>
      <Field label={t('rates.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t('rules.daily')}>
        <NumberInput {...form.text('daily')} limits={AMOUNT} />
      </Field>
      <Field label={t('rules.percent')}>
        <NumberInput {...form.text('percent')} limits={PERCENT} />
      </Field>
      <Field label={t('rules.lodging')} hint={t('rules.lodgingHint')}>
        <NumberInput {...form.text('lodging')} limits={AMOUNT} />
      </Field>
      <Field label={t('rules.distance')} hint={t('rules.distanceHint')} optional>
        <NumberInput {...form.text('distance')} limits={MILES} />
      </Field>
      {isAboveFederal && (
        <Notice tone="attention" className="sm:col-span-2">
          {t('rules.aboveFederal')}
        </Notice>
      )}
    </FormDialog>
  );
}
