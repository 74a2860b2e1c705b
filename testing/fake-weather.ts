import Fastify, { type FastifyInstance } from 'fastify';

export interface FakeWeather {
  readonly url: string;
  /** Parameters of what it was asked, with the path. */
  readonly asked: Readonly<Record<string, string>>[];
  /** What it answers from now on instead; undefined: as it should. */
  failWith(status: number | undefined): void;
  /** The temperature of every hour from now on. */
  warmTo(fahrenheit: number): void;
  close(): Promise<void>;
}

/** Parameters of https://open-meteo.com/en/docs; others are refused, as there. */
const PARAMETERS = new Set(
  'latitude longitude start_date end_date daily hourly current temperature_unit wind_speed_unit precipitation_unit timezone apikey'.split(
    ' ',
  ),
);
const UNITS: Readonly<Record<string, string>> = {
  temperature_unit: 'fahrenheit',
  wind_speed_unit: 'mph',
  precipitation_unit: 'inch',
};
const FIGURES: Readonly<Record<string, number>> = {
  weather_code: 61,
  temperature_2m_max: 78.6,
  temperature_2m_min: 51.4,
  precipitation_sum: 0.126,
  wind_speed_10m_max: 12.3,
};

const refusal = (reason: string) => ({ status: 400, body: { error: true, reason } });

function answerOf(parameters: Readonly<Record<string, string>>, warm: number | undefined) {
  const unknown = Object.keys(parameters).find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) return refusal(`Unknown parameter '${unknown}'`);
  const { latitude, longitude, start_date = '', end_date = '', timezone } = parameters;
  if (Number.isNaN(Number(latitude)) || Number.isNaN(Number(longitude)))
    return refusal('Latitude must be in range of -90 to 90°.');
  if (!/^\d{4}-\d\d-\d\d$/.test(start_date) || end_date < start_date)
    return refusal('Parameter start_date is invalid.');
  // Daily figures need a zone to know where a day begins.
  if (parameters['daily'] && !timezone) return refusal('Timezone is required');
  const wrongUnit = Object.entries(UNITS).find(([name, unit]) => parameters[name] !== unit);
  if (wrongUnit) return refusal(`Invalid unit ${wrongUnit[0]}`);
  const daily = (parameters['daily'] ?? '').split(',').map((name) => [name, [FIGURES[name]]]);
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return {
    status: 200,
    body: {
      latitude: Number(latitude),
      longitude: Number(longitude),
      generationtime_ms: 0.1,
      utc_offset_seconds: -25_200,
      timezone: 'America/Los_Angeles',
      daily_units: { time: 'iso8601' },
      daily: { time: [start_date], ...Object.fromEntries(daily) },
      hourly: {
        time: hours.map((hour) => `${start_date}T${String(hour).padStart(2, '0')}:00`),
        temperature_2m: hours.map((hour) => warm ?? 50 + hour),
        weather_code: hours.map((hour) => (hour < 12 ? 2 : 61)),
      },
    },
  };
}

/** A weather service as strict as Open-Meteo. */
export async function startFakeWeather(): Promise<FakeWeather> {
  const app: FastifyInstance = Fastify();
  const asked: Record<string, string>[] = [];
  let failure: number | undefined;
  let warm: number | undefined;
  for (const path of ['/v1/forecast', '/v1/archive']) {
    app.get(path, async (request, reply) => {
      const parameters = request.query as Record<string, string>;
      asked.push({ path, ...parameters });
      if (failure === 302) return reply.redirect('http://127.0.0.1:1/');
      if (failure !== undefined) return reply.code(failure).send({ error: true });
      const { status, body } = answerOf(parameters, warm);
      return reply.code(status).send(body);
    });
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    asked,
    failWith: (status) => {
      failure = status;
    },
    warmTo: (fahrenheit) => {
      warm = fahrenheit;
    },
    close: () => app.close(),
  };
}
