/** The query without an `apikey`, which is for the gateway and names no column. */
export function queryOf(url: string): {
  readonly query: string;
  readonly apiKey: string | undefined;
} {
  const start = url.indexOf('?');
  if (start < 0) return { query: '', apiKey: undefined };
  const end = url.indexOf('#', start);
  const query = end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
  if (!query.includes('apikey=')) return { query, apiKey: undefined };
  const parts = query.split('&');
  const key = parts.find((part) => part.startsWith('apikey='))?.slice('apikey='.length);
  return {
    query: parts.filter((part) => !part.startsWith('apikey=')).join('&'),
    apiKey: key === undefined ? undefined : decode(key),
  };
}

function decode(text: string): string {
  return new URLSearchParams(`key=${text}`).get('key') ?? '';
}
