import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Avatar } from '@/components/shared/avatar';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSession } from '@/entities/session/use-session';
import { useAvatarUrl } from '@/entities/viewer/use-avatar-url';
import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { useChangeEmail, useSavePhoto, useSaveProfile } from '@/features/settings/api/profile';
import { EmergencyCard } from '@/features/settings/components/emergency-card';
import { useTranslation } from '@/lib/use-translation';

const EMAIL = /^[^@\s]+@[^@\s]+$/;

const profileOf = (values: {
  firstName: string;
  lastName: string;
  phone: string;
  jobTitle: string;
}) => ({
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
    initial: {
      firstName: profile?.first_name ?? '',
      lastName: profile?.last_name ?? '',
      email: user?.email ?? '',
      phone: profile?.phone ?? '',
      company: company?.name ?? '',
      jobTitle: profile?.job_title ?? '',
    },
    read: (values, wrong) => {
      const email = values.email.trim();
      // Who signs in with a phone number may have none.
      if (!EMAIL.test(email) && (email || user?.email)) wrong('email', t('required.email'));
      return {
        firstName: values.firstName.trim() || wrong('firstName', t('required.firstName')),
        lastName: values.lastName.trim(),
        email,
        phone: values.phone.trim(),
        company: values.company.trim() || wrong('company', t('required.company')),
        jobTitle: values.jobTitle.trim(),
      };
    },
    submit: async (values) => {
      const saved = await saveProfile.mutateAsync({
        before: profileOf(form.saved),
        after: profileOf(values),
      });
      if (values.company !== company?.name && employee?.role === 'owner')
        await saveCompany.mutateAsync({ name: values.company });
      if (values.email !== '' && values.email !== user?.email)
        await changeEmail.mutateAsync(values.email);
      return {
        ...values,
        firstName: saved.first_name ?? '',
        lastName: saved.last_name ?? '',
        phone: saved.phone ?? '',
        jobTitle: saved.job_title ?? '',
      };
    },
    done: (saved) => form.reset(saved),
  });
  return (
    <>
      <SettingsCard title={t('tab.profile')} text={t('profile.text')}>
        <Photo />
        <Form form={form} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('profile.firstName')}>
              <Input {...form.text('firstName')} maxLength={100} autoComplete="given-name" />
            </Field>
            <Field label={t('profile.lastName')}>
              <Input {...form.text('lastName')} maxLength={100} autoComplete="family-name" />
            </Field>
            <Field label={t('profile.email')} hint={t('profile.emailHint')}>
              <Input {...form.text('email')} type="email" autoComplete="email" />
            </Field>
            <Field label={t('profile.phone')} optional>
              <Input {...form.text('phone')} type="tel" maxLength={40} autoComplete="tel" />
            </Field>
            <Field label={t('profile.company')}>
              <Input
                {...form.text('company')}
                maxLength={200}
                readOnly={employee?.role !== 'owner'}
              />
            </Field>
            <Field label={t('profile.jobTitle')} optional>
              <Input {...form.text('jobTitle')} maxLength={100} autoComplete="organization-title" />
            </Field>
          </div>
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={form.busy} disabled={!form.dirty}>
              {form.busy ? t('common:action.saving') : t('common:action.save')}
            </Button>
          </div>
        </Form>
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
