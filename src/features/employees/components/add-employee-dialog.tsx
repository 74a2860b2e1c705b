import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { KeptMail } from '@/components/shared/kept-mail';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Switch } from '@/components/ui/switch';
import { useAddEmployee } from '@/features/employees/api/add-employee';
import { type InvitationLink, useInvitationLink } from '@/features/employees/api/employment';
import { InvitationLinkField } from '@/features/employees/components/invitation-link-field';
import { PersonFields } from '@/features/employees/components/person-fields';
import { emptyPerson, personSchema, readRate } from '@/features/employees/person-schema';
import { useMayAppoint } from '@/features/employees/use-may-appoint';
import { errorWords, toAppError } from '@/lib/errors';

export function AddEmployeeDialog({
  companyId,
  onClose,
}: {
  companyId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation(['employees', 'common']);
  const add = useAddEmployee(companyId);
  const mayAppoint = useMayAppoint();
  const form = useForm({ resolver: zodResolver(personSchema), defaultValues: emptyPerson });
  const link = useInvitationLink();
  const submit = form.handleSubmit((values) =>
    add.mutate(
      { ...values, rate: readRate(values.rate) },
      {
        onSuccess: (id) => {
          if (!values.invite || values.email) return onClose();
          // Nobody can be mailed: the link is shown here, to be scanned or sent.
          link.mutate({ id, name: values.firstName, email: '' });
        },
      },
    ),
  );
  if (add.isSuccess && link.data) {
    return (
      <InvitationShown link={link.data} name={form.getValues('firstName')} onClose={onClose} />
    );
  }
  const taken = add.error && toAppError(add.error).code === 'employees_email_once_per_company';
  const [invite, email] = form.watch(['invite', 'email']);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('add.title')} width="large">
        <form onSubmit={(event) => void submit(event)} className="contents" noValidate>
          <DialogBody className="flex flex-col gap-4">
            {link.error && <Notice tone="danger">{errorWords(link.error)}</Notice>}
            {add.error && !taken && <Notice tone="danger">{errorWords(add.error)}</Notice>}
            <PersonFields form={form} mayAppoint={mayAppoint} emailTaken={Boolean(taken)} />
            <Field
              className="sm:max-w-60"
              label={t('field.rate')}
              optional={t('common:optional')}
              error={form.formState.errors.rate ? t('required.rate') : undefined}
            >
              <Input {...form.register('rate')} inputMode="decimal" placeholder="28.50" />
            </Field>
            <div className="flex items-center gap-3">
              <Controller
                control={form.control}
                name="invite"
                render={({ field }) => (
                  <Switch id="invite" checked={field.value} onCheckedChange={field.onChange} />
                )}
              />
              <Label htmlFor="invite">{t('add.invite')}</Label>
            </div>
            <p className="text-muted text-sm">
              {t(!invite ? 'add.noAccount' : email ? 'add.inviteHint' : 'add.linkHint')}
            </p>
            {invite && email && <KeptMail />}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={add.isPending || link.isPending}>
              {t(invite ? 'add.submitInvite' : 'add.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** The person is added; the link they join with, while they stand beside the manager. */
function InvitationShown(props: { link: InvitationLink; name: string; onClose: () => void }) {
  const { t } = useTranslation(['employees', 'common']);
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent title={t('add.linkTitle', { name: props.name })} width="large">
        <DialogBody>
          <p>{t('add.linkText', { name: props.name })}</p>
          <InvitationLinkField link={props.link} name={props.name} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={props.onClose}>
            {t('common:action.done')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
