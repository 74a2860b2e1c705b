import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readFunctions } from './attempts.ts';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { openCompany, type Tx, type Who } from './world.ts';

// Whatever compares a secret short enough to be guessed counts the guess, and no error, cast or cancellation takes it back.

const { db, us, act } = await openCompany();

await db.sql`create function public.end_backend(terminate boolean) returns boolean language sql security definer
  return case when terminate then pg_terminate_backend(pg_backend_pid()) else pg_cancel_backend(pg_backend_pid()) end`;

const RIGHT = '4711';
const WRONG = '8350';

/** What compares secrets: the functions and columns of hashes. */
const COMPARES =
  /\b(crypt|secret_hash|\w*code_hash|token_hash|pass_hash|pin_hash|digest|hmac|unsubscribe_token|link_hash)\b/;

/** Secrets nobody guesses, 80 random bits or more, and what only makes or shows hashes. Pairing codes: 40 bits for half an hour. */
const NOT_GUESSED = new Set(
  `accept_invitation answer_clock_stop answer_forgotten_punch answer_from_device answer_message_link answer_ticket_link ask_if_still_working
  calendar_feed create_api_token create_calendar_feed create_company_token create_desktop_login create_invitation_link create_kiosk create_photo_share
  create_portal_link create_recovery_codes create_site_sign_in_link decide_subcontractor_report desktop_login employee_history forgotten_punch_question invite_subcontractor kiosk_sign_in
  mail_certified_payroll mail_missing_subcontractors message_link message_link_paths my_calendar_feed my_site_visit my_token new_subcontractor_link pair_kiosk portal_certified_payroll portal_field_report portal_page
  portal_photo portal_photos portal_shows_file portal_ticket recovery_codes_left revoke_kiosk revoke_portal_link save_push_subscription renew_push_subscription
  send_link_code send_portal_code send_ticket_link set_employee_pin shared_photo_paths shared_photos sign_in_visitor sign_out_visitor site_sign_in site_sign_in_page site_sign_out submit_field_report
  subcontractor_page subcontractor_weeks ticket_link ticket_link_paths unsubscribe use_recovery_code`.split(
    /\s+/,
  ),
);

interface Guessed {
  readonly caller: Who;
  /** The row the guesses at are counted for. */
  readonly secretId: string;
  /** A call with a guess, as SQL with one column named outcome. */
  readonly call: (guess: string) => string;
  readonly right: string;
}

const hash = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

async function kiosk() {
  const account = await pairedTablet(db.sql, us);
  const person = await workerWithPin(db.sql, us, RIGHT);
  const [row] = await db.sql`update kiosks set paired_at = now() - interval '30 days'
    where user_id = ${account.userId} returning id`;
  const [pin] = await db.sql`select id from employee_pins where employee_id = ${person.employeeId}`;
  const [kit] = await act(account, (tx) => tx`select kiosk_kit(true) as kit`);
  const seal = kit?.['kit'].seal as { id: string; key: string };
  let sequence = 0;
  const box = (about: readonly string[], pin: string) => {
    const pad = hash(Buffer.from(seal.key, 'hex'), Buffer.of(2), about.join('|'));
    const bytes = Buffer.from(pin.padEnd(8)).map((byte, place) => byte ^ (pad[place] ?? 0));
    return { id: seal.id, index: 0, box: Buffer.from(bytes).toString('hex') };
  };
  const punch = (guess: string, happened_at = new Date().toISOString(), payload: object = {}) => {
    const id = randomUUID();
    sequence += 1;
    return {
      id,
      device_id: 'tablet',
      sequence,
      employee_id: person.employeeId,
      kind: 'clock_out',
      happened_at,
      offset_ms: 0,
      payload,
      sealed: box([id, person.employeeId, 'clock_out', happened_at, '', ''], guess),
    };
  };
  const extra = (guess: string, event_id: string, content: string) => {
    const id = randomUUID();
    const about = [id, person.employeeId, 'answers', event_id, content, 'es'];
    return {
      id,
      employee_id: person.employeeId,
      kind: 'answers',
      event_id,
      content,
      language: 'es',
      sealed: box(about, guess),
    };
  };
  return {
    account,
    person,
    kioskId: row?.['id'] as string,
    secretId: pin?.['id'] as string,
    punch,
    extra,
  };
}

