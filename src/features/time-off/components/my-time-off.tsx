import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import {
  type TimeOffStatus,
  timeOffBalancesQuery,
  useOwnTimeOff,
} from '@/entities/time-off/time-off-queries';
import { useWithdrawTimeOff } from '@/entities/time-off/use-time-off-writes';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useViewer } from '@/entities/viewer/use-viewer';
import { BalanceSteps } from '@/features/time-off/components/balance-steps';
import { useRequestDates } from '@/features/time-off/use-request-dates';
import { formatDuration } from '@/lib/duration';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<TimeOffStatus, BadgeTone> = {
  requested: 'attention',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
};

/** One's own balances, explained, and requests. */
export function MyTimeOff() {
  const { t } = useTranslation('time-off');
  const { company, employee } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const { types, requests } = useOwnTimeOff();
  const balances = useQuery({
    ...timeOffBalancesQuery(employee?.id ?? '', today),
    enabled: employee !== null,
  });
  const [explained, setExplained] = useState<string | null>(null);
  const dates = useRequestDates();
  const withdraw = useWithdrawTimeOff();
  // Kinds for other people have no balance here.
  const kinds = (types.data ?? []).filter((type) =>
    balances.data?.some(({ type_id }) => type_id === type.id),
  );
  const nameOf = (id: string) => types.data?.find((type) => type.id === id)?.name;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader divided title={t('mine.balances')} />
        <Loaded query={balances} skeleton={<ListSkeleton />}>
          {kinds.length === 0 && <CardBody className="text-muted">{t('request.noTypes')}</CardBody>}
          <ul>
            {kinds.map((type) => (
              <li key={type.id} className="border-b px-5 py-3 last:border-b-0">
                <div className="flex items-baseline justify-between gap-3">
                  <span className="font-[620]">{type.name}</span>
                  <span className="tabular font-[640] text-lg">
                    {formatDuration(
                      hoursToSeconds(
                        balances.data?.find(({ type_id }) => type_id === type.id)?.hours ?? 0,
                      ),
                    )}
                  </span>
                </div>
                <Button
                  size="inline"
                  variant="link"
                  aria-expanded={explained === type.id}
                  onClick={() => setExplained(explained === type.id ? null : type.id)}
                >
                  {t('steps.how')}
                </Button>
                {explained === type.id && employee && (
                  <div className="mt-2">
                    <BalanceSteps
                      employeeId={employee.id}
                      type={type}
                      date={today}
                      request={null}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Loaded>
      </Card>
      <Card>
        <CardHeader divided title={t('mine.requests')} />
        <Loaded query={requests} skeleton={<ListSkeleton />}>
          {requests.data?.length === 0 ? (
            <EmptyState icon={CalendarOff} title={t('mine.none')} text={t('mine.noneText')} />
          ) : (
            <ul>
              {(requests.data ?? []).map((request) => (
                <li
                  key={request.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-5 py-3 last:border-b-0"
                >
                  <div className="mr-auto min-w-0">
                    <p className="font-[620]">
                      {nameOf(request.type_id)}{' '}
                      <span className="tabular">
                        {formatDuration(hoursToSeconds(request.hours))}
                      </span>
                    </p>
                    <p className="text-muted text-sm">{dates(request)}</p>
                    {request.decision_note && <p className="text-sm">{request.decision_note}</p>}
                  </div>
                  <Badge tone={TONES[request.status]}>{t(`status.${request.status}`)}</Badge>
                  {(request.status === 'requested' ||
                    (request.status === 'approved' && request.start_date > today)) && (
                    <Button
                      size="small"
                      busy={withdraw.isPending && withdraw.variables === request.id}
                      onClick={() => withdraw.mutate(request.id)}
                    >
                      {t('withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </div>
  );
}
