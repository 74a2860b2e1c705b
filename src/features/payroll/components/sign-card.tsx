import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { ReasonDialog } from '@/components/shared/reason-dialog';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { canSignOnDevice } from '@/entities/signed-timesheet/device-key';
import { shownQuery } from '@/entities/signed-timesheet/queries';
import SignedVersions from '@/entities/signed-timesheet/signed-versions';
import type { ShownTimesheet } from '@/entities/signed-timesheet/timesheet';
import { storeUnsentAnswer, unsentAnswer } from '@/entities/signed-timesheet/unsent-answer';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import {
  answerQuery,
  useDisputeTimesheet,
  useSignTimesheet,
} from '@/features/payroll/api/timesheet';
import { DaysToSign } from '@/features/payroll/components/days-to-sign';
import { SignSummary } from '@/features/payroll/components/sign-summary';
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
export default function SignCard(props: SignCardProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { companyId, employeeId, range } = props;
  const { data: answer } = useQuery(answerQuery(companyId, employeeId, range));
  const shown = useQuery(shownQuery(employeeId, range));
  const versions = <SignedVersions {...{ companyId, employeeId, range }} />;
  if (answer && !answer.disputed && answer.invalidated_at === null) {
    return (
      <Notice
        tone="success"
        title={t('sheet.signedAt', { when: format.dateTime(answer.signed_at) })}
      >
        <div className="mt-2">{versions}</div>
      </Notice>
    );
  }
  return (
    <Card>
      <CardHeader divided title={t('sheet.signTitle')} />
      <CardBody className="flex flex-col gap-4">
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
        {answer && versions}
        <SignSummary
          employeeId={employeeId}
          range={range}
          lines={props.lines}
          answeredAt={answer?.signed_at ?? null}
        />
        <Loaded query={shown} skeleton={<ListSkeleton rows={3} />}>
          {(sheet) => <SignForm {...props} sheet={sheet} />}
        </Loaded>
      </CardBody>
    </Card>
  );
}

/** Shows exactly what is signed, and asks for the answer below it. */
function SignForm({
  employeeId,
  range,
  lines,
  running,
  sheet,
}: SignCardProps & { sheet: ShownTimesheet }) {
  const { t } = useTranslation(['payroll', 'signed-timesheet']);
  const format = useFormat();
  const sign = useSignTimesheet();
  const dispute = useDisputeTimesheet();
  const [disputing, setDisputing] = useState<string | null>(null);
  const [unsent] = useState(() => unsentAnswer(employeeId, range.start));
  /** A note that could not be sent is not typed over. */
  const askWhatIsWrong = (day: string) => {
    const kept = unsentAnswer(employeeId, range.start)?.note ?? '';
    setDisputing([kept, day].filter(Boolean).join('\n'));
  };
  const store = (typed: { name?: string; note?: string } | null) =>
    storeUnsentAnswer(employeeId, range.start, typed);
  const words = {
    range: format.dateRange(range.start, range.end),
    hours: formatDuration(sheet.minutes * 60),
  };
  const said = { start: range.start, end: range.end, language: format.preferences.language, sheet };
  const statement = t('sheet.statement', words);

  const form = useForm({
    initial: { name: unsent?.name ?? sheet.person.name },
    read: ({ name }, wrong) => name.trim() || wrong('name', t('sheet.nameMissing')),
    submit: (name) => {
      store({ name });
      return sign.mutateAsync({ ...said, statement, name });
    },
    done: () => store(null),
  });

  return (
    <Form form={form} className="flex flex-col gap-4">
      <section>
        <h3 className="mb-1 font-[620] text-sm">{t('signed-timesheet:what')}</h3>
        <DaysToSign
          days={sheet.days}
          lines={lines}
          disabled={running}
          onWrong={(date) => askWhatIsWrong(`${format.weekdayDate(date)}: `)}
        />
      </section>
      {unsent && <Notice tone="attention">{t('signed-timesheet:unsent')}</Notice>}
      <p className="text-sm">{statement}</p>
      {running && <p className="text-attention-strong text-sm">{t('sheet.running')}</p>}
      <Field label={t('sheet.name')} className="max-w-sm">
        <Input {...form.text('name')} autoComplete="name" />
      </Field>
      <p className="text-muted text-xs">
        {t(canSignOnDevice() ? 'signed-timesheet:withKey' : 'signed-timesheet:withoutKey')}
      </p>
      <div className="sticky bottom-(--bottom-bar-height) flex flex-wrap-reverse gap-2 bg-surface py-3 max-sm:[&>button]:flex-1">
        <Button type="button" size="large" disabled={running} onClick={() => askWhatIsWrong('')}>
          {t('sheet.dispute')}
        </Button>
        <Button type="submit" size="large" variant="primary" disabled={running} busy={form.busy}>
          {t('sheet.sign')}
        </Button>
      </div>
      {disputing !== null && (
        <ReasonDialog
          title={t('sheet.disputeTitle')}
          description={t('sheet.disputeStatement', words)}
          confirmLabel={t('sheet.send')}
          reasonLabel={t('sheet.note')}
          missing={t('sheet.noteMissing')}
          initial={disputing}
          tone="primary"
          busy={dispute.isPending}
          onConfirm={(typed) => {
            const note = typed.trim();
            store({ note });
            dispute.mutate(
              { ...said, statement: t('sheet.disputeStatement', words), note },
              {
                onSuccess: () => {
                  store(null);
                  setDisputing(null);
                },
              },
            );
          }}
          onClose={() => setDisputing(null)}
        />
      )}
    </Form>
  );
}