const atKiosk = (call: (person: string, guess: string) => string) => async (): Promise<Guessed> => {
  const { account, person, secretId } = await kiosk();
  const written = (guess: string) => call(`'${person.employeeId}'`, `'${guess}'`);
  return { caller: account, secretId, call: written, right: RIGHT };
};

async function appliedEvent({
  account,
  kioskId,
  punch,
  person,
}: Awaited<ReturnType<typeof kiosk>>) {
  await act(person, (tx) => tx`select clock_in(${us.project})`);
  const event = punch(RIGHT);
  await act(
    account,
    (tx) => tx`select * from kiosk_sync_events(${kioskId}, ${tx.json([event] as never)})`,
  );
  return event.id;
}

async function messageLink(kind: 'pin' | 'text_code'): Promise<Guessed> {
  const person = await workerWithPin(db.sql, us, RIGHT);
  const [row] =
    await db.sql`select private.make_message_link(${us.id}, ${person.employeeId}, 'timesheet',
    ${db.sql.json({ start_date: '2026-11-02', end_date: '2026-11-08' })}) as path`;
  const code = String(row?.['path']).replace('/l/', '');
  const [link] =
    await db.sql`update private.message_links set text_code_hash = private.secret_hash(id || '471100'), text_code_sent_at = now()
    where code_hash = private.secret_hash(${code}) returning id`;
  const [pin] = await db.sql`select id from employee_pins where employee_id = ${person.employeeId}`;
  return {
    caller: 'anon',
    secretId: kind === 'pin' ? pin?.['id'] : link?.['id'],
    call: (guess) => `select open_message_link('${code}', '${kind}', '${guess}')::text as outcome`,
    right: kind === 'pin' ? RIGHT : '471100',
  };
}

async function portalCode(): Promise<Guessed> {
  const [made] = await act(
    us.manager,
    (tx) =>
      tx`select create_portal_link(${us.project}, '{photos}', current_date + 7, '', 'client@example.com') as link`,
  );
  const token = made?.['link'].token as string;
  const [link] =
    await db.sql`select id from portal_links where token_hash = private.secret_hash(${token})`;
  const [pass] =
    await db.sql`insert into private.portal_passes (company_id, portal_link_id, code_hash, code_expires_at)
    values (${us.id}, ${link?.['id']}, private.secret_hash(${`${link?.['id']}471100`}), now() + interval '10 minutes') returning id`;
  return {
    caller: 'anon',
    secretId: pass?.['id'],
    call: (guess) => `select enter_portal_code('${token}', '${guess}')::text as outcome`,
    right: '471100',
  };
}

