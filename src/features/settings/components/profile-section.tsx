import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Avatar } from '@/components/shared/avatar';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSession } from '@/entities/session/use-session';
import { useAvatarUrl } from '@/entities/viewer/use-avatar-url';
import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { useChangeEmail, useSavePhoto, useSaveProfile } from '@/features/settings/api/profile';
import { EmergencyCard } from '@/features/settings/components/emergency-card';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { errorWords } from '@/lib/errors';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

const EMAIL = /^[^@\s]+@[^@\s]+$/;
const schema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  lastName: z.string().check(z.trim(), z.maxLength(100)),
  email: z.string().check(z.trim(), z.regex(EMAIL)),
  phone: z.string().check(z.trim(), z.maxLength(40)),
  company: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  jobTitle: z.string().check(z.trim(), z.maxLength(100)),
});

/** Who signs in with a phone number may have none. */
const withoutEmail = z.extend(schema, {
  email: z.union([z.literal(''), z.string().check(z.trim(), z.regex(EMAIL))]),
});

const profileOf = (values: z.infer<typeof schema>) => ({
  first_name: values.firstName,
  last_name: values.lastName,
  phone: values.phone || null,
  job_title: values.jobTitle || null,
});

export function ProfileSection() {
  const { t } = useTranslation(['settings', 'common']);
  const { user } = useSession();
  const { profile, company, employee } = useViewer();
  const saveProfile = useSaveProfile();
  const saveCompany = useSaveCompany();
  const changeEmail = useChangeEmail();
  const form = useForm({
    resolver: zodResolver(user?.email ? schema : withoutEmail),
    defaultValues: {
      firstName: profile?.first_name ?? '',
      lastName: profile?.last_name ?? '',
      email: user?.email ?? '',
      phone: profile?.phone ?? '',
      company: company?.name ?? '',
      jobTitle: profile?.job_title ?? '',
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const submit = form.handleSubmit(async (values) => {
    const saved = await saveProfile.mutateAsync({
      before: profileOf({ ...values, ...form.formState.defaultValues }),
      after: profileOf(values),
    });
    if (values.company !== company?.name && employee?.role === 'owner') {
      await saveCompany.mutateAsync({ name: values.company });
    }
    if (values.email !== '' && values.email !== user?.email)
      await changeEmail.mutateAsync(values.email);
    form.reset({
      ...values,
      firstName: saved.first_name ?? '',
      lastName: saved.last_name ?? '',
      phone: saved.phone ?? '',
      jobTitle: saved.job_title ?? '',
    });
  });
  const failure = saveProfile.error ?? saveCompany.error ?? changeEmail.error;
  const busy = saveProfile.isPending || saveCompany.isPending || changeEmail.isPending;
  return (
    <>
      <SettingsCard title={t('tab.profile')} text={t('profile.text')}>
        <Photo />
        <form
          onSubmit={(event) => void submit(event).catch(() => undefined)}
          className="flex flex-col gap-4"
          noValidate
        >
          {failure && <Notice tone="danger">{errorWords(failure)}</Notice>}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('profile.firstName')}
              error={errors.firstName ? t('required.firstName') : undefined}
            >
              <Input {...form.register('firstName')} autoComplete="given-name" />
            </Field>
            <Field label={t('profile.lastName')}>
              <Input {...form.register('lastName')} autoComplete="family-name" />
            </Field>
            <Field
              label={t('profile.email')}
              hint={t('profile.emailHint')}
              error={errors.email ? t('required.email') : undefined}
            >
              <Input {...form.register('email')} type="email" autoComplete="email" />
            </Field>
            <Field label={t('profile.phone')} optional={t('common:optional')}>
              <Input {...form.register('phone')} type="tel" autoComplete="tel" />
            </Field>
            <Field
              label={t('profile.company')}
              error={errors.company ? t('required.company') : undefined}
            >
              <Input {...form.register('company')} readOnly={employee?.role !== 'owner'} />
            </Field>
            <Field label={t('profile.jobTitle')} optional={t('common:optional')}>
              <Input {...form.register('jobTitle')} autoComplete="organization-title" />
            </Field>
          </div>
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={busy} disabled={!isDirty}>
              {busy ? t('common:action.saving') : t('common:action.save')}
            </Button>
          </div>
        </form>
      </SettingsCard>
      <EmergencyCard />
    </>
  );
}

function Photo() {
  const { t } = useTranslation('settings');
  const name = useViewerName();
  const url = useAvatarUrl();
  const save = useSavePhoto();
  return (
    <div className="mb-5 flex items-center gap-4">
      <Avatar name={name} src={url} size="large" />
      <div className="flex flex-wrap gap-2">
        <label
          htmlFor="photo"
          className="touch-target inline-flex h-9 cursor-pointer items-center rounded-small border border-border-strong bg-surface px-3.5 font-[550] text-sm focus-within:outline-2 focus-within:outline-ring hover:bg-sunken"
        >
          {t('profile.changePhoto')}
          <input
            id="photo"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            disabled={save.isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) save.mutate(file);
            }}
          />
        </label>
        {url && (
          <Button variant="ghost" busy={save.isPending} onClick={() => save.mutate(null)}>
            {t('profile.removePhoto')}
          </Button>
        )}
      </div>
    </div>
  );
}
