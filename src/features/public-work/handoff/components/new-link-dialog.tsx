import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import {
  SHOWN,
  type Shown,
  useCreatePortalLink,
} from '@/features/public-work/handoff/api/portal-links';
import { ShownOnce } from '@/features/public-work/handoff/components/shown-once';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** For whom a link is, what it shows and until when. */
export function NewLinkDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation('handoff');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const create = useCreatePortalLink();
  const [address, setAddress] = useState<string | null>(null);
  const form = useForm({
    initial: {
      label: '',
      certified_payrolls: true,
      headcount: false,
      roll_call: false,
      expiresOn: addDays(today, 90) as DateInputValue,
    },
    read: ({ label, expiresOn, ...kinds }, wrong) => {
      const shows = SHOWN.filter((kind) => kinds[kind]);
      return {
        projectId,
        label: label.trim() || wrong('label', t('newLink.labelWrong')),
        shows:
          shows.length > 0
            ? (shows as Shown[])
            : wrong('certified_payrolls', t('newLink.showsNothing')),
        expiresOn:
          isDate(expiresOn) && expiresOn >= today && expiresOn <= addDays(today, 366)
            ? expiresOn
            : wrong('expiresOn', t('newLink.endWrong')),
      };
    },
    submit: (link) => create.mutateAsync(link),
    refusals: { share_expiry: ['expiresOn', t('newLink.endWrong')] },
    done: setAddress,
  });
  if (address) {
    return (
      <ShownOnce
        title={t('newLink.title')}
        description={t('newLink.text')}
        address={address}
        onClose={onClose}
      />
    );
  }
  const problem = form.errors['certified_payrolls'];
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
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-[550] text-sm">{t('newLink.shows')}</legend>
        {SHOWN.map((kind) => (
          <div key={kind} className="flex items-center gap-2.5">
            <Checkbox id={`shows-${kind}`} {...form.checked(kind)} />
            <Label htmlFor={`shows-${kind}`}>{t(`links.kind.${kind}`)}</Label>
          </div>
        ))}
        {problem && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
      </fieldset>
      <Field label={t('newLink.ends')}>
        <DateInput {...form.value('expiresOn')} />
      </Field>
    </FormDialog>
  );
}
