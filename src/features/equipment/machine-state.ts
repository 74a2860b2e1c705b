import type { Machine } from '@/features/equipment/api/queries';
import type { IsoDate } from '@/lib/format';

export const FILTERS = ['all', 'working', 'idle', 'down', 'service'] as const;
export type Filter = (typeof FILTERS)[number];

export type MachineState = 'working' | 'idle' | 'down' | 'offRent' | 'retired';

export function stateOf(machine: Machine, today: IsoDate): MachineState {
  if (machine.workingSince) return 'working';
  if (machine.status !== 'available') return machine.status;
  if (machine.ownership === 'rented' && machine.offRentDate && machine.offRentDate < today) {
    return 'offRent';
  }
  return 'idle';
}

export function belongsTo(machine: Machine, filter: Filter, today: IsoDate): boolean {
  if (filter === 'all') return true;
  if (filter === 'service') return machine.serviceState !== null && machine.serviceState !== 'ok';
  return stateOf(machine, today) === filter;
}

/** The text of a machine one searches in. */
export const searchable = (machine: Machine): string =>
  [machine.number, machine.name, machine.className, machine.projectName, ...machine.operators]
    .join(' ')
    .toLocaleLowerCase();
