import type { Column } from '@/components/shared/data-table/column';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Machine } from '@/features/equipment/api/queries';
import { ServiceLine } from '@/features/equipment/components/service-line';
import { type MachineState, stateOf } from '@/features/equipment/machine-state';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<MachineState, BadgeTone> = {
  working: 'running',
  idle: 'neutral',
  down: 'danger',
  offRent: 'attention',
  retired: 'neutral',
};

export function StateBadge({ machine, today }: { machine: Machine; today: string }) {
  const { t } = useTranslation('equipment');
  const state = stateOf(machine, today);
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}

/** `4,186.2 h` */
export function useMeterText() {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  return (reading: number | null, unit: Machine['meterUnit']): string =>
    reading === null
      ? '–'
      : t(unit === 'miles' ? 'unit.miles' : 'unit.hours', { value: format.number(reading, 1) });
}

/** Those whom the overview is not for get the first two. */
export function useMachineColumns(
  today: string,
  leads: boolean,
  onOpen: (machine: Machine) => void,
): Column<Machine>[] {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  const meterText = useMeterText();
  const ownership = (machine: Machine) =>
    machine.ownership === 'rented' && machine.offRentDate
      ? t('rentedTo', { date: format.dayMonth(machine.offRentDate) })
      : t(`ownership.${machine.ownership}`);
  const columns: Column<Machine>[] = [
    {
      id: 'machine',
      header: t('column.machine'),
      card: 'title',
      sortBy: (machine) => machine.number ?? machine.name,
      cell: (machine) => (
        <>
          <Button variant="link" size="inline" onClick={() => onOpen(machine)}>
            {machine.number && <span className="font-[650]">{machine.number}</span>}
            {machine.name}
          </Button>
          <p className="text-muted text-xs">{machine.className ?? ownership(machine)}</p>
        </>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      sortBy: (machine) => stateOf(machine, today),
      cell: (machine) => <StateBadge machine={machine} today={today} />,
    },
  ];
  if (!leads) return columns;
  return [
    ...columns,
    {
      id: 'project',
      header: t('column.project'),
      sortBy: (machine) => machine.projectName,
      cell: (machine) => (
        <>
          <span>{machine.projectName ?? '–'}</span>
          {machine.operators.length > 0 && (
            <p className="text-muted text-xs">{format.list(machine.operators)}</p>
          )}
          {machine.operators.length > 1 && (
            <p className="text-attention-strong text-xs">{t('twoAtOnce')}</p>
          )}
        </>
      ),
    },
    {
      id: 'meter',
      header: t('column.meter'),
      align: 'end',
      sortBy: (machine) => machine.reading,
      cell: (machine) => meterText(machine.reading, machine.meterUnit),
    },
    {
      id: 'service',
      header: t('column.service'),
      sortBy: (machine) =>
        machine.services[0]?.left_hours ?? machine.services[0]?.left_days ?? null,
      cell: (machine) => <ServiceLine machine={machine} />,
    },
    {
      id: 'week',
      header: t('column.week'),
      align: 'end',
      sortBy: (machine) => machine.weekSeconds,
      cell: (machine) => formatHoursMinutes(machine.weekSeconds),
    },
  ];
}
