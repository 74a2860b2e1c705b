import { randomUUID } from 'node:crypto';
import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { callAs } from '../rpc.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const LONG = { rounds: 100 };
const EVENTS = 500;
/** As many as the app sends at once. */
const BATCH = 100;
const MINUTE = 60_000;
const DEVICE = 'phone of the week';

interface Site {
  readonly workerId: string;
  readonly plainId: string;
  readonly fencedId: string;
}

/** Punches that are more than a tap: with a place at a fenced site, and a phone's whole week at once. */
export const punches: Scenario<typeof LONG> = {
  name: 'punches',
  settings: { long: LONG, quick: { rounds: 60 } },
  async *run(environment, _options, { rounds }) {
    const site = await prepare(environment);
    const call = await callAs(environment, site.workerId);
    yield await atFencedSite(call, site, rounds);
    yield await afterAWeekWithoutSignal(call, site, rounds);
  },
};

type Call = Awaited<ReturnType<typeof callAs>>;

async function prepare({ sql }: BenchEnvironment): Promise<Site> {
  await generateLoad(sql, 1, 100, 100);
  const [site] = await sql<Site[]>`
    select private.generate_id('user 1 10') as "workerId",
      private.generate_id('project 1 1') as "plainId", private.generate_id('project 1 2') as "fencedId"`;
  if (!site) throw new Error('nothing was generated');
  await sql`
    insert into public.geofences (company_id, project_id, shape, latitude, longitude, radius_m)
    values (private.generate_id('company 1'), ${site.fencedId}, 'circle', 42.65, -73.75, 150)`;
  // Days that were clocked with a signal would speak against it.
  await sql`
    delete from public.time_entries t using public.employees e
     where e.user_id = ${site.workerId} and t.company_id = e.company_id and t.employee_id = e.id
       and t.clock_in > now() - interval '10 days'`;
  // The week without a signal is believed: a phone that is known, in a company that waits so long.
  await sql`update public.companies set late_punch_hours = 720 where id = private.generate_id('company 1')`;
  await sql`
    insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
    values (private.generate_id('company 1'), ${site.workerId}, ${DEVICE}, now() - interval '30 days')
    on conflict do nothing`;
  return site;
}

async function atFencedSite(call: Call, { plainId, fencedId }: Site, rounds: number) {
  const place = { latitude: 42.6501, longitude: -73.7501, accuracy_m: 12, fix_age_s: 1 };
  const [plain, fenced] = [new Times(), new Times()];
  for (let round = 0; round < rounds; round++) {
    await plain.time(() => call('clock_in', { project_id_param: plainId }));
    await call('clock_out', {});
    await fenced.time(() =>
      call('clock_in', { project_id_param: fencedId, location_param: place }),
    );
    await call('clock_out', { location_param: place });
  }
  const [without, inside] = [plain.summary(1).p50Ms, fenced.summary(1).p50Ms];
  return {
    name: 'clock-in with a place at a fenced site',
    note: `${inside.toFixed(1)} ms, without a place ${without.toFixed(1)} ms, ratio ${(inside / without).toFixed(2)}`,
    figures: [
      {
        line: 'clock-in at a fenced site against one without',
        value: inside / without,
        atMost: 1.1,
      },
    ],
  };
}

async function afterAWeekWithoutSignal(call: Call, { plainId }: Site, rounds: number) {
  const single = new Times();
  for (let round = 0; round < rounds; round++) {
    await single.time(() => call('clock_in', { project_id_param: plainId }));
    await single.time(() => call('clock_out', {}));
  }
  const begun = performance.now();
  const events = weekOfEvents(plainId);
  let applied = 0;
  for (let first = 0; first < EVENTS; first += BATCH) {
    const results = (await call('sync_events', {
      events_param: events.slice(first, first + BATCH),
    })) as { result: string }[];
    applied += results.filter(({ result }) => result === 'applied').length;
  }
  const each = (performance.now() - begun) / EVENTS;
  const alone = single.summary(1).p50Ms;
  return {
    name: `${EVENTS} punches made without a signal`,
    note: `${(each * EVENTS).toFixed(0)} ms, ${applied} applied, ${each.toFixed(2)} ms each against ${alone.toFixed(2)} ms by a call of its own, ratio ${(each / alone).toFixed(2)}`,
  };
}

/** In and out in turns, in the night hours that the generated days leave free. */
function weekOfEvents(projectId: string) {
  const perNight = 80;
  const nights = Math.ceil(EVENTS / perNight);
  const midnight = new Date();
  midnight.setUTCHours(4, 0, 0, 0);
  let entryId = '';
  return Array.from({ length: EVENTS }, (_, index) => {
    const kind = index % 2 === 0 ? 'clock_in' : 'clock_out';
    if (kind === 'clock_in') entryId = randomUUID();
    const night = nights - Math.floor(index / perNight);
    const at = midnight.getTime() - night * 24 * 60 * MINUTE + (index % perNight) * 3 * MINUTE;
    return {
      id: randomUUID(),
      device_id: DEVICE,
      sequence: index + 1,
      kind,
      happened_at: new Date(at).toISOString(),
      offset_ms: 0,
      payload: { entry_id: entryId, project_id: projectId },
    };
  });
}
