import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import {
  answerQuery,
  useDisputeTimesheet,
  useSignTimesheet,
} from '@/features/payroll/api/timesheet';
import { ReasonDialog } from '@/features/payroll/components/reason-dialog';
import { SignSummary } from '@/features/payroll/components/sign-summary';
import { totalsOf } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface SignCardProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
  lines: readonly ExplainedLine[];
  running: boolean;
}

/** By name and tap: the hours are right, or what is wrong with them. */
export function SignCard({ companyId, employeeId, range, lines, running }: SignCardProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: answer } = useQuery(answerQuery(companyId, employeeId, range));
  const sign = useSignTimesheet();
  const dispute = useDisputeTimesheet();
  const [disputing, setDisputing] = useState(false);
  const words = {
    range: format.dateRange(range.start, range.end),
    hours: formatDuration(totalsOf(lines).minutes * 60),
  };
  const period = {
    start: range.start,
    end: range.end,
    language: format.preferences.language,
  };
  const statement = t('sheet.statement', words);

  const form = useForm({
    initial: { name: '' },
    read: ({ name }, wrong) => name.trim() || wrong('name', t('sheet.nameMissing')),
    submit: (name) => sign.mutateAsync({ ...period, statement, name }),
    done: () => form.reset({ name: '' }),
  });

  if (answer && !answer.disputed && answer.invalidated_at === null) {
    return (
      <Notice
        tone="success"
        title={t('sheet.signedAt', { when: format.dateTime(answer.signed_at) })}
      />
    );
  }
  return (
    <Card>
      <CardHeader divided title={t('sheet.signTitle')} />
      <CardBody>
        <Form form={form} className="flex flex-col gap-4">
          {answer && (
            <Notice tone="attention">
              {answer.invalidated_at === null
                ? t('sheet.disputedAt', {
                    when: format.dateTime(answer.signed_at),
                    note: answer.note ?? '',
                  })
                : t('sheet.again')}
            </Notice>
          )}
          <SignSummary
            employeeId={employeeId}
            range={range}
            lines={lines}
            answeredAt={answer?.signed_at ?? null}
          />
          <p className="text-sm">{statement}</p>
          {running && <p className="text-attention-strong text-sm">{t('sheet.running')}</p>}
          <Field label={t('sheet.name')} className="max-w-sm">
            <Input {...form.text('name')} autoComplete="name" />
          </Field>
          <div className="flex gap-2">
            <Button type="button" disabled={running} onClick={() => setDisputing(true)}>
              {t('sheet.dispute')}
            </Button>
            <Button type="submit" variant="primary" disabled={running} busy={form.busy}>
              {t('sheet.sign')}
            </Button>
          </div>
        </Form>
      </CardBody>
      {disputing && (
        <ReasonDialog
          title={t('sheet.disputeTitle')}
          description={t('sheet.disputeStatement', words)}
          confirmLabel={t('sheet.send')}
          reasonLabel={t('sheet.note')}
          missing={t('sheet.noteMissing')}
          tone="primary"
          busy={dispute.isPending}
          onConfirm={(note) =>
            dispute.mutate(
              { ...period, statement: t('sheet.disputeStatement', words), note },
              { onSuccess: () => setDisputing(false) },
            )
          }
          onClose={() => setDisputing(false)}
        />
      )}
    </Card>
  );
}
