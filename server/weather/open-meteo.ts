import { z } from 'zod';

/** The weather of one place and day. */
export interface WeatherDay {
  readonly low_f: number | null;
  readonly high_f: number | null;
  /** clear, cloudy, fog, rain, snow or storm; null: none of them. */
  readonly conditions: string | null;
  readonly wind_mph: number | null;
  readonly precipitation_in: number | null;
  /** At the moment of asking; null of a day that is over or to come. */
  readonly temperature_f: number | null;
  readonly hours: readonly WeatherHour[];
}

export interface WeatherHour {
  /** Of the clock there, 0 to 23. */
  readonly hour: number;
  readonly temperature_f: number | null;
  readonly conditions: string | null;
}

const DAILY = [
  'weather_code',
  'temperature_2m_max',
  'temperature_2m_min',
  'precipitation_sum',
  'wind_speed_10m_max',
] as const;

/** Parameters of https://open-meteo.com/en/docs for one day, in the units of the trade. */
export function parametersOf(latitude: number, longitude: number, date: string) {
  return {
    latitude: latitude.toFixed(2),
    longitude: longitude.toFixed(2),
    start_date: date,
    end_date: date,
    daily: DAILY.join(','),
    hourly: 'temperature_2m,weather_code',
    temperature_unit: 'fahrenheit',
    wind_speed_unit: 'mph',
    precipitation_unit: 'inch',
    timezone: 'auto',
  };
}

const figures = z.array(z.number().nullable());
const answer = z.looseObject({
  utc_offset_seconds: z.number().default(0),
  daily: z.looseObject({
    time: z.array(z.string()),
    weather_code: figures,
    temperature_2m_max: figures,
    temperature_2m_min: figures,
    precipitation_sum: figures,
    wind_speed_10m_max: figures,
  }),
  hourly: z.looseObject({
    time: z.array(z.string()),
    temperature_2m: figures,
    weather_code: figures,
  }),
});

/** Null: this is not such an answer, or not about this day. */
export function readAnswer(body: unknown, date: string, now: Date): WeatherDay | null {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return null;
  const { daily, hourly, utc_offset_seconds } = parsed.data;
  const index = daily.time.indexOf(date);
  if (index < 0) return null;
  const there = new Date(now.getTime() + utc_offset_seconds * 1000).toISOString().slice(0, 13);
  const hours = hourly.time.flatMap((time, place): WeatherHour[] =>
    time.startsWith(`${date}T`)
      ? [
          {
            hour: Number(time.slice(11, 13)),
            temperature_f: hourly.temperature_2m[place] ?? null,
            conditions: conditionsOf(hourly.weather_code[place]),
          },
        ]
      : [],
  );
  return {
    low_f: daily.temperature_2m_min[index] ?? null,
    high_f: daily.temperature_2m_max[index] ?? null,
    conditions: conditionsOf(daily.weather_code[index]),
    wind_mph: daily.wind_speed_10m_max[index] ?? null,
    precipitation_in: daily.precipitation_sum[index] ?? null,
    temperature_f:
      hours.find(({ hour }) => `${date}T${String(hour).padStart(2, '0')}` === there)
        ?.temperature_f ?? null,
    hours,
  };
}

/** WMO code table 4677 as Open-Meteo uses it. */
const CODES: readonly (readonly [from: number, to: number, name: string])[] = [
  [0, 1, 'clear'],
  [2, 3, 'cloudy'],
  [45, 48, 'fog'],
  [51, 67, 'rain'],
  [71, 77, 'snow'],
  [80, 82, 'rain'],
  [85, 86, 'snow'],
  [95, 99, 'storm'],
];

function conditionsOf(code: number | null | undefined): string | null {
  if (code === null || code === undefined) return null;
  return CODES.find(([from, to]) => code >= from && code <= to)?.[2] ?? null;
}
