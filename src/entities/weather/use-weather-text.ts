import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** What is shown of a day's weather, whoever said so. */
export interface ShownWeather {
  low_f?: number | null;
  high_f?: number | null;
  temperature_f?: number | null;
  conditions?: string | null;
  wind_mph?: number | null;
  precipitation_in?: number | null;
  /** `entered`, or the host it was read from. */
  source?: string;
  read_at?: string;
  edited?: boolean;
}

/** The weather in one line, and where it is from in another. */
export function useWeatherText() {
  const { t } = useTranslation('weather');
  const degreesOf = ({ low_f, high_f, temperature_f }: ShownWeather): string | null => {
    if (typeof low_f === 'number' && typeof high_f === 'number')
      return t('range', { low: Math.round(low_f), high: Math.round(high_f) });
    const one = high_f ?? low_f ?? temperature_f;
    return typeof one === 'number' ? t('degrees', { degrees: Math.round(one) }) : null;
  };
  const line = (weather: ShownWeather): string =>
    [
      degreesOf(weather),
      weather.conditions && translate(`weather:conditions.${weather.conditions}`),
      typeof weather.wind_mph === 'number' &&
        t('windText', { speed: Math.round(weather.wind_mph) }),
      typeof weather.precipitation_in === 'number' &&
        weather.precipitation_in > 0 &&
        t('rainText', { amount: Math.round(weather.precipitation_in * 100) / 100 }),
    ]
      .filter(Boolean)
      .join(' · ');
  const source = ({ source: host, edited }: ShownWeather, time: string): string => {
    if (!host || host === 'entered') return t('byHand', { time });
    return t(edited ? 'sourceEdited' : 'source', { host, time });
  };
  return { line, source };
}
