import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { type TimeOffRequest, timeOffTypesQuery } from '@/entities/time-off/time-off-queries';
import { useViewer } from '@/entities/viewer/use-viewer';
import { requestsQuery, toDecideQuery } from '@/features/time-off/api/queries';
import { DecisionPanel } from '@/features/time-off/components/decision-panel';
import { RequestRow } from '@/features/time-off/components/request-row';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const LISTS = ['open', 'upcoming', 'history'] as const;
type List = (typeof LISTS)[number];

function listOf(request: TimeOffRequest, today: string): List {
  if (request.status === 'requested') return 'open';
  return request.status === 'approved' && request.end_date >= today ? 'upcoming' : 'history';
}

/** Requests on the left, the chosen one with everything to decide by on the right. */
export function RequestInbox({ companyId }: { companyId: string }) {
  const { t } = useTranslation('time-off');
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const requests = useQuery({ ...requestsQuery(companyId), enabled: companyId !== '' });
  const toDecide = useQuery({ ...toDecideQuery(companyId), enabled: companyId !== '' });
  const { data: types = [] } = useQuery(timeOffTypesQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const list = LISTS.find((value) => value === params.get('list')) ?? 'open';
  const all = requests.data ?? [];
  const shown = all.filter((request) => listOf(request, today) === list);
  // What is next comes first, what was last comes first.
  if (list !== 'history') shown.reverse();
  const chosen = shown.find(({ id }) => id === params.get('request')) ?? shown[0];
  const nameOf = (id: string) => {
    const person = people.find((candidate) => candidate.id === id);
    return person ? employeeName(person) : '';
  };
  const open = all.filter(({ status }) => status === 'requested').length;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(320px,420px)_1fr]">
      <Tabs asChild value={list} onValueChange={(next) => change('list', next)}>
        <Card>
          <TabsList>
            {LISTS.map((value) => (
              <TabsTrigger key={value} value={value}>
                {t(`list.${value}`)}{' '}
                {value === 'open' && open > 0 && <Badge className="ml-1">{open}</Badge>}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={list}>
            <Loaded query={requests} skeleton={<ListSkeleton />}>
              {shown.length === 0 ? (
                <EmptyState icon={CalendarOff} title={t(`empty.${list}`)} />
              ) : (
                <ul>
                  {shown.map((request) => (
                    <RequestRow
                      key={request.id}
                      request={request}
                      person={nameOf(request.employee_id)}
                      type={types.find(({ id }) => id === request.type_id)}
                      leftAfter={
                        toDecide.data?.find(({ request_id }) => request_id === request.id)
                          ?.left_after
                      }
                      chosen={request.id === chosen?.id}
                      onChoose={() => change('request', request.id)}
                    />
                  ))}
                </ul>
              )}
            </Loaded>
          </TabsContent>
        </Card>
      </Tabs>
      {chosen && (
        <DecisionPanel
          key={chosen.id}
          companyId={companyId}
          request={chosen}
          person={nameOf(chosen.employee_id)}
          nameOf={nameOf}
          type={types.find(({ id }) => id === chosen.type_id)}
        />
      )}
    </div>
  );
}
