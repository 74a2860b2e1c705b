import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { PersonClass } from '@/features/public-work/contract/api/queries';
import {
  useAddPersonClasses,
  useChangePersonClass,
} from '@/features/public-work/contract/api/writes';
import { currentOf } from '@/features/public-work/contract/classes';
import { ClassPicker } from '@/features/public-work/contract/components/class-picker';
import type { MapCardProps } from '@/features/public-work/contract/components/codes-card';
import { RATE, rateAsTyped, readRate } from '@/features/public-work/contract/read-rate';
import { PeopleField } from '@/features/public-work/fringe/components/people-field';
import {
  type Refused,
  RefusedPeople,
} from '@/features/public-work/fringe/components/refused-people';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const NOBODY: ReadonlySet<string> = new Set();

export interface PersonClassDialogProps extends MapCardProps {
  /** Null: a new one. */
  value: PersonClass | null;
  onClose: () => void;
}

/**
 * The usual class of a person from a day on, or of many at once. A new row leaves the days before as they
 * were. Who is refused stays ticked, with the reason; the others are saved.
 */
export function PersonClassDialog(props: PersonClassDialogProps) {
  const { projectId, determinations, classes, value, onClose } = props;
  const { t } = useTranslation('public-contract');
  const today = useToday(useFormat().preferences.timeZone);
  const companyId = useViewer().company?.id ?? '';
  const change = useChangePersonClass(companyId);
  const add = useAddPersonClasses(projectId);
  const [opened] = useState(value);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const form = useForm({
    initial: () => ({
      people: (value ? [value.employee_id] : []) as readonly string[],
      classId: currentOf(determinations, classes, value?.classification_id ?? null)?.id ?? null,
      from: (value?.from_date ?? today) as DateInputValue,
      pays: value && value.cash_in_lieu !== null ? 'fixed' : 'rest',
      cash: rateAsTyped(value?.cash_in_lieu ?? null),
    }),
    read: ({ people, classId, from, pays, cash }, wrong) => {
      const chosen = classes.find(({ id }) => id === classId);
      const amount = pays === 'fixed' ? readRate(cash, { zero: true }) : null;
      // The row stays as it is while the class is the same one, under whichever modification.
      const unchanged =
        opened && currentOf(determinations, classes, opened.classification_id)?.id === classId;
      return {
        employeeIds: people.length > 0 ? people : wrong('people', t('wrong.person')),
        fields: {
          classification_id: unchanged
            ? opened.classification_id
            : !chosen
              ? wrong('classId', t('wrong.class'))
              : chosen.hasEnded
                ? wrong('classId', t('wrong.classEnded'))
                : chosen.id,
          from_date: isDate(from) ? from : wrong('from', t('wrong.date')),
          cash_in_lieu:
            amount === null
              ? null
              : 'rate' in amount
                ? amount.rate
                : wrong('cash', t(`wrong.rate.${amount.problem}`)),
        },
      };
    },
    submit: async ({ employeeIds, fields }) => {
      if (!opened) return add.mutateAsync({ employeeIds, fields });
      await change.mutateAsync({ fields, opened });
      return [];
    },
    done: (notSaved) => {
      if (notSaved.length === 0) return onClose();
      setRefused(notSaved);
      form.set({ people: notSaved.map(({ employeeId }) => employeeId) });
    },
    refusals: {
      employee_classifications_once: ['from', t('wrong.personOnce')],
      classification_not_on_project: ['classId', t('wrong.class')],
      classification_not_in_force: ['classId', t('wrong.classEnded')],
    },
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t(value ? 'people.edit' : 'people.new')}
      onClose={onClose}
    >
      {value ? (
        <Field label={t('people.name')}>
          <EmployeePicker value={value.employee_id} onValueChange={() => undefined} disabled />
        </Field>
      ) : (
        <>
          <PeopleField {...form.value('people')} without={NOBODY} error={form.errors['people']} />
          <RefusedPeople refused={refused} />
        </>
      )}
      <Field label={t('codes.class')}>
        <ClassPicker {...form.value('classId')} classes={classes} />
      </Field>
      <Field label={t('people.from')} hint={t('people.fromHint')}>
        <DateInput {...form.value('from')} />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-[550] text-muted text-sm">{t('people.cash')}</legend>
        <RadioGroup {...form.value('pays')} aria-label={t('people.cash')}>
          <RadioItem value="rest" label={t('people.rest')} description={t('people.restText')} />
          <RadioItem value="fixed" label={t('people.fixed')} description={t('people.fixedText')} />
        </RadioGroup>
      </fieldset>
      {form.values.pays === 'fixed' && (
        <Field label={t('people.perHour')}>
          <NumberInput {...form.text('cash')} limits={RATE} placeholder="0.00" />
        </Field>
      )}
    </FormDialog>
  );
}
