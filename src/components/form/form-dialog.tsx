import type { ReactNode } from 'react';
import { BareForm, FormFailure } from '@/components/form/form';
import type { FormState } from '@/components/form/use-form';
import { Button, type ButtonProps } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogContent,
  type DialogContentProps,
  DialogFooter,
} from '@/components/ui/dialog';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

export interface FormDialogBodyProps {
  form: FormState;
  columns?: 1 | 2;
  /** On the button that sends; "Save" where nothing else is said. */
  save?: ReactNode;
  /** How that button looks. */
  button?: Pick<ButtonProps, 'variant' | 'size' | 'block' | 'disabled'>;
  /** On the button that closes; "Cancel" where nothing else is said, and none where it is false. */
  cancel?: ReactNode;
  /** At the start of the footer, such as Delete. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The fields and the footer, in a dialog that is there already. */
export function FormDialogBody({
  form,
  columns = 2,
  save,
  button,
  cancel,
  actions,
  onClose,
  children,
}: FormDialogBodyProps) {
  const { t } = useTranslation('common');
  return (
    <BareForm form={form} className="contents">
      <DialogBody className={cn('grid content-start gap-4', columns === 2 && 'sm:grid-cols-2')}>
        <FormFailure form={form} />
        {children}
      </DialogBody>
      <DialogFooter>
        {actions}
        {cancel !== false && <Button onClick={onClose}>{cancel ?? t('action.cancel')}</Button>}
        <Button type="submit" variant="primary" {...button} busy={form.busy}>
          {save ?? t(form.busy ? 'action.saving' : 'action.save')}
        </Button>
      </DialogFooter>
    </BareForm>
  );
}

export interface FormDialogProps
  extends FormDialogBodyProps,
    Pick<DialogContentProps, 'title' | 'description' | 'width' | 'onTop'> {}

/** A record to add or to change: its fields, cancel and save. */
export function FormDialog({ title, description, width, onTop, ...props }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent {...{ title, description, width, onTop }}>
        <FormDialogBody {...props} />
      </DialogContent>
    </Dialog>
  );
}
