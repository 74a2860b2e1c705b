import type { DateInputValue } from '@/components/shared/date-input';
import { customOf } from '@/entities/custom-field/custom-field';
import type { Machine } from '@/features/equipment/api/queries';

export const OWNERSHIPS = ['owned', 'rented'] as const;
export const STATUSES = ['available', 'down', 'retired'] as const;
export const METERS = ['hours', 'miles', 'none'] as const;

export function valuesOf(machine: Machine | null) {
  return {
    name: machine?.name ?? '',
    number: machine?.number ?? '',
    classId: machine?.classId ?? null,
    ownership: machine?.ownership ?? ('owned' as const),
    status: machine?.status ?? ('available' as const),
    meter: (machine ? (machine.meterUnit ?? 'none') : 'hours') as (typeof METERS)[number],
    offRentDate: (machine?.offRentDate ?? null) as DateInputValue,
    notes: machine?.notes ?? '',
    custom: customOf(machine),
  };
}

export function rowOf(values: ReturnType<typeof valuesOf>) {
  const { ownership, offRentDate } = values;
  return {
    name: values.name.trim(),
    number: values.number.trim() || null,
    class_id: values.classId,
    ownership,
    status: values.status,
    meter_unit: values.meter === 'none' ? null : values.meter,
    off_rent_date: ownership === 'owned' || offRentDate === 'invalid' ? null : offRentDate,
    notes: values.notes.trim() || null,
  };
}
