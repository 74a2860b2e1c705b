import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form } from '@/components/form/form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { useSession } from '@/entities/session/use-session';
import { useViewer } from '@/entities/viewer/use-viewer';
import { lastSignatureQuery } from '@/features/public-work/report/api/queries';
import type { Signature } from '@/features/public-work/report/api/writes';
import { StatementList } from '@/features/public-work/report/components/statement-list';
import { useSignatureForm } from '@/features/public-work/report/use-signature-form';
import { useTranslation } from '@/lib/use-translation';

export interface SignCardProps {
  report: CertifiedPayroll;
  title: string;
  text: string;
  /** On the button: "Sign No. 7". */
  button: string;
  /** What stands in the way, with the way out of it; null: it can be signed. */
  closed: ReactNode;
  isFinal: boolean;
  onSign: (signature: Signature, reason: string) => Promise<unknown>;
  /** After it, if the form is still there. */
  onDone?: () => void;
  /** A correction: what changes, and the field for the reason. */
  reason?: { label: string; hint: string };
  children?: ReactNode;
}

/** The statement, who signs it, and the signature itself. */
export function SignCard(props: SignCardProps) {
  const { title, text, closed, children } = props;
  const companyId = useViewer().company?.id ?? '';
  const { user } = useSession();
  const last = useQuery(lastSignatureQuery(companyId, user?.id ?? ''));
  return (
    <Card id="sign" className="scroll-mt-24">
      <CardHeader divided title={title} description={text} />
      <CardBody className="grid gap-4">
        {children}
        {closed ?? (
          <Loaded query={last} skeleton={<ListSkeleton />}>
            {(signature) => <SignForm {...props} last={signature} />}
          </Loaded>
        )}
      </CardBody>
    </Card>
  );
}

interface SignFormProps extends SignCardProps {
  last: { signed_name: string; signed_title: string } | null;
}

function SignForm({ report, button, isFinal, onSign, onDone, reason, last }: SignFormProps) {
  const { t } = useTranslation('certified-payroll');
  const { form, required, tick, asksCode, typeCode } = useSignatureForm({
    report,
    last,
    needsReason: reason !== undefined,
    isFinal,
    submit: onSign,
    done: onDone,
  });
  return (
    <Form form={form} className="grid gap-5 lg:grid-cols-[1fr_minmax(260px,340px)] lg:gap-8">
      <StatementList required={required} ticked={form.values.statements} onTick={tick} />
      <div className="grid content-start gap-4">
        {reason && (
          <Field label={reason.label} hint={reason.hint}>
            <Input {...form.text('reason')} maxLength={500} />
          </Field>
        )}
        <Field label={t('sign.name')}>
          <Input {...form.text('name')} maxLength={200} autoComplete="name" />
        </Field>
        <Field label={t('sign.title')} hint={t('sign.titleHint')}>
          <Input {...form.text('title')} maxLength={100} autoComplete="organization-title" />
        </Field>
        <Field label={t('sign.remarks')} hint={t('sign.remarksHint')} optional>
          <Textarea {...form.text('remarks')} maxLength={2000} rows={2} />
        </Field>
        {asksCode && (
          <Field label={t('sign.code')} hint={t('sign.codeHint')}>
            <Input
              {...form.text('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="tabular tracking-[0.2em]"
              onChange={(event) => typeCode(event.target.value)}
            />
          </Field>
        )}
        <SwitchRow
          id="final"
          label={t('sign.final')}
          text={t('sign.finalText')}
          {...form.checked('final')}
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          <PenLine aria-hidden="true" />
          {form.busy ? t('sign.busy') : button}
        </Button>
        <p className="text-muted text-xs">{t('sign.never')}</p>
      </div>
    </Form>
  );
}
