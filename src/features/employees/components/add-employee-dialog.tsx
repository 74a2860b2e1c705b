import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { CapturedMail } from '@/components/shared/captured-mail';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Label } from '@/components/ui/label';
import { Switch } from '@/components/ui/switch';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import { useAddEmployee } from '@/features/employees/api/add-employee';
import { type InvitationLink, useInvitationLink } from '@/features/employees/api/employment';
import { InvitationLinkField } from '@/features/employees/components/invitation-link-field';
import { PersonFields } from '@/features/employees/components/person-fields';
import { emptyPerson, RATE, useReadPerson } from '@/features/employees/person-form';
import { useTranslation } from '@/lib/use-translation';

export function AddEmployeeDialog({
  companyId,
  onClose,
}: {
  companyId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('employees');
  const add = useAddEmployee(companyId);
  const makeLink = useInvitationLink();
  const [link, setLink] = useState<InvitationLink | null>(null);
  const custom = useCustomPart('employees');
  const read = useReadPerson();
  const form = useForm({
    initial: emptyPerson,
    read: (values, wrong) => ({ ...read(values, wrong), ...custom.read(values, wrong) }),
    submit: async (person) => {
      const id = await add.mutateAsync(person);
      if (!person.invite || person.email) return null;
      // Nobody can be mailed: the link is shown here, to be scanned or sent.
      return makeLink.mutateAsync({ id, name: person.firstName, email: '' });
    },
    done: (made) => (made ? setLink(made) : onClose()),
    refusals: { employees_email_once_per_company: ['email', t('required.emailTaken')] },
  });
  const { invite, email, firstName } = form.values;
  if (link) return <InvitationShown link={link} name={firstName} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('add.title')}
      width="large"
      columns={1}
      save={t(invite ? 'add.submitInvite' : 'add.submit')}
      onClose={onClose}
    >
      <PersonFields form={form} />
      {custom.part(form)}
      <Field className="sm:max-w-60" label={t('field.rate')} optional>
        <NumberInput {...form.text('rate')} limits={RATE} placeholder="28.50" />
      </Field>
      <div className="flex items-center gap-3">
        <Switch id="invite" {...form.checked('invite')} />
        <Label htmlFor="invite">{t('add.invite')}</Label>
      </div>
      <p className="text-muted text-sm">
        {t(!invite ? 'add.noAccount' : email ? 'add.inviteHint' : 'add.linkHint')}
      </p>
      {invite && email && <CapturedMail />}
    </FormDialog>
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
