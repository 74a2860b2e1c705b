import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { Machine, Service } from '@/features/equipment/api/queries';
import { useAddService, useServiceDone } from '@/features/equipment/api/save-service';
import { ServiceText } from '@/features/equipment/components/service-line';
import { errorText } from '@/lib/errors';
import { numberIn, optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export interface ServicesListProps {
  companyId: string;
  machine: Machine;
  mayWrite: boolean;
}

export function ServicesList({ companyId, machine, mayWrite }: ServicesListProps) {
  const { t } = useTranslation('equipment');
  const done = useServiceDone(companyId);
  const every = ({ every_hours, every_days }: Service) =>
    [
      every_hours !== null &&
        t(machine.meterUnit === 'miles' ? 'service.everyMiles' : 'service.everyHours', {
          value: every_hours,
        }),
      every_days !== null && t('service.everyDays', { count: every_days }),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <section>
      <h3 className="mb-2 font-[620] text-sm">{t('service.title')}</h3>
      {machine.services.length === 0 && <p className="text-muted text-sm">{t('service.none')}</p>}
      <ul className="divide-y text-sm not-empty:border-y">
        {machine.services.map((service) => (
          <li key={service.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="mr-auto">
              {service.name}
              <span className="text-muted"> · {every(service)}</span>
            </span>
            <ServiceText service={service} machine={machine} />
            {mayWrite && (
              <Button
                size="small"
                busy={done.isPending && done.variables?.id === service.id}
                onClick={() => done.mutate({ id: service.id, reading: machine.reading })}
              >
                {t('service.done')}
                <span className="sr-only">{service.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {done.error && <Notice tone="danger">{errorText(done.error)}</Notice>}
      {mayWrite && <AddService companyId={companyId} machine={machine} />}
    </section>
  );
}

const EVERY_HOURS = { digits: 1, min: 0.1, max: 1_000_000 };
const EVERY_DAYS = { digits: 0, min: 1, max: 36_500 };
const NO_SERVICE = { name: '', hours: '', days: '' };

function AddService({ companyId, machine }: { companyId: string; machine: Machine }) {
  const { t } = useTranslation(['equipment', 'common']);
  const add = useAddService(companyId);
  const form = useForm({
    initial: NO_SERVICE,
    read: ({ name, hours, days }) => ({
      equipmentId: machine.id,
      name: name.trim(),
      everyHours: numberIn(hours, EVERY_HOURS),
      everyDays: numberIn(days, EVERY_DAYS),
      reading: machine.reading,
    }),
    submit: (service) => add.mutateAsync(service),
    done: () => form.reset(NO_SERVICE),
  });
  const intervals = [
    optionalNumber(form.values.hours, EVERY_HOURS),
    optionalNumber(form.values.days, EVERY_DAYS),
  ];
  const complete =
    form.values.name.trim() !== '' &&
    !intervals.includes('invalid') &&
    intervals.some((value) => value !== null);
  const hoursLabel = t(machine.meterUnit === 'miles' ? 'service.miles' : 'service.hours');
  return (
    <Form
      form={form}
      className="mt-3 grid gap-2 sm:grid-cols-[1fr_7rem_6rem_auto]"
      aria-label={t('service.new')}
    >
      <Input
        {...form.text('name')}
        maxLength={100}
        aria-label={t('service.new')}
        placeholder={t('service.new')}
      />
      <NumberInput
        {...form.text('hours')}
        limits={EVERY_HOURS}
        aria-label={hoursLabel}
        placeholder={hoursLabel}
      />
      <NumberInput
        {...form.text('days')}
        limits={EVERY_DAYS}
        inputMode="numeric"
        aria-label={t('service.daysField')}
        placeholder={t('service.daysField')}
      />
      <Button type="submit" busy={form.busy} disabled={!complete}>
        {t('common:action.add')}
      </Button>
    </Form>
  );
}
