import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { choose, toast } from './support/time.ts';

test('three questions at the clock, one answered without signal; the injury is looked at and closed', {
  tag: MODULE,
}, async ({ page, company, browser, signInAs }) => {
  const worker = await company.addPerson('employee');
  const { client } = company.owner;
  must(
    await client.from('clock_questions').insert([
      {
        moment: 'in',
        text_en: 'Are you fit for work?',
        text_es: '¿Estás en condiciones?',
        alarm_answer: 'no',
        opens_incident: false,
        position: 0,
      },
      {
        moment: 'out',
        text_en: 'Did you take your breaks?',
        text_es: '¿Tomaste tus descansos?',
        alarm_answer: null,
        opens_incident: false,
        position: 0,
      },
      {
        moment: 'out',
        text_en: 'Were you injured today?',
        text_es: '¿Te lastimaste hoy?',
        alarm_answer: 'yes',
        opens_incident: true,
        position: 1,
      },
    ]),
  );
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(worker, phone);
  await phone.goto('/my-status');
  const timer = phone.getByRole('region', { name: 'Timer' });
  await choose(timer, 'Project', 'Riverside Tower');
  await choose(timer, 'Cost code', /03 11 00/);
  await timer.getByRole('button', { name: 'Start', exact: true }).click();
  const start = phone.getByRole('dialog', { name: 'Before you start' });
  // The sheet is there, the answer is given without signal and sent when there is one again.
  await expect(start).toBeVisible();
  await expect(phone.getByText(/On the clock since/)).toBeVisible();
  await phone.context().setOffline(true);
  await start.getByRole('button', { name: 'Yes' }).click();
  await start.getByRole('button', { name: 'Send answers' }).click();
  await expect(toast(phone, 'Saved on this device')).toBeVisible();
  const answers = async () =>
    must(await worker.client.from('clock_answers').select('answer, text_en').order('answered_at'));
  expect(await answers()).toEqual([]);
  await phone.context().setOffline(false);
  await expect.poll(answers).toEqual([{ answer: 'yes', text_en: 'Are you fit for work?' }]);

  await timer.getByRole('button', { name: 'Stop', exact: true }).click();
  const end = phone.getByRole('dialog', { name: 'Before you go' });
  // Pressed by accident: the sheet has the way back, and the real stop asks again.
  await end.getByRole('button', { name: /^Undo the stop/ }).click();
  await expect(end).toBeHidden();
  await expect(phone.getByText(/On the clock since/)).toBeVisible();
  await timer.getByRole('button', { name: 'Stop', exact: true }).click();
  await end
    .getByRole('group', { name: /breaks/ })
    .getByRole('button', { name: 'Yes' })
    .click();
  await end
    .getByRole('group', { name: /injured/ })
    .getByRole('button', { name: 'Yes' })
    .click();
  await end.getByLabel('What happened?').fill('Cut on the hand');
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await end.getByRole('button', { name: 'Send answers' }).click();
  await expect(toast(phone, 'Answers sent')).toBeVisible();
  await context.close();

  await signInAs(company.owner);
  await page.goto('/verification');
  const detail = page.getByRole('article', { name: /reported an injury/ });
  await expect(detail.getByText('Cut on the hand')).toBeVisible();
  await expect(page.getByRole('link', { name: /Verification/ }).getByText('1')).toBeVisible();
  await detail.getByRole('button', { name: 'Open the incident' }).click();
  const incident = page.getByRole('dialog', { name: /^INC-\d{4}-0001$/ });
  await incident.getByLabel('Injured body part').fill('Left hand');
  await incident.getByRole('button', { name: 'Save' }).click();
  await expect(incident.getByText('Changed: Injured body part')).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await incident.getByRole('button', { name: 'Close', exact: true }).last().click();
  // A question back to the worker, and the answer, are part of the item.
  await detail.getByRole('button', { name: 'Ask' }).click();
  await detail.getByLabel(/^Question to/).fill('Which glove did you wear?');
  await detail.getByRole('button', { name: 'Send question' }).click();
  await expect(detail.getByText('Not answered yet')).toBeVisible();
  const asked = must(await worker.client.from('verification_questions').select('id, question'));
  expect(asked).toMatchObject([{ question: 'Which glove did you wear?' }]);
  must(
    await worker.client.rpc('answer_verification_question', {
      id_param: asked[0]?.id ?? '',
      answer_param: 'The thin one',
    }),
  );
  await expect(detail.getByText('The thin one')).toBeVisible();
  await detail.getByLabel('Note for the record').fill('Sent to the clinic');
  await detail.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(page.getByText('Nothing to look at')).toBeVisible();
  await page.getByRole('tab', { name: 'Resolved' }).click();
  await expect(page.getByText('Sent to the clinic')).toBeVisible();
});
