import { machineName, useMachineOptions } from '@/entities/equipment/equipment-query';
import type { MachineShare } from '@/entities/machine-share/machine-share';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** "EX-04 Excavator 60 %, Roller 40 % (Standby)". */
export function useMachinesText(): (machines: readonly MachineShare[]) => string {
  const { t } = useTranslation('machine-shares');
  const format = useFormat();
  const { data = [] } = useMachineOptions();
  return (machines) =>
    format.list(
      machines.map(({ equipment_id, kind, share }) => {
        const machine = data.find(({ id }) => id === equipment_id);
        const name = machine ? machineName(machine) : t('without');
        const part = { name, share: format.number(share, Number.isInteger(share) ? 0 : 2) };
        return kind === 'working' ? t('part', part) : t('partOf', { ...part, kind: t(kind) });
      }),
    );
}

export function MachineSharesText({ machines }: { machines: readonly MachineShare[] }) {
  return useMachinesText()(machines);
}
