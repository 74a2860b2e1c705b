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
  const submit = form.handleSubmit((values) =>
    add.mutate({ ...values, rate: readRate(values.rate) }, { onSuccess: onClose }),
  );
  const taken = add.error && toAppError(add.error).code === 'employees_email_once_per_company';
  const invite = form.watch('invite');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('add.title')} width="large">
        <form onSubmit={(event) => void submit(event)} className="contents" noValidate>
          <DialogBody className="flex flex-col gap-4">
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
            <p className="text-muted text-sm">{t(invite ? 'add.inviteHint' : 'add.noAccount')}</p>
            {invite && <KeptMail />}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={add.isPending}>
              {t(invite ? 'add.submitInvite' : 'add.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
