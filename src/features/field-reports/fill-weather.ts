import type { WeatherDay } from '@/entities/weather/weather-day';
import type { Content, Weather } from '@/features/field-reports/content';
import type { IsoDate } from '@/lib/format';
import { dateOf, minuteOfDay } from '@/lib/time';

/** The hours a report asks for, minutes after midnight. */
export const WEATHER_MINUTES = [7 * 60, 13 * 60];

/** What was read fills what is blank; what somebody typed stays, and no hour that is still to come is filled. */
export function fillWeather(
  content: Content,
  day: WeatherDay,
  date: IsoDate,
  now: number,
  timeZone: string,
): Content {
  const isToday = dateOf(now, timeZone) === date;
  const minuteNow = minuteOfDay(new Date(now).toISOString(), timeZone);
  const typed = content.weather ?? [];
  const lines = WEATHER_MINUTES.flatMap((minute): Weather[] => {
    const own = typed.find((line) => line.minute === minute);
    const read = day.hours.find(({ hour }) => hour * 60 === minute);
    if (!read || (isToday && minute > minuteNow)) return own ? [own] : [];
    return [
      {
        minute,
        temperature: own?.temperature || roundedText(read.temperature_f),
        conditions: own?.conditions || (read.conditions ?? ''),
        effect: own?.effect ?? '',
      },
    ];
  });
  return {
    weather: lines,
    day_weather: {
      low_f: rounded(day.low_f),
      high_f: rounded(day.high_f),
      conditions: day.conditions,
      wind_mph: rounded(day.wind_mph),
      precipitation_in: rounded(day.precipitation_in, 100),
      source: day.source,
      read_at: day.read_at,
    },
  };
}

const rounded = (value: number | null, steps = 1): number | null =>
  value === null ? null : Math.round(value * steps) / steps;

const roundedText = (value: number | null): string => String(rounded(value) ?? '');
