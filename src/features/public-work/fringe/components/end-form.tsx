import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { Enrollment } from '@/features/public-work/fringe/api/queries';
import { useEndEnrollment } from '@/features/public-work/fringe/api/save-enrollments';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

interface EndFormProps {
  companyId: string;
  today: IsoDate;
  enrollment: Enrollment;
  onClose: () => void;
}

/** The last day of somebody in a plan. */
export function EndForm({ companyId, today, enrollment, onClose }: EndFormProps) {
  const { t } = useTranslation(['fringe', 'common']);
  const end = useEndEnrollment(companyId);
  const [opened] = useState(enrollment);
  const form = useForm({
    initial: { to: (enrollment.to_date ?? today) as DateInputValue },
    read: ({ to }, wrong): { to: IsoDate | null } => ({
      to:
        to === 'invalid'
          ? wrong('to', t('required.date'))
          : to !== null && to < opened.from_date
            ? wrong('to', t('required.order'))
            : to,
    }),
    submit: ({ to }) => end.mutateAsync({ opened, to }),
    done: onClose,
    refusals: {
      employee_fringe_plans_once_at_a_time: ['to', t('people.overlap')],
      employee_fringe_plans_dates: ['to', t('required.order')],
    },
  });
  return (
    <Form form={form} className="flex flex-wrap items-end gap-2">
      <Field label={t('people.to')} hint={t('people.toHint')} className="w-56">
        <DateInput {...form.value('to')} />
      </Field>
      <Button type="submit" busy={form.busy} className="mb-5.5">
        {t('common:action.save')}
      </Button>
    </Form>
  );
}
