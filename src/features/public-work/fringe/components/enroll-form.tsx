import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { Enrollment, Plan } from '@/features/public-work/fringe/api/queries';
import { useEnroll } from '@/features/public-work/fringe/api/save-enrollments';
import { PeopleField } from '@/features/public-work/fringe/components/people-field';
import {
  type Refused,
  RefusedPeople,
} from '@/features/public-work/fringe/components/refused-people';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

interface EnrollFormProps {
  plan: Plan;
  today: IsoDate;
  enrolled: readonly Enrollment[];
}

/** Adds many people at once. Who is refused stays ticked, with the reason; the others are saved. */
export function EnrollForm({ plan, today, enrolled }: EnrollFormProps) {
  const { t } = useTranslation('fringe');
  const enroll = useEnroll();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const form = useForm({
    initial: {
      people: [] as readonly string[],
      from: (plan.from_date > today ? plan.from_date : today) as DateInputValue,
      to: null as DateInputValue,
    },
    read: ({ people, from, to }, wrong) => ({
      planId: plan.id,
      employeeIds: people.length > 0 ? people : wrong('people', t('required.people')),
      from: from === 'invalid' || from === null ? wrong('from', t('required.date')) : from,
      to:
        to === 'invalid'
          ? wrong('to', t('required.date'))
          : to !== null && from !== null && to < from
            ? wrong('to', t('required.order'))
            : to,
    }),
    submit: (people) => enroll.mutateAsync(people),
    done: (notSaved) => {
      setRefused(notSaved);
      form.reset({ people: notSaved.map(({ employeeId }) => employeeId) });
    },
  });
  const open = new Set(
    enrolled.filter(({ to_date }) => to_date === null).map(({ employee_id }) => employee_id),
  );
  return (
    <Form form={form} className="grid gap-3 rounded-card border p-4 sm:grid-cols-2">
      <PeopleField {...form.value('people')} without={open} error={form.errors['people']} />
      <RefusedPeople refused={refused} />
      <Field label={t('people.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t('people.to')} optional>
        <DateInput {...form.value('to')} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-start" busy={form.busy}>
        {t('people.add', { count: form.values.people.length })}
      </Button>
    </Form>
  );
}
