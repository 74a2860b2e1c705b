import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Select } from '@/components/ui/select';
import { SHOWN, type Shown, useCreatePortalLink } from '@/entities/portal-link/portal-links';
import { ShownOnce } from '@/entities/portal-link/shown-once';
import { useBranch } from '@/entities/project/projects-query';
import { useFormat } from '@/lib/format-context';
import { isEmail } from '@/lib/is-email';
import { LANGUAGES, type Language } from '@/lib/languages';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const NOTHING = Object.fromEntries(SHOWN.map((kind) => [kind, false])) as Record<Shown, boolean>;

interface NewLinkDialogProps {
  projectId: string;
  /** Ticked at first. */
  suggested: readonly Shown[];
  onClose: () => void;
}

/** For whom a link is, what it shows and until when. */
export function NewLinkDialog({ projectId, suggested, onClose }: NewLinkDialogProps) {
  const { t, language } = useTranslation('portal-links');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const create = useCreatePortalLink();
  const hasPhases = (useBranch(projectId)?.size ?? 0) > 1;
  const [address, setAddress] = useState<string | null>(null);
  const form = useForm({
    initial: {
      ...NOTHING,
      ...Object.fromEntries(suggested.map((kind) => [kind, true])),
      label: '',
      email: '',
      language: language as Language,
      phases: true,
      expiresOn: addDays(today, 90) as DateInputValue,
    },
    read: ({ label, email, language: written, expiresOn, phases, ...kinds }, wrong) => {
      const shows = SHOWN.filter((kind) => kinds[kind]);
      return {
        projectId,
        language: written,
        phases: phases && hasPhases,
        label: label.trim() || wrong('label', t('newLink.labelWrong')),
        shows: shows.length > 0 ? shows : wrong('roll_call', t('newLink.showsNothing')),
        email:
          email.trim() === '' || isEmail(email.trim())
            ? email.trim() || null
            : wrong('email', t('newLink.emailWrong')),
        expiresOn:
          isDate(expiresOn) && expiresOn >= today && expiresOn <= addDays(today, 366)
            ? expiresOn
            : wrong('expiresOn', t('newLink.endWrong')),
      };
    },
    submit: (link) => create.mutateAsync(link),
    refusals: {
      share_expiry: ['expiresOn', t('newLink.endWrong')],
      portal_links_email_form: ['email', t('newLink.emailWrong')],
    },
    done: setAddress,
  });
  const { email } = form.values;
  if (address) {
    return (
      <ShownOnce
        title={t('newLink.title')}
        description={
          email.trim() ? t('newLink.mailed', { email: email.trim() }) : t('newLink.text')
        }
        address={address}
        onClose={onClose}
      />
    );
  }
  const problem = form.errors['roll_call'];
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('newLink.title')}
      description={t('newLink.text')}
      save={t('newLink.create')}
      onClose={onClose}
    >
      <Field label={t('newLink.label')} hint={t('newLink.labelHint')}>
        <Input {...form.text('label')} maxLength={200} />
      </Field>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1.5 font-[550] text-sm">{t('newLink.shows')}</legend>
        {SHOWN.map((kind) => (
          <div key={kind} className="flex items-center gap-2.5">
            <Checkbox id={`shows-${kind}`} {...form.checked(kind)} />
            <Label htmlFor={`shows-${kind}`}>{t(`links.kind.${kind}`)}</Label>
          </div>
        ))}
        {problem && (
          <p role="alert" className="col-span-full text-danger text-sm">
            {problem}
          </p>
        )}
      </fieldset>
      {hasPhases && (
        <div className="flex items-center gap-2.5">
          <Checkbox id="with-phases" {...form.checked('phases')} />
          <Label htmlFor="with-phases">{t('newLink.phases')}</Label>
        </div>
      )}
      <Field label={t('newLink.email')} hint={t('newLink.emailHint')}>
        <Input {...form.text('email')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      {email.trim() !== '' && (
        <Field label={t('newLink.language')}>
          <Select
            {...form.value('language')}
            options={LANGUAGES.map((value) => ({
              value,
              label: value === 'es' ? 'Español' : 'English',
            }))}
          />
        </Field>
      )}
      <Field label={t('newLink.ends')}>
        <DateInput {...form.value('expiresOn')} />
      </Field>
    </FormDialog>
  );
}
