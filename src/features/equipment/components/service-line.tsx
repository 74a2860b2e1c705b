import { Progress } from '@/components/ui/progress';
import type { Machine, Service, ServiceState } from '@/features/equipment/api/queries';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const TEXT = {
  ok: 'text-muted',
  soon: 'text-attention-strong',
  due: 'text-danger',
  overdue: 'text-danger',
} as const;
const BAR = { ok: 'primary', soon: 'attention', due: 'danger', overdue: 'danger' } as const;
const ORDER: readonly ServiceState[] = ['ok', 'soon', 'due', 'overdue'];

/** "in 13.8 h", "in 6 days" or how late it is, by whichever comes first. */
export function useServiceText() {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  return (service: Service, unit: Machine['meterUnit']): string => {
    const hours = shareLeft(service.left_hours, service.every_hours);
    const days = shareLeft(service.left_days, service.every_days);
    if (service.left_hours !== null && hours <= days) {
      const value = format.number(Math.abs(service.left_hours), 1);
      const amount = t(unit === 'miles' ? 'unit.miles' : 'unit.hours', { value });
      return t(service.left_hours < 0 ? 'service.late' : 'service.left', { amount });
    }
    if (service.left_days === null) return t('service.noReading');
    const amount = t('service.days', { count: Math.abs(service.left_days) });
    return t(service.left_days < 0 ? 'service.late' : 'service.left', { amount });
  };
}

const shareLeft = (left: number | null, every: number | null): number =>
  left === null || !every ? Number.POSITIVE_INFINITY : left / every;

const usedPercent = (service: Service): number => {
  const left = Math.min(
    shareLeft(service.left_hours, service.every_hours),
    shareLeft(service.left_days, service.every_days),
  );
  return Number.isFinite(left) ? 100 - left * 100 : 0;
};

export function ServiceLine({ machine }: { machine: Machine }) {
  const { t } = useTranslation('equipment');
  const text = useServiceText();
  const [service] = machine.services.toSorted(
    (a, b) => ORDER.indexOf(b.state) - ORDER.indexOf(a.state) || usedPercent(b) - usedPercent(a),
  );
  if (!service) return <span className="text-muted text-sm">{t('service.none')}</span>;
  return (
    <div className="max-w-40">
      <p className={cn('text-sm', TEXT[service.state])}>{text(service, machine.meterUnit)}</p>
      <Progress
        value={usedPercent(service)}
        label={service.name}
        tone={BAR[service.state]}
        className="mt-1"
      />
    </div>
  );
}

export function ServiceText({ service, machine }: { service: Service; machine: Machine }) {
  const text = useServiceText();
  return <span className={TEXT[service.state]}>{text(service, machine.meterUnit)}</span>;
}
