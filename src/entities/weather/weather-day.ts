import { queryOptions } from '@tanstack/react-query';
import { askServer } from '@/lib/ask-server';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface WeatherHour {
  hour: number;
  temperature_f: number | null;
  conditions: string | null;
}

/** The weather of a site and day, as the server read it. */
export interface WeatherDay {
  low_f: number | null;
  high_f: number | null;
  conditions: string | null;
  wind_mph: number | null;
  precipitation_in: number | null;
  /** The host it was read from. */
  source: string;
  read_at: string;
  hours: WeatherHour[];
}

/** Read from the weather service through the server; null: the project has no place. */
export const weatherDayQuery = (projectId: string, date: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.weather, 'day', projectId, date],
    queryFn: async ({ signal }): Promise<WeatherDay | null> => {
      const [place] = unwrap(
        await supabase().rpc('weather_place', { project_id_param: projectId }).abortSignal(signal),
      );
      if (!place) return null;
      const query = new URLSearchParams({
        latitude: String(place.latitude),
        longitude: String(place.longitude),
        date,
      });
      return askServer<WeatherDay>(`/weather/v1/day?${query}`, { signal });
    },
    retry: false,
    staleTime: 10 * 60_000,
  });

export interface StoredWeather {
  project_id: string;
  work_date: IsoDate;
  low_f: number | null;
  high_f: number | null;
  conditions: string | null;
  wind_mph: number | null;
  precipitation_in: number | null;
  temperature_f: number | null;
  source: string;
  read_at: string;
}

/** The newest reading of each day of a project that has one. */
export const siteWeatherQuery = (
  companyId: string,
  projectId: string,
  start: IsoDate,
  end: IsoDate,
) =>
  queryOptions({
    queryKey: [queryKeys.weather, 'stored', companyId, projectId, start, end],
    queryFn: async ({ signal }): Promise<Record<IsoDate, StoredWeather>> => {
      const rows = unwrap(
        await supabase()
          .from('site_weather')
          .select(
            'project_id, work_date, low_f, high_f, conditions, wind_mph, precipitation_in, temperature_f, source, read_at',
          )
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .gte('work_date', start)
          .lte('work_date', end)
          .order('read_at')
          .abortSignal(signal),
      ) as StoredWeather[];
      return Object.fromEntries(rows.map((row) => [row.work_date, row]));
    },
  });
