import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Report } from '@/features/field-reports/api/queries';
import DayWeather from '@/features/field-reports/components/day-weather';
import type { Content } from '@/features/field-reports/content';
import { openPart, words } from '@/testing/open';

const REPORT = { project_id: 'p1', report_date: '2026-03-10' } as Report;
const ANSWERS = {
  'GET /config.json': {
    supabaseUrl: 'http://backend.test',
    supabaseAnonKey: 'sb_publishable_test',
    weather: true,
  },
  'GET projects': [],
  'POST rpc/weather_place': [{ latitude: 34.05, longitude: -118.24 }],
  'GET /weather/v1/day': {
    low_f: 51.4,
    high_f: 78.6,
    conditions: 'rain',
    wind_mph: 12,
    precipitation_in: 0.1,
    source: 'weather.example.com',
    read_at: '2026-03-10T15:02:00Z',
    hours: [{ hour: 7, temperature_f: 57, conditions: 'cloudy' }],
  },
};
const open = (content: Content, disabled = false) => {
  const onChange = vi.fn();
  const props = { report: REPORT, content, disabled, onChange };
  return openPart(<DayWeather {...props} />, {
    namespaces: ['weather'],
    answers: ANSWERS,
  }).then((opened) => ({ ...opened, onChange }));
};

test('a draft that says nothing of the weather is filled by itself, with its source', async () => {
  const { onChange } = await open({});
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(onChange.mock.calls[0]?.[0]).toMatchObject({
    weather: [{ minute: 420, temperature: '57', conditions: 'cloudy' }],
    day_weather: { low_f: 51, high_f: 79, source: 'weather.example.com' },
  });
});

test('what was signed asks nobody and names its source', async () => {
  const day = { high_f: 79, source: 'weather.example.com', read_at: '2026-03-10T15:02:00Z' };
  const signed = await open({ day_weather: day }, true);
  expect(await screen.findByText(/weather\.example\.com/)).toBeVisible();
  expect(signed.backend.sent('GET /weather/v1/day')).toEqual([]);
  expect(signed.onChange).not.toHaveBeenCalled();
});

test('a figure that is typed over is marked as changed by hand', async () => {
  const day = { high_f: 79, source: 'weather.example.com', read_at: '2026-03-10T15:02:00Z' };
  const { user, onChange } = await open({ day_weather: day });
  const high = await screen.findByLabelText(words('weather:high'));
  await user.clear(high);
  await user.type(high, '88');
  await user.tab();
  expect(onChange).toHaveBeenCalledWith({ day_weather: { ...day, edited: true, high_f: 88 } });
});
