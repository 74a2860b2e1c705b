import type { ReactNode } from 'react';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { machineName, useMachineOptions } from '@/entities/equipment/equipment-query';
import type { MachineShare } from '@/entities/machine-share/machine-share';
import { MachineSharesPart } from '@/entities/machine-share/machine-shares-part';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { HistoryField } from '@/features/time-tracker/entry-form/entry-history';
import { deviceName } from '@/lib/device-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const INSTANTS: readonly HistoryField[] = ['clock_in', 'clock_out', 'started_at', 'ended_at'];

/** Values of the audit trail in the words of the screen. */
export function useShownValue(): (field: HistoryField, value: unknown) => ReactNode {
  const { t } = useTranslation(['time-tracker', 'common']);
  const format = useFormat();
  const projects = useProjectOptions().data ?? [];
  const codes = useCostCodeOptions().data ?? [];
  const classOfWork = useClassificationNames();
  const machines = useMachineOptions().data ?? [];
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t('history.none');
    if (INSTANTS.includes(field)) return format.dateTime(String(value));
    if (field === 'project_id') {
      return projects.find((one) => one.id === value)?.name ?? t('common:project.unknown');
    }
    if (field === 'cost_code_id') return codes.find((one) => one.id === value)?.code ?? '?';
    if (field === 'equipment_id') {
      const machine = machines.find((one) => one.id === value);
      return machine ? machineName(machine) : '?';
    }
    if (field === 'machines') {
      return <MachineSharesPart part="text" machines={value as MachineShare[]} />;
    }
    if (field === 'classification_id') return classOfWork(String(value)) ?? '?';
    if (field === 'paid' || field === 'meal_waived') return t(value ? 'history.yes' : 'history.no');
    if (field === 'kind') return t(value === 'meal' ? 'history.meal' : 'history.rest');
    if (field === 'moment') return t(`history.moment.${value as 'in' | 'out' | 'switch'}`);
    if (field === 'edge_m') return format.distance(Number(value));
    if (field === 'device') return deviceName(String(value)) ?? t('origin.otherDevice');
    return String(value);
  };
}
