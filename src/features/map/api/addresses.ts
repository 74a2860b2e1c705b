import { queryOptions } from '@tanstack/react-query';
import { askServer } from '@/lib/ask-server';
import { queryKeys } from '@/lib/query-keys';

export interface FoundAddress {
  label: string;
  latitude: number;
  longitude: number;
}

interface Answer {
  places: FoundAddress[];
  /** Who has to be named with them. */
  attribution: string;
}

/** Asked once for each search: geocoders count their requests. */
export const addressQuery = (query: string, language: string) =>
  queryOptions({
    queryKey: [queryKeys.addresses, query, language],
    queryFn: ({ signal }) =>
      askServer<Answer>('/geocoder/v1/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, language }),
        signal,
      }),
    enabled: query !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
