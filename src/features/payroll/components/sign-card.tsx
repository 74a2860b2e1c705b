import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  answerQuery,
  useDisputeTimesheet,
  useSignTimesheet,
} from '@/features/payroll/api/timesheet';
import { ReasonDialog } from '@/features/payroll/components/reason-dialog';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

export interface SignCardProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
  minutes: number;
  running: boolean;
}

/** By name and tap: the hours are right, or what is wrong with them. */
export function SignCard({ companyId, employeeId, range, minutes, running }: SignCardProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: answer } = useQuery(answerQuery(companyId, employeeId, range));
  const sign = useSignTimesheet();
  const dispute = useDisputeTimesheet();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const [disputing, setDisputing] = useState(false);
  const words = {
    range: format.dateRange(range.start, range.end),
    hours: formatHoursMinutes(minutes * 60),
  };
  const period = {
    start: range.start,
    end: range.end,
    language: format.preferences.language,
  };
  const statement = t('sheet.statement', words);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setAsked(true);
    sign.mutate({ ...period, statement, name: name.trim() }, { onSuccess: () => setName('') });
  };

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
        <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
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
          <p className="text-sm">{statement}</p>
          {running && <p className="text-attention-strong text-sm">{t('sheet.running')}</p>}
          <Field
            label={t('sheet.name')}
            className="max-w-sm"
            error={asked && name.trim() === '' ? t('sheet.nameMissing') : undefined}
          >
            <Input
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <div className="flex gap-2">
            <Button type="button" disabled={running} onClick={() => setDisputing(true)}>
              {t('sheet.dispute')}
            </Button>
            <Button type="submit" variant="primary" disabled={running} busy={sign.isPending}>
              {t('sheet.sign')}
            </Button>
          </div>
        </form>
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
