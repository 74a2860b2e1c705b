import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { Input } from '@/components/ui/input';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useWeatherText } from '@/entities/weather/use-weather-text';
import { type WeatherDay, weatherDayQuery } from '@/entities/weather/weather-day';
import type { Report } from '@/features/field-reports/api/queries';
import type { Content, DayWeather as Day } from '@/features/field-reports/content';
import { isEmpty } from '@/features/field-reports/content';
import { fillWeather } from '@/features/field-reports/fill-weather';
import { hasWeather } from '@/lib/env';
import { errorText } from '@/lib/errors';
import { optionalNumber } from '@/lib/read-number';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** Degrees, miles an hour, inches. */
const WEATHER = { digits: 2, min: -200, max: 300 };
const FIGURES = ['low', 'high', 'wind', 'precipitation'] as const;
const KEYS = {
  low: 'low_f',
  high: 'high_f',
  wind: 'wind_mph',
  precipitation: 'precipitation_in',
} as const;

export interface DayWeatherProps {
  report: Report;
  content: Content;
  disabled: boolean;
  onChange: (changes: Content) => void;
}

/** A draft that says nothing of the weather yet is filled once, by itself. */
function useFill({ report, content, disabled, onChange }: DayWeatherProps) {
  const clock = useSiteClock(report.project_id);
  const isBlank = !disabled && isEmpty(content.weather) && content.day_weather === undefined;
  const query = useQuery({
    ...weatherDayQuery(report.project_id, report.report_date),
    enabled: hasWeather() && isBlank,
  });
  const fill = (day: WeatherDay) =>
    onChange(fillWeather(content, day, report.report_date, serverNow(), clock.timeZone));
  const { data } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is here
  useEffect(() => {
    if (data && isBlank) fill(data);
  }, [data, isBlank]);
  const refresh = async () => {
    const { data: fresh } = await query.refetch();
    if (fresh) fill(fresh);
  };
  return { query, refresh };
}

interface WeatherInputProps extends Omit<ComponentProps<typeof Input>, 'value'> {
  stored: number | null;
  onRead: (value: number | null) => void;
}

function WeatherInput({ stored, onRead, ...props }: WeatherInputProps) {
  const [typed, setTyped] = useState(stored === null ? '' : String(stored));
  return (
    <NumberInput
      {...props}
      limits={WEATHER}
      maxLength={6}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        const value = optionalNumber(typed, WEATHER);
        if (value !== 'invalid') onRead(value);
      }}
    />
  );
}

/** Low, high, wind and rain of the day, with where they are from; each may be typed over. */
export default function DayWeather(props: DayWeatherProps) {
  const { report, content, disabled, onChange } = props;
  const { t } = useTranslation('weather');
  const text = useWeatherText();
  const clock = useSiteClock(report.project_id);
  const { query, refresh } = useFill(props);
  const day = content.day_weather;
  const change = (key: (typeof KEYS)[keyof typeof KEYS], value: number | null) => {
    if (value === (day?.[key] ?? null)) return;
    const now = new Date(serverNow()).toISOString();
    const from: Day = day ?? { source: 'entered', read_at: now };
    const edited = from.source === 'entered' ? {} : { edited: true };
    onChange({ day_weather: { ...from, ...edited, [key]: value } });
  };
  return (
    <div className="mt-3 grid gap-2">
      <fieldset
        key={day?.read_at ?? ''}
        disabled={disabled}
        className="grid grid-cols-2 gap-2 rounded-small border p-3 sm:grid-cols-4"
      >
        <legend className="px-1 text-muted text-xs">{t('day')}</legend>
        {FIGURES.map((figure) => (
          <Field key={figure} label={t(figure)}>
            <WeatherInput
              stored={day?.[KEYS[figure]] ?? null}
              onRead={(value) => change(KEYS[figure], value)}
            />
          </Field>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        {day && <p>{text.source(day, clock.time(day.read_at))}</p>}
        {query.isError && <p role="alert">{errorText(query.error)}</p>}
        {query.data === null && <p>{t('noPlace')}</p>}
        {!disabled && hasWeather() && (
          <Button size="small" busy={query.isFetching} onClick={refresh} data-print="hide">
            {t('fill')}
          </Button>
        )}
      </div>
    </div>
  );
}