/** Every function a short secret can be guessed with, and how. */
const GUESSED: Readonly<Record<string, readonly (() => Promise<Guessed>)[]>> = {
  kiosk_person: [
    atKiosk((person, pin) => `select kiosk_person(${person}, ${pin}) ->> 'result' as outcome`),
  ],
  kiosk_punch: [
    atKiosk(
      (person, pin) => `select result as outcome from kiosk_punch(${person}, ${pin}, 'clock_out')`,
    ),
  ],
  add_kiosk_photo: [
    atKiosk(
      (person, pin) =>
        `select result as outcome from add_kiosk_photo(${person}, ${pin}, gen_random_uuid(), 'clock_in', gen_random_uuid())`,
    ),
  ],
  answer_kiosk_photos: [
    atKiosk(
      (person, pin) => `select answer_kiosk_photos(${person}, ${pin}, true, 'en') as outcome`,
    ),
  ],
  answer_kiosk_questions: [
    atKiosk(
      (person, pin) =>
        `select answer_kiosk_questions(${person}, ${pin}, gen_random_uuid(), '[]', 'en') as outcome`,
    ),
  ],
  kiosk_sync_events: [
    async () => {
      const { account, secretId, kioskId, punch } = await kiosk();
      const call = (guess: string) =>
        `select result as outcome from kiosk_sync_events('${kioskId}', ${quoted([punch(guess)])})`;
      return { caller: account, secretId, call, right: RIGHT };
    },
  ],
  kiosk_sync_extras: [
    async () => {
      const stage = await kiosk();
      const event = await appliedEvent(stage);
      const call = (guess: string) =>
        `select result as outcome from kiosk_sync_extras(${quoted([stage.extra(guess, event, '[]')])})`;
      return { caller: stage.account, secretId: stage.secretId, call, right: RIGHT };
    },
  ],
  open_message_link: [() => messageLink('pin'), () => messageLink('text_code')],
  enter_portal_code: [portalCode],
};

async function guesses(secretId: string): Promise<number> {
  const [row] =
    await db.sql`select pg_sequence_last_value(private.guess_sequence(c.id))::integer as count
    from private.guess_counters c where c.secret_id = ${secretId}`;
  return row?.['count'];
}

/** What the caller is answered: an outcome, or the error. */
async function answer(
  caller: Who,
  attempt: (tx: Tx) => Promise<unknown>,
  headers: Record<string, string> = {},
): Promise<string> {
  try {
    return JSON.stringify(await act(caller, attempt, headers));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code} ${message}`;
  }
}

/** The ways a call is undone after it compared. */
const UNDOINGS: Readonly<Record<string, (tx: Tx, call: string) => Promise<unknown>>> = {
  'an error behind it': async (tx, call) => {
    await tx.unsafe(call);
    await tx`select 1 / 0`;
  },
  'a cast of the answer': (tx, call) => tx.unsafe(`select outcome::uuid from (${call}) c`),
  'a canceled statement': (tx, call) =>
    tx.unsafe(`select outcome, end_backend(false) from (${call} offset 0) c`),
  'a lost connection': (tx, call) =>
    tx.unsafe(`select outcome, end_backend(true) from (${call} offset 0) c`),
};

test('every function that compares a secret is known, with the guesses it counts', async () => {
  const sources =
    await db.sql`select p.pronamespace::regnamespace::text as schema, p.proname as name, string_agg(pg_get_functiondef(p.oid), ' ') as source
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f' group by 1, 2`;
  const source = new Map(
    sources.map((row) => [`${row['schema']}.${row['name']}`, row['source'] as string]),
  );
  const comparing = new Map<string, boolean>();
  const compares = (name: string): boolean => {
    const known = comparing.get(name);
    if (known !== undefined) return known;
    comparing.set(name, false);
    const text = source.get(name) ?? '';
    const found =
      COMPARES.test(text) ||
      [...text.matchAll(/\bprivate\.\w*(?:pin|pass|token|secret|link|code)\w*(?=\()/g)].some(
        ([called]) => compares(called),
      );
    comparing.set(name, found);
    return found;
  };
  const found = (await readFunctions(db.sql))
    .map(({ name }) => name)
    .filter((name) => compares(`public.${name}`));
  expect(
    [...new Set(found)].filter((name) => !(name in GUESSED) && !NOT_GUESSED.has(name)),
  ).toEqual([]);
});

