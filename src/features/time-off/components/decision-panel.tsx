import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { timeOffPreviewQuery } from '@/entities/pay-difference/pay-difference-queries';
import {
  holidaysQuery,
  keepsBalance,
  type TimeOffRequest,
  type TimeOffType,
} from '@/entities/time-off/time-off-queries';
import { useWithdrawTimeOff } from '@/entities/time-off/use-time-off-writes';
import { hoursToSeconds, workingDays } from '@/entities/time-off/working-days';
import { toDecideQuery } from '@/features/time-off/api/queries';
import { useDecideTimeOff } from '@/features/time-off/api/writes';
import { BalanceSteps } from '@/features/time-off/components/balance-steps';
import { CrewCalendar } from '@/features/time-off/components/crew-calendar';
import { formatDuration } from '@/lib/duration';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface DecisionPanelProps {
  companyId: string;
  request: TimeOffRequest;
  person: string;
  nameOf: (employeeId: string) => string;
  type: TimeOffType | undefined;
}

/** Everything a decision needs: the days, the balance and how it came about, the crew around it. */
export function DecisionPanel({ companyId, request, person, nameOf, type }: DecisionPanelProps) {
  const { t } = useTranslation(['time-off', 'common', 'errors']);
  const format = useFormat();
  const [note, setNote] = useState('');
  const decide = useDecideTimeOff();
  const withdraw = useWithdrawTimeOff();
  const { data: holidays = [] } = useQuery(holidaysQuery(companyId));
  const off = new Set(holidays.map(({ date }) => date));
  const days = workingDays(request.start_date, request.end_date, off);
  const skipped = holidays.filter(
    ({ date }) => date >= request.start_date && date <= request.end_date,
  );
  const hours = formatDuration(hoursToSeconds(request.hours));
  const isOpen = request.status === 'requested';
  const { data: late = [] } = useQuery({ ...timeOffPreviewQuery(request.id), enabled: isOpen });
  const { data: toDecide = [] } = useQuery({ ...toDecideQuery(companyId), enabled: isOpen });
  const left = toDecide.find(({ request_id }) => request_id === request.id)?.left_after ?? null;
  const isBelowZero = left !== null && left < 0;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3 border-b px-5 py-3.5">
        <Avatar name={person} />
        <div className="mr-auto min-w-0">
          <h2 className="font-[620] text-md">{person}</h2>
          <p className="text-muted text-sm">
            {t('asked', { when: format.dateTime(request.created_at) })}
          </p>
        </div>
        {isOpen ? (
          <div className="flex gap-2">
            <Button
              disabled={decide.isPending}
              onClick={() => decide.mutate({ id: request.id, approve: false, note })}
            >
              {t('decline')}
            </Button>
            <Button
              variant="primary"
              busy={decide.isPending}
              onClick={() => decide.mutate({ id: request.id, approve: true, note })}
            >
              {t('approve', { hours })}
            </Button>
          </div>
        ) : (
          request.status === 'approved' && (
            <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(request.id)}>
              {t('withdraw')}
            </Button>
          )
        )}
      </div>
      {decide.error && (
        <Notice tone="danger" className="m-4 mb-0">
          {errorText(decide.error)}
        </Notice>
      )}
      {late.length > 0 && (
        <Notice tone="attention" className="m-4 mb-0" title={t('common:payDifference.late')}>
          <PayDifference lines={late} />
        </Notice>
      )}
      <div className="grid md:grid-cols-2">
        <div className="grid content-start gap-3 px-5 py-4">
          <p className="text-muted text-sm">
            {type?.name}, {t('request.days', { count: days.length })}
          </p>
          <p className="font-[640] text-lg">{format.list(days.map(format.dayMonth))}</p>
          {skipped.map(({ id, date, name }) => (
            <p key={id} className="text-muted text-sm">
              {t('holidayInside', {
                day: format.weekdayDate(date),
                name: name || t('holidays.one'),
              })}
            </p>
          ))}
          {request.note && (
            <blockquote className="rounded-small bg-sunken px-3 py-2 text-sm">
              “{request.note}”
            </blockquote>
          )}
          {isOpen ? (
            <Field
              label={t('decisionNote')}
              optional={!isBelowZero}
              hint={isBelowZero ? t('errors:time_off_below_zero') : undefined}
            >
              <Input
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          ) : (
            request.decision_note && (
              <p className="text-sm">
                {t('decisionNote')}: {request.decision_note}
              </p>
            )
          )}
        </div>
        {type && keepsBalance(type) && (
          <div className="border-t px-5 py-4 md:border-t-0 md:border-l">
            <BalanceSteps
              employeeId={request.employee_id}
              type={type}
              date={request.end_date}
              request={isOpen ? request.hours : null}
            />
          </div>
        )}
      </div>
      <CrewCalendar companyId={companyId} request={request} nameOf={nameOf} holidays={holidays} />
    </Card>
  );
}
