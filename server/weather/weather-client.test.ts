import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeWeather, startFakeWeather } from '../../testing/fake-weather.ts';
import { WeatherClient } from './weather-client.ts';

let weather: FakeWeather;
beforeAll(async () => {
  weather = await startFakeWeather();
});
afterAll(() => weather.close());

const NOW = new Date('2026-07-01T16:20:00Z');
const open = (url: string) => new WeatherClient(url, 'Chalkline/1');
const ask = (url: string, date = '2026-07-01') => open(url).day(34.0522, -118.2437, date, NOW);

test('a day is read in the units of the trade, with the hour it is there', async () => {
  const day = await ask(weather.url);
  expect(day).toMatchObject({
    low_f: 51.4,
    high_f: 78.6,
    conditions: 'rain',
    wind_mph: 12.3,
    precipitation_in: 0.126,
    // 16:20 in London is 9:20 there.
    temperature_f: 59,
  });
  expect(day.hours).toHaveLength(24);
  expect(day.hours[7]).toEqual({ hour: 7, temperature_f: 57, conditions: 'cloudy' });
});

test('coordinates leave with two decimals, and a key of the setting goes along', async () => {
  await ask(`${weather.url}/v1/forecast?apikey=secret`);
  expect(weather.asked.at(-1)).toMatchObject({
    path: '/v1/forecast',
    latitude: '34.05',
    longitude: '-118.24',
    apikey: 'secret',
  });
});

test('a day that is over has no temperature of now; one of last year is in the archive', async () => {
  expect((await ask(weather.url, '2026-06-20')).temperature_f).toBeNull();
  expect(weather.asked.at(-1)).toMatchObject({ path: '/v1/forecast', start_date: '2026-06-20' });
  await ask(weather.url, '2025-07-01');
  expect(weather.asked.at(-1)).toMatchObject({ path: '/v1/archive', start_date: '2025-07-01' });
});

test.each([
  [429, 'busy'],
  [503, 'busy'],
  [403, 'refused'],
  [500, 'refused'],
  // Not followed: only the address of the setting may learn where people work.
  [302, 'refused'],
])('an answer of %i is told as %s', async (status, failure) => {
  weather.failWith(status);
  await expect(ask(weather.url)).rejects.toMatchObject({ failure });
  weather.failWith(undefined);
});

test('what is no weather service is told, and an answer without an end is given up', async () => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/endless')) {
      const chunk = Buffer.alloc(256 * 1024, 'a');
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      return write();
    }
    response.end('{"daily": "sunny"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(ask(url)).rejects.toMatchObject({ failure: 'unknown_answer' });
  await expect(ask(`${url}/endless`)).rejects.toMatchObject({ failure: 'unreachable' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(ask(url)).rejects.toMatchObject({ failure: 'unreachable' });
  expect(await open(url).isReachable(1_000)).toBe(false);
  expect(await open(weather.url).isReachable(10_000)).toBe(true);
});