for (const [name, ways] of Object.entries(GUESSED)) {
  for (const [way, make] of ways.entries()) {
    const title = ways.length > 1 ? `${name} (${way + 1})` : name;

    test(`a wrong guess at ${title} counts, whatever undoes the call`, async () => {
      const { caller, secretId, call, right } = await make();
      let count = await guesses(secretId);
      expect(count).toBe(0);
      expect(await answer(caller, (tx) => tx.unsafe(call(WRONG)))).not.toContain('"ok"');
      expect(await guesses(secretId)).toBe(++count);
      for (const [undoing, attempt] of Object.entries(UNDOINGS)) {
        await answer(caller, (tx) => attempt(tx, call(WRONG)));
        expect(await guesses(secretId), undoing).toBe(++count);
      }
      await answer(caller, (tx) => tx.unsafe(call(WRONG)), { prefer: 'tx=rollback' });
      // Nobody has committed five wrong ones, and the right one is refused all the same.
      const atLast = await answer(caller, (tx) => tx.unsafe(call(right)));
      expect(atLast).toMatch(/locked|wrong|held|refused|code_over/);
    });

    test(`the right one at ${title} is not counted`, async () => {
      const { caller, secretId, call, right } = await make();
      await answer(
        caller,
        (tx) => UNDOINGS['an error behind it']?.(tx, call(WRONG)) as Promise<unknown>,
      );
      expect(await guesses(secretId)).toBe(1);
      await answer(caller, (tx) => tx.unsafe(call(right)));
      expect((await guesses(secretId)) ?? 0).toBe(0);
    });

    test(`a call of ${title} that asks to be rolled back answers right and wrong alike`, async () => {
      const { caller, call, right } = await make();
      const rolledBack = (guess: string) =>
        answer(caller, (tx) => tx.unsafe(call(guess)), { prefer: 'tx=rollback' });
      expect(await rolledBack(right)).toBe(await rolledBack(WRONG));
    });
  }
}

const HOSTILE: Readonly<Record<string, unknown>> = {
  'an event without id': { id: null },
  'an id that is none': { id: 'x' },
  'an event that is a word': 'x',
  'an event of the far past': {
    happened_at: '4700-01-01T00:00:00Z BC',
    payload: { monotonic_ms: 2 },
  },
  'an event of the far future': {
    happened_at: '290000-01-01T00:00:00Z',
    payload: { monotonic_ms: 1 },
  },
};

for (const [what, hostile] of Object.entries(HOSTILE)) {
  test(`${what} beside a PIN says nothing about it`, async () => {
    const { account, kioskId, secretId, punch } = await kiosk();
    const around = () =>
      typeof hostile === 'object'
        ? { ...punch(WRONG), sealed: { id: randomUUID(), index: 0, box: '00' }, ...hostile }
        : hostile;
    const send = (guess: string) => {
      const times = [undefined, '4700-01-01T00:00:00Z BC'] as const;
      const events = [
        around(),
        ...times.map((at) => punch(guess, at, { monotonic_ms: 2 })),
        around(),
      ];
      return answer(account, async (tx) => {
        const rows =
          await tx`select result from kiosk_sync_events(${kioskId}, ${tx.json(events as never)})`;
        return rows.map((row) => row['result']);
      });
    };
    const [right, wrong] = [await send(RIGHT), await send(WRONG)];
    if (right.startsWith('[')) expect(await guesses(secretId)).toBeGreaterThan(0);
    else {
      expect(right).toBe(wrong);
      expect(await guesses(secretId)).toBe(0);
    }
  });
}

test('nested or broken content beside a PIN says nothing about it', async () => {
  const stage = await kiosk();
  const event = await appliedEvent(stage);
  const send = (guess: string, behind: object) =>
    answer(stage.account, (tx) => {
      const extras = [stage.extra(guess, event, '['.repeat(150_000)), behind];
      return tx`select result from kiosk_sync_extras(${tx.json(extras as never)})`;
    });
  expect(await send(RIGHT, { id: 'x' })).toBe(await send(WRONG, { id: 'x' }));
  expect(await guesses(stage.secretId)).toBe(0);
  const other = { id: randomUUID() };
  expect(await send(RIGHT, other)).toBe(await send(WRONG, other));
  expect(await guesses(stage.secretId)).toBe(1);
});
