import { z } from 'zod';

export type GeocoderKind = 'nominatim' | 'photon';

export interface FoundPlace {
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface GeocoderAnswer {
  readonly places: readonly FoundPlace[];
  /** Who has to be named with the places. */
  readonly attribution: string;
}

/** How one kind of geocoder is asked and what it answers. */
export interface GeocoderShape {
  /** Behind the address of the installation. */
  readonly path: string;
  parametersOf(query: string, language: string): Readonly<Record<string, string>>;
  /** Null: this is not an answer of this kind. */
  read(body: unknown): GeocoderAnswer | null;
}

const MAX_PLACES = 6;
const OPENSTREETMAP = '© OpenStreetMap contributors';

const latitude = z.coerce.number().min(-90).max(90);
const longitude = z.coerce.number().min(-180).max(180);

const nominatimAnswer = z.array(
  z.looseObject({
    lat: latitude,
    lon: longitude,
    display_name: z.string(),
    licence: z.string().optional(),
  }),
);

/** https://nominatim.org/release-docs/latest/api/Search/ */
const nominatim: GeocoderShape = {
  path: '/search',
  parametersOf: (query, language) => ({
    q: query,
    format: 'jsonv2',
    limit: String(MAX_PLACES),
    'accept-language': language,
  }),
  read(body) {
    const answer = nominatimAnswer.safeParse(body);
    if (!answer.success) return null;
    const places = answer.data.map(({ lat, lon, display_name }) => {
      return { label: display_name, latitude: lat, longitude: lon };
    });
    // `Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright`
    const licence = answer.data[0]?.licence?.replace(/https?:\S+/, '').trim();
    return { places: different(places), attribution: licence || OPENSTREETMAP };
  },
};

const photonAnswer = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.looseObject({
      geometry: z.looseObject({ coordinates: z.tuple([longitude, latitude]).rest(z.number()) }),
      properties: z.looseObject({
        name: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
        country: z.string().optional(),
      }),
    }),
  ),
});

type PhotonProperties = z.infer<typeof photonAnswer>['features'][number]['properties'];

/** Photon answers the parts of an address; written as one does in America. */
function photonLabel(found: PhotonProperties): string {
  const { name, housenumber, street, city, state, postcode, country } = found;
  const line = [housenumber, street].filter(Boolean).join(' ');
  const region = [state, postcode].filter(Boolean).join(' ');
  return [...new Set([name, line, city, region, country].filter(Boolean))].join(', ');
}

/** https://github.com/komoot/photon, "Search API" */
const photon: GeocoderShape = {
  path: '/api',
  // No language: an installation refuses those it was not built with.
  parametersOf: (query) => ({ q: query, limit: String(MAX_PLACES) }),
  read(body) {
    const answer = photonAnswer.safeParse(body);
    if (!answer.success) return null;
    const places = answer.data.features.map(({ geometry, properties }) => {
      const [lon, lat] = geometry.coordinates;
      return { label: photonLabel(properties), latitude: lat, longitude: lon };
    });
    return { places: different(places), attribution: OPENSTREETMAP };
  },
};

export const SHAPES: Readonly<Record<GeocoderKind, GeocoderShape>> = { nominatim, photon };

/** A building and its entrance have one address; the first is the better one. */
function different(places: readonly FoundPlace[]): FoundPlace[] {
  const byLabel = new Map<string, FoundPlace>();
  for (const place of places) {
    if (place.label && !byLabel.has(place.label)) byLabel.set(place.label, place);
  }
  return [...byLabel.values()].slice(0, MAX_PLACES);
}
