import Fastify, { type FastifyInstance } from 'fastify';

export interface AskedSearch {
  readonly query: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly userAgent: string | undefined;
}

export interface FakeGeocoder {
  readonly url: string;
  readonly asked: AskedSearch[];
  /** What it answers from now on instead; undefined: as it should. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

type Search = (parameters: Record<string, string>) => { status: number; body: unknown };

const PLACE = { latitude: 42.6525793, longitude: -73.7562317 };

/** Parameters of /search, https://nominatim.org/release-docs/latest/api/Search/ */
const NOMINATIM_PARAMETERS = new Set(
  'q format limit accept-language countrycodes addressdetails viewbox bounded email key'.split(' '),
);

function nominatimSearch(parameters: Record<string, string>) {
  const unknown = Object.keys(parameters).filter((name) => !NOMINATIM_PARAMETERS.has(name));
  if (unknown.length > 0 || parameters['format'] !== 'jsonv2' || !parameters['q']) {
    return { status: 400, body: { error: { code: 400, message: 'Bad request' } } };
  }
  const found = {
    place_id: 340022384,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'way',
    osm_id: 5013364,
    lat: String(PLACE.latitude),
    lon: String(PLACE.longitude),
    category: 'building',
    type: 'yes',
    place_rank: 30,
    importance: 0.0000999,
    addresstype: 'building',
    name: '',
    display_name: '4, Dock Street, Albany, Albany County, New York, 12207, United States',
    boundingbox: ['42.6524', '42.6527', '-73.7564', '-73.7560'],
  };
  const isKnown = /dock/i.test(parameters['q']);
  return { status: 200, body: isKnown ? [found, { ...found, place_id: 1 }] : [] };
}

/** Parameters of /api, https://github.com/komoot/photon, "Search API" */
const PHOTON_PARAMETERS = new Set(
  'q limit lang lat lon zoom location_bias_scale bbox osm_tag layer dedupe geometry'.split(' '),
);

function photonSearch(parameters: Record<string, string>) {
  const unknown = Object.keys(parameters).find((name) => !PHOTON_PARAMETERS.has(name));
  if (unknown !== undefined) {
    return { status: 400, body: { message: `unknown query parameter '${unknown}'.` } };
  }
  if (!parameters['q']) {
    return { status: 400, body: { message: "missing search term 'q': /?q=berlin" } };
  }
  if (!['default', 'en', 'de', 'fr'].includes(parameters['lang'] ?? 'default')) {
    return { status: 400, body: { message: 'Language is not supported.' } };
  }
  const properties = {
    osm_type: 'W',
    osm_id: 5013364,
    osm_key: 'building',
    osm_value: 'yes',
    type: 'house',
    housenumber: '4',
    street: 'Dock Street',
    city: 'Albany',
    county: 'Albany County',
    state: 'New York',
    postcode: '12207',
    country: 'United States',
    countrycode: 'US',
  };
  const geometry = { type: 'Point', coordinates: [PLACE.longitude, PLACE.latitude] };
  const features = /dock/i.test(parameters['q']) ? [{ type: 'Feature', properties, geometry }] : [];
  return { status: 200, body: { type: 'FeatureCollection', features } };
}

export const startFakeNominatim = (): Promise<FakeGeocoder> =>
  start('/search', nominatimSearch, { status: 0, message: 'OK' });

export const startFakePhoton = (): Promise<FakeGeocoder> =>
  start('/api', photonSearch, { status: 'Ok', import_date: '2026-11-01T00:00:00Z' });

async function start(path: string, search: Search, status: object): Promise<FakeGeocoder> {
  const app: FastifyInstance = Fastify();
  const asked: AskedSearch[] = [];
  let failure: number | undefined;
  app.get('/status', (_request, reply) => (failure ? reply.code(failure).send() : status));
  app.get(path, (request, reply) => {
    const parameters = request.query as Record<string, string>;
    const query = parameters['q'] ?? '';
    asked.push({ query, parameters, userAgent: request.headers['user-agent'] });
    if (failure) return reply.code(failure).header('location', '/elsewhere').send();
    const answer = search(parameters);
    return reply.code(answer.status).send(answer.body);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    asked,
    failWith(next) {
      failure = next;
    },
    close: () => app.close(),
  };
}
