import { useQuery } from '@tanstack/react-query';
import { dayWorkQuery } from '@/features/tickets/api/queries';
import type { TicketFields } from '@/features/tickets/ticket';

/** The trade of a person's line, or who drove a machine, as far as the day's time is here. */
export function useTradeOf(fields: TicketFields): (lineId: string) => string {
  const { data } = useQuery(dayWorkQuery(fields.project_id, fields.work_date));
  return (lineId) => {
    const line = fields.lines.find(({ id }) => id === lineId);
    if (!line?.time_entry_id) return '';
    if (line.kind === 'labor') {
      return data?.people.find((each) => each.time_entry_id === line.time_entry_id)?.trade ?? '';
    }
    const machine = data?.machines.find(
      (each) =>
        each.time_entry_id === line.time_entry_id && each.equipment_id === line.equipment_id,
    );
    return machine?.operator ?? '';
  };
}
