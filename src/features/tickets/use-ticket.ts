import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useQueued, useQueuedEvents } from '@/entities/offline/queue-state';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type ListedTicket, ticketListQuery, ticketQuery } from '@/features/tickets/api/queries';
import { newQueuedTickets, withQueuedTicket } from '@/features/tickets/with-queued-tickets';

/** One ticket as it stands on this phone, and whether some of it waits to be sent. */
export function useTicket(id: string) {
  const companyId = useViewer().company?.id ?? '';
  const query = useQuery(ticketQuery(companyId, id));
  const events = useQueuedEvents();
  const ticket = useMemo(
    () => withQueuedTicket(id, query.data ?? null, events),
    [id, query.data, events],
  );
  const own = useQueued('ticket').filter(
    ({ event }) => (event.payload.args as { id_param?: string } | undefined)?.id_param === id,
  );
  return {
    query: ticket ? { ...query, isPending: false, isError: false, data: ticket } : query,
    ticket,
    isWaiting: own.some(({ state }) => state !== 'refused'),
    refused: own.filter(({ state }) => state === 'refused').map(({ event }) => event),
  };
}

/** All tickets one may see, those that were begun on this phone first. */
export function useTicketList() {
  const companyId = useViewer().company?.id ?? '';
  const query = useQuery(ticketListQuery(companyId));
  const events = useQueuedEvents();
  const { data: projects } = useProjectOptions();
  const data = useMemo(() => {
    const stored = query.data;
    const known = new Set(stored?.map(({ id }) => id));
    const fresh = newQueuedTickets(known, events).map(
      ({ id, status, fields }): ListedTicket => ({
        id,
        project_id: fields.project_id,
        project_name: projects?.find((project) => project.id === fields.project_id)?.name ?? '',
        number: null,
        revision: 0,
        revision_id: null,
        work_date: fields.work_date,
        description: fields.description,
        directed_by: fields.directed_by,
        status,
        people: fields.lines.filter(({ kind }) => kind === 'labor').length,
        hours: fields.lines
          .filter(({ kind }) => kind === 'labor')
          .reduce((sum, { quantity }) => sum + quantity, 0),
        link_sent_to: null,
        is_changed: false,
        is_superseded: false,
        written_by: '',
      }),
    );
    const now = stored?.flatMap((row) => {
      const queued = events.some(
        ({ kind, payload }) =>
          kind === 'ticket' && (payload.args as { id_param?: string })?.id_param === row.id,
      );
      return queued ? queuedRow(row, events) : [row];
    });
    return now || fresh.length > 0 ? [...fresh, ...(now ?? [])] : undefined;
  }, [query.data, events, projects]);
  return data ? { ...query, data, isPending: false, isError: false } : query;
}

/** A row with what waits on this phone: its answer at least. */
function queuedRow(row: ListedTicket, events: Parameters<typeof withQueuedTicket>[2]) {
  const calls = events.filter(
    ({ kind, problem, payload }) =>
      kind === 'ticket' && !problem && (payload.args as { id_param?: string })?.id_param === row.id,
  );
  const last = calls.at(-1)?.payload.rpc;
  if (last === 'discard_ticket') return [];
  const status =
    last === 'sign_ticket' ? 'signed' : last === 'refuse_ticket' ? 'refused' : row.status;
  return [{ ...row, status } satisfies ListedTicket];
}
