import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';

export interface ReasonDialogProps {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  reasonLabel: string;
  /** Said when the reason is missing; without it the reason is optional. */
  missing?: string;
  /** What was typed before. */
  initial?: string;
  tone?: 'danger' | 'primary';
  /** What else is to be decided, above the reason. */
  children?: ReactNode;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** A deed that asks why. */
export function ReasonDialog({
  title,
  description,
  confirmLabel,
  reasonLabel,
  missing,
  initial = '',
  tone = 'danger',
  children,
  busy,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState(initial);
  const [asked, setAsked] = useState(false);
  const isMissing = missing !== undefined && reason.trim() === '';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      tone={tone}
      busy={busy}
      onConfirm={() => (isMissing ? setAsked(true) : onConfirm(reason.trim()))}
    >
      {children}
      <Field className="mt-4" label={reasonLabel} error={asked && isMissing ? missing : undefined}>
        <Textarea
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          // Typing goes on after the text that is there.
          onFocus={({ target }) => target.setSelectionRange(reason.length, reason.length)}
        />
      </Field>
    </ConfirmDialog>
  );
}
