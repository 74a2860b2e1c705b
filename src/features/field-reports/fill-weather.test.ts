import { expect, test } from 'vitest';
import { fillWeather } from '@/features/field-reports/fill-weather';

const ZONE = 'America/Los_Angeles';
const DAY = {
  low_f: 51.4,
  high_f: 78.6,
  conditions: 'rain',
  wind_mph: 12.3,
  precipitation_in: 0.126,
  source: 'weather.example.com',
  read_at: '2026-07-01T14:02:00Z',
  hours: [
    { hour: 7, temperature_f: 57.6, conditions: 'cloudy' },
    { hour: 13, temperature_f: 74.2, conditions: 'rain' },
  ],
};
const at = (time: string) => Date.parse(`2026-07-01T${time}:00-07:00`);

test('a blank report has both hours, the figures of the day, and who said so when', () => {
  expect(fillWeather({}, DAY, '2026-07-01', at('16:00'), ZONE)).toEqual({
    weather: [
      { minute: 420, temperature: '58', conditions: 'cloudy', effect: '' },
      { minute: 780, temperature: '74', conditions: 'rain', effect: '' },
    ],
    day_weather: {
      low_f: 51,
      high_f: 79,
      conditions: 'rain',
      wind_mph: 12,
      precipitation_in: 0.13,
      source: 'weather.example.com',
      read_at: '2026-07-01T14:02:00Z',
    },
  });
});

test('the afternoon is not foretold in the morning; a day that is over is complete', () => {
  const minutes = (date: string) =>
    fillWeather({}, DAY, date, at('07:02'), ZONE).weather?.map(({ minute }) => minute);
  expect(minutes('2026-07-01')).toEqual([420]);
  expect(minutes('2026-06-30')).toEqual([420, 780]);
});

test('what somebody typed stays', () => {
  const typed = [{ minute: 420, temperature: '61', conditions: '', effect: 'Mud' }];
  const { weather } = fillWeather({ weather: typed }, DAY, '2026-07-01', at('07:30'), ZONE);
  expect(weather).toEqual([
    { minute: 420, temperature: '61', conditions: 'cloudy', effect: 'Mud' },
  ]);
});
