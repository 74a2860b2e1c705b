import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ShownOnce } from '@/entities/portal-link/shown-once';
import type { Contract } from '@/features/public-work/contract/api/queries';
import type { Subcontractor } from '@/features/public-work/handoff/api/queries';
import {
  useChangeSubcontractor,
  useInviteSubcontractor,
} from '@/features/public-work/handoff/api/subcontractors';
import { useFormat } from '@/lib/format-context';
import { isEmail } from '@/lib/is-email';
import { LANGUAGES, type Language } from '@/lib/languages';
import { addDays, weekDayOf } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';

interface InviteDialogProps {
  contract: Contract;
  /** Null: a new one. */
  subcontractor: Subcontractor | null;
  onClose: () => void;
}

/** A subcontractor's office, its address, and from which week on it hands in. */
export function InviteDialog({ contract, subcontractor, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['handoff', 'common']);
  const format = useFormat();
  const days = useWeekDays();
  const today = useToday(format.preferences.timeZone);
  const invite = useInviteSubcontractor();
  const change = useChangeSubcontractor();
  const [opened] = useState(subcontractor);
  const [address, setAddress] = useState<string | null>(null);
  // The last week that is over.
  const lastWeekEnd = addDays(today, -((weekDayOf(today) - contract.week_ends_on + 7) % 7));
  const form = useForm({
    initial: {
      name: subcontractor?.name ?? '',
      email: subcontractor?.email ?? '',
      language: (subcontractor?.language ?? 'en') as Language,
      firstWeekEnd: (subcontractor?.first_week_end ?? lastWeekEnd) as DateInputValue,
    },
    read: ({ name, email, language, firstWeekEnd }, wrong) => ({
      name: name.trim() || wrong('name', t('invite.nameWrong')),
      email:
        email.trim() === ''
          ? null
          : isEmail(email)
            ? email.trim()
            : wrong('email', t('invite.emailWrong')),
      language,
      firstWeekEnd: !isDate(firstWeekEnd)
        ? wrong('firstWeekEnd', t('invite.weekWrong'))
        : weekDayOf(firstWeekEnd) === contract.week_ends_on
          ? firstWeekEnd
          : wrong('firstWeekEnd', t('invite.notWeekEnd')),
    }),
    submit: async (fields) => {
      if (opened) await change.mutateAsync({ opened, ...fields });
      else return invite.mutateAsync({ projectId: contract.project_id, ...fields });
    },
    refusals: {
      subcontractors_name_once: ['name', t('invite.nameTaken')],
      subcontractors_email_form: ['email', t('invite.emailWrong')],
    },
    // Who has no address gets the link by hand.
    done: (made) => (made && form.values.email.trim() === '' ? setAddress(made) : onClose()),
  });
  if (address) {
    return (
      <ShownOnce
        title={t('invite.link', { name: form.values.name })}
        description={t('invite.linkText')}
        address={address}
        onClose={onClose}
      />
    );
  }
  const weekDay = days[contract.week_ends_on]?.label ?? '';
  return (
    <FormDialog
      form={form}
      title={
        subcontractor ? t('invite.editTitle', { name: subcontractor.name }) : t('invite.title')
      }
      description={subcontractor ? undefined : t('invite.text')}
      save={subcontractor ? undefined : t('invite.send')}
      onClose={onClose}
    >
      {!subcontractor && (
        <Field label={t('invite.name')} className="sm:col-span-2">
          <Input {...form.text('name')} maxLength={200} />
        </Field>
      )}
      <Field label={t('invite.email')} hint={t('invite.emailHint')} optional>
        <Input {...form.text('email')} type="email" maxLength={254} autoComplete="off" />
      </Field>
      <Field label={t('invite.language')}>
        <Select
          {...form.value('language')}
          options={LANGUAGES.map((value) => ({
            value,
            label: value === 'es' ? 'Español' : 'English',
          }))}
        />
      </Field>
      <Field label={t('invite.firstWeek')} hint={t('invite.firstWeekHint', { day: weekDay })}>
        <DateInput {...form.value('firstWeekEnd')} />
      </Field>
    </FormDialog>
  );
}
