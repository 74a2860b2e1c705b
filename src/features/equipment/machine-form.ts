import * as z from 'zod/mini';
import type { DateInputValue } from '@/components/shared/date-input';
import type { Machine } from '@/features/equipment/api/queries';

export const OWNERSHIPS = ['owned', 'rented'] as const;
export const STATUSES = ['available', 'down', 'retired'] as const;
export const METERS = ['hours', 'miles', 'none'] as const;

export const machineForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  number: z.string().check(z.trim(), z.maxLength(40)),
  classId: z.nullable(z.string()),
  ownership: z.enum(OWNERSHIPS),
  status: z.enum(STATUSES),
  meter: z.enum(METERS),
  offRentDate: z.custom<DateInputValue>((value) => value !== 'invalid'),
  notes: z.string().check(z.trim(), z.maxLength(2000)),
});

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
  };
}

export function rowOf(values: z.infer<typeof machineForm>) {
  const { ownership, offRentDate } = values;
  return {
    name: values.name,
    number: values.number || null,
    class_id: values.classId,
    ownership,
    status: values.status,
    meter_unit: values.meter === 'none' ? null : values.meter,
    off_rent_date: ownership === 'owned' || offRentDate === 'invalid' ? null : offRentDate,
    notes: values.notes || null,
  };
}
