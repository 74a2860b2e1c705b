import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { dueKey, type FormDue, formsDueQuery } from '@/entities/form/forms-due-query';
import { useQueued } from '@/entities/offline/queue-state';
import { useSession } from '@/entities/session/use-session';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { begunForms } from '@/features/form-fill/draft';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

type State = 'due' | 'draft' | 'waiting' | 'done' | 'anyTime';

const TONES = {
  due: 'attention',
  draft: 'primary',
  waiting: 'neutral',
  done: 'success',
  anyTime: 'neutral',
} as const;

interface Sent {
  submission_param?: { assignment_id?: string; equipment_id?: string | null };
}

/** What this phone knows of each: filled, begun here, or waiting for a signal. */
function useStateOf(): (form: FormDue) => State {
  const { user } = useSession();
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const queued = useQueued('form').map(
    ({ event }) => (event.payload.args as Sent | undefined)?.submission_param,
  );
  const { data: begun } = useQuery({
    queryKey: [queryKeys.queuedFiles, 'forms', user?.id],
    queryFn: () => begunForms(user?.id ?? ''),
    meta: { answersOffline: true },
    staleTime: 0,
    gcTime: 0,
  });
  return (form) => {
    const isOfForm = (sent: (typeof queued)[number]) =>
      sent?.assignment_id === form.assignment_id &&
      (!form.equipment_id || sent.equipment_id === form.equipment_id);
    if (queued.some(isOfForm)) return 'waiting';
    // What was last known may be of yesterday: its period ended.
    if (form.done_id && today <= form.period_end) return 'done';
    if (begun?.has(dueKey(form.assignment_id, form.equipment_id))) return 'draft';
    return form.every === 'any_time' ? 'anyTime' : 'due';
  };
}

function Line({ form, state }: { form: FormDue; state: State }) {
  const { t, language } = useTranslation('form-fill');
  const format = useFormat();
  const where = [form.project_name, form.crew_name, form.equipment_name]
    .filter(Boolean)
    .join(' · ');
  const detail =
    state === 'done' && form.done_at
      ? t('card.doneBy', { name: form.done_by ?? '', time: format.dateTime(form.done_at) })
      : where || t('card.own');
  return (
    <li>
      <Link
        to={`/forms/fill?assignment=${form.assignment_id}${form.equipment_id ? `&machine=${form.equipment_id}` : ''}`}
        className="flex min-h-14 items-center gap-3 px-5 py-3 text-sm hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-[550]">
            {(language === 'es' && form.name_es) || form.name}
          </span>
          <span className="block text-muted text-xs">{detail}</span>
        </span>
        <Badge tone={TONES[state]}>{t(`card.${state}`)}</Badge>
        <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
      </Link>
    </li>
  );
}

/** What is to fill today; nothing is drawn where nothing is assigned to the person. */
export default function FormsDueCard() {
  const { t } = useTranslation('form-fill');
  const employee = useEmployee();
  const stateOf = useStateOf();
  const { data = [] } = useQuery({
    ...formsDueQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  const isNeeded = data.length > 0;
  // Opened later without a signal, the page is here.
  useEffect(() => {
    if (isNeeded)
      void loadCode(() => import('@/features/form-fill/form-fill-screen')).catch(() => undefined);
  }, [isNeeded]);
  if (!isNeeded) return null;
  return (
    <Card>
      <CardHeader
        title={t('card.title')}
        action={
          <Button variant="link" size="inline" asChild>
            <Link to="/forms">{t('card.filled')}</Link>
          </Button>
        }
      />
      <ul className="divide-y border-t">
        {data.map((form) => (
          <Line
            key={dueKey(form.assignment_id, form.equipment_id)}
            form={form}
            state={stateOf(form)}
          />
        ))}
      </ul>
    </Card>
  );
}
