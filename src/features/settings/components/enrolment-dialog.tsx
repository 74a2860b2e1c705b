import { useState } from 'react';
import { FormDialogBody } from '@/components/form/form-dialog';
import { FieldError, useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  abandonEnrolment,
  type Enrolment,
  finishEnrolment,
} from '@/features/settings/api/security';
import { copyText } from '@/lib/copy-text';
import { downloadFile } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';

/** Scan, prove it with a code, then keep the recovery codes: they are shown this once. */
export function EnrolmentDialog({
  enrolment,
  onClose,
}: {
  enrolment: Enrolment;
  onClose: () => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const form = useForm({
    initial: { code: '' },
    submit: ({ code }) =>
      finishEnrolment(enrolment.factorId, code.replaceAll(/\s/g, '')).catch(() => {
        throw new FieldError('code', t('security.codeWrong'));
      }),
    done: setRecoveryCodes,
  });
  const close = () => {
    if (!recoveryCodes) void abandonEnrolment(enrolment.factorId);
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={t(recoveryCodes ? 'security.codesTitle' : 'security.scanTitle')}>
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
        ) : (
          <FormDialogBody
            form={form}
            columns={1}
            save={t('security.verify')}
            button={{ disabled: form.values.code.length < 6 }}
            onClose={close}
          >
            <p className="text-muted text-sm">{t('security.scanText')}</p>
            <img
              src={enrolment.qrCode}
              alt={t('security.qrAlt')}
              className="size-48 justify-self-center rounded-card border bg-white p-2"
            />
            <p className="break-all text-center text-sm">
              {t('security.manualKey')} <code className="font-mono">{enrolment.secret}</code>
            </p>
            <Field label={t('security.code')}>
              <Input
                {...form.text('code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                autoFocus
              />
            </Field>
          </FormDialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const text = codes.join('\n');
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <p className="text-sm">{t('security.codesText')}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-card border bg-sunken p-4 font-mono text-sm">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2" data-print="hide">
          <Button size="small" onClick={() => void copyText(text, t('security.copied'))}>
            {t('security.copy')}
          </Button>
          <Button
            size="small"
            onClick={() => downloadFile('chalkline-recovery-codes.txt', 'text/plain', text)}
          >
            {t('security.download')}
          </Button>
          <Button size="small" onClick={() => window.print()}>
            {t('common:action.print')}
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          {t('security.kept')}
        </Button>
      </DialogFooter>
    </>
  );
}
