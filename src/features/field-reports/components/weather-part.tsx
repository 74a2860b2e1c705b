import { CloudSun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { PartCard } from '@/features/field-reports/components/part-card';
import type { Weather } from '@/features/field-reports/content';
import { WEATHER_MINUTES } from '@/features/field-reports/fill-weather';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export const CONDITIONS = [
  'clear',
  'cloudy',
  'rain',
  'storm',
  'snow',
  'wind',
  'fog',
  'heat',
] as const;

export interface WeatherPartProps {
  value: readonly Weather[];
  disabled: boolean;
  onChange: (weather: Weather[]) => void;
  /** When it was filled in: the fields begin anew with it. */
  filledAt: string;
  /** The figures of the day. */
  children?: ReactNode;
}

/** Morning and afternoon: conditions are picked, the effect on the work is typed. */
export function WeatherPart(props: WeatherPartProps) {
  const { value, disabled, onChange, filledAt, children } = props;
  const { t } = useTranslation(['field-reports', 'common']);
  const format = useFormat();
  const at = (minute: number): Weather =>
    value.find((entry) => entry.minute === minute) ?? {
      minute,
      temperature: '',
      conditions: '',
      effect: '',
    };
  const change = (minute: number, changes: Partial<Weather>) =>
    onChange(
      WEATHER_MINUTES.map((other) =>
        other === minute ? { ...at(minute), ...changes } : at(other),
      ).filter(({ temperature, conditions, effect }) => temperature || conditions || effect),
    );
  return (
    <PartCard icon={CloudSun} title={t('part.weather')} done={value.length > 0}>
      <div key={filledAt} className="grid gap-3 sm:grid-cols-2">
        {WEATHER_MINUTES.map((minute) => {
          const entry = at(minute);
          return (
            <fieldset
              key={minute}
              disabled={disabled}
              className="grid grid-cols-[1fr_5rem] gap-2 rounded-small border p-3"
            >
              <legend className="px-1 text-muted text-xs">{format.timeOfDay(minute)}</legend>
              <Field label={t('weather.conditions')}>
                <Select
                  value={entry.conditions || undefined}
                  disabled={disabled}
                  placeholder={t('weather.choose')}
                  onValueChange={(conditions) => change(minute, { conditions })}
                  options={CONDITIONS.map((name) => ({ value: name, label: t(`weather.${name}`) }))}
                />
              </Field>
              <Field label="°F">
                <Input
                  inputMode="numeric"
                  maxLength={4}
                  defaultValue={entry.temperature}
                  onBlur={(event) => change(minute, { temperature: event.target.value.trim() })}
                />
              </Field>
              <Field label={t('weather.effect')} className="col-span-2">
                <Input
                  maxLength={200}
                  placeholder={t('weather.noEffect')}
                  defaultValue={entry.effect}
                  onBlur={(event) => change(minute, { effect: event.target.value.trim() })}
                />
              </Field>
            </fieldset>
          );
        })}
      </div>
      {children}
    </PartCard>
  );
}
