import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FakeGeocoder,
  startFakeNominatim,
  startFakePhoton,
} from '../../testing/fake-geocoders.ts';
import { GeocoderClient, type GeocoderSettings } from './geocoder-client.ts';

let nominatim: FakeGeocoder;
let photon: FakeGeocoder;
beforeAll(async () => {
  nominatim = await startFakeNominatim();
  photon = await startFakePhoton();
});
afterAll(() => Promise.all([nominatim.close(), photon.close()]));

const AGENT = 'Chalkline/1 (https://time.example.com)';
const open = (url: string, kind?: GeocoderSettings['kind']) =>
  new GeocoderClient({ url, kind }, AGENT);
const noPause = async () => undefined;

test('Nominatim is asked as its policy wants it, and two of one address are one', async () => {
  const client = open(nominatim.url);
  expect(await client.search('4 Dock St, Albany', 'es', noPause)).toEqual({
    places: [
      {
        label: '4, Dock Street, Albany, Albany County, New York, 12207, United States',
        latitude: 42.6525793,
        longitude: -73.7562317,
      },
    ],
    attribution: 'Data © OpenStreetMap contributors, ODbL 1.0.',
  });
  expect(client.kind).toBe('nominatim');
  expect(nominatim.asked.at(-1)).toMatchObject({
    userAgent: AGENT,
    parameters: { 'accept-language': 'es', format: 'jsonv2' },
  });
});

test('Photon is found out once, and its parts make an address', async () => {
  const client = open(`${photon.url}/`);
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const answer = await client.search('4 dock st', 'es', pause);
  expect(answer.places).toEqual([
    {
      label: '4 Dock Street, Albany, New York 12207, United States',
      latitude: 42.6525793,
      longitude: -73.7562317,
    },
  ]);
  expect((await client.search('nowhere', 'en', pause)).places).toEqual([]);
  expect([client.kind, pauses]).toEqual(['photon', 1]);
});

test.each([
  ['/search', 'nominatim'],
  ['/api', 'photon'],
] as const)('an address that ends in %s says which kind it is', async (path, kind) => {
  const server = kind === 'photon' ? photon : nominatim;
  const client = open(`${server.url}${path}`);
  expect(client.kind).toBe(kind);
  expect((await client.search('dock', 'en', noPause)).places).toHaveLength(1);
});

test('parameters of GEOCODER_URL, such as a key, go along', async () => {
  await open(`${nominatim.url}/?key=secret&countrycodes=us`).search('dock', 'en', noPause);
  expect(nominatim.asked.at(-1)?.parameters).toMatchObject({ key: 'secret', countrycodes: 'us' });
});

test.each([
  [429, 'busy'],
  [503, 'busy'],
  [403, 'refused'],
  [500, 'refused'],
  // Not followed: only the address of the setting may learn what is looked for.
  [302, 'refused'],
])('an answer of %i is told as %s', async (status, failure) => {
  nominatim.failWith(status);
  await expect(open(nominatim.url).search('dock', 'en', noPause)).rejects.toMatchObject({
    failure,
  });
  nominatim.failWith(undefined);
});

test('what is no geocoder is told, and an answer without an end is given up', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/endless')) {
      const chunk = Buffer.alloc(256 * 1024, 'a');
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      return write();
    }
    response.end('{"places": "none"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(open(url).search('dock', 'en', noPause)).rejects.toMatchObject({
    failure: 'unknown_answer',
  });
  await expect(open(`${url}/endless`).search('dock', 'en', noPause)).rejects.toMatchObject({
    failure: 'unreachable',
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(open(url).search('dock', 'en', noPause)).rejects.toMatchObject({
    failure: 'unreachable',
  });
  expect(await open(url).isReachable(1_000)).toBe(false);
  expect(await open(photon.url).isReachable(10_000)).toBe(true);
});
