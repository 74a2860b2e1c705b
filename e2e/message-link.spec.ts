import { expect, test } from './fixtures.ts';
import { api, must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { makeCompany } from './support/company.ts';

/** Somewhere it is day now: texts that can wait are not sent at night. */
function zoneAtDay(): string {
  const zones = ['America/New_York', 'Pacific/Honolulu', 'Europe/Rome', 'Asia/Tokyo'];
  const hour = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone }).format());
  return zones.find((zone) => hour(zone) >= 8 && hour(zone) < 20) ?? 'America/New_York';
}

async function textTo(number: string): Promise<string> {
  const texts = async () =>
    (
      (await (await fetch(`${api.url}/dev/texts.json`)).json()) as { to: string; body: string }[]
    ).filter(({ to }) => to === number);
  await expect.poll(async () => (await texts()).length).toBeGreaterThan(0);
  return (await texts())[0]?.body ?? '';
}

test('someone without an account or address confirms a bulletin from a text message, after the PIN', async ({
  page,
}) => {
  const company = await makeCompany({ timeZone: zoneAtDay() });
  const { client } = company.owner;
  const number = `+1415555${String(Date.now()).slice(-4)}`;
  const { data: rosa } = await client
    .from('employees')
    .insert({
      company_id: company.id,
      first_name: 'Rosa',
      last_name: 'Delgado',
      phone: number,
      language: 'es',
    })
    .select('id')
    .single()
    .throwOnError();
  must(await client.rpc('set_employee_pin', { employee_id_param: rosa.id, pin_param: '4711' }));
  must(await client.from('text_settings').insert({ company_id: company.id, enabled: true }));
  must(
    await client.rpc('record_text_consent', {
      employee_id_param: rosa.id,
      wording_param: 'I agree to text messages.',
      language_param: 'es',
      given_on_param: '2026-01-05',
      note_param: 'Signed form',
    }),
  );
  const { data: bulletin } = await client
    .from('bulletins')
    .insert({
      company_id: company.id,
      title: 'Ice on the stairs',
      body: 'Salt them before 6:30.',
      title_es: 'Hielo en las escaleras',
      body_es: 'Echa sal antes de las 6:30.',
      audience: { everyone: true },
      must_acknowledge: true,
      publish_at: new Date(Date.now() - 60_000).toISOString(),
    })
    .select('id')
    .single()
    .throwOnError();
  must(await client.rpc('remind_of_bulletin', { bulletin_id_param: bulletin.id }));

  const text = await textTo(number);
  expect(text).toContain('Hielo en las escaleras');
  await page.goto(/https?:\S+\/l\/\S+/.exec(text)?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Un aviso por confirmar' })).toBeVisible();
  await page.getByLabel('PIN').fill('1111');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect(page.getByText('Te quedan 4 intentos.')).toBeVisible();
  await page.getByLabel('PIN').fill('4711');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect(page.getByText('Echa sal antes de las 6:30.')).toBeVisible();
  await expectAccessible(page, 'a bulletin by link');
  await page.getByRole('button', { name: 'Ya lo leí' }).click();
  await expect(page.getByText('Confirmado. Gracias.')).toBeVisible();
  const report = must(await client.rpc('bulletin_report', { bulletin_id_param: bulletin.id })).find(
    ({ employee_id }) => employee_id === rosa.id,
  );
  expect(report?.acknowledged_at).not.toBeNull();
  expect(report?.language).toBe('es');

  await page.reload();
  await expect(page.getByText('Esto ya está hecho')).toBeVisible();
});
