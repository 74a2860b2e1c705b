import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import ClockRulesHost from '@/features/clock-rules/clock-rules-host';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const NO_RULES = { from: null, ends_at: null, edge: false, stop: null };
const STOP = {
  id: 's1',
  rule: 'day_end' as const,
  stopped_at: '2026-03-10T22:00:00Z',
  clock_in: '2026-03-10T11:00:00Z',
  project_id: null,
};

function Start() {
  const clock = useClockIn();
  return (
    <button
      type="button"
      onClick={() => clock.start({ projectId: 'p1', costCodeId: null, notes: '' })}
    >
      Start
    </button>
  );
}

test('a refused start says why and whom to call, once', async () => {
  const { user } = await openPart(
    <>
      <Start />
      <ClockRulesHost rules={NO_RULES} />
    </>,
    {
      as: 'employee',
      namespaces: ['clock-stops', 'timer'],
      answers: {
        'GET projects': [],
        'GET cost_codes': [],
        'GET project_cost_codes': [],
        'POST rpc/clock_in': new Refusal(400, {
          hint: 'clock_rule_off_site',
          details: JSON.stringify({
            rule: 'off_site',
            contacts: [{ name: 'Luis Ortega', phone: '+1 303 555 0110', role: 'foreman' }],
          }),
        }),
      },
    },
  );
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText(words('clock-stops:refused.title.off_site'))).toBeVisible();
  expect(screen.getByRole('link', { name: /Luis Ortega/ })).toHaveAttribute(
    'href',
    'tel:+13035550110',
  );
  await user.click(screen.getByRole('button', { name: words('clock-stops:refused.close') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a clock that stopped by a rule asks; another time goes to the manager', async () => {
  const { user, backend } = await openPart(<ClockRulesHost rules={{ ...NO_RULES, stop: STOP }} />, {
    as: 'employee',
    namespaces: ['clock-stops'],
    answers: { 'GET projects': [], 'POST rpc/answer_clock_stop': {} },
  });
  expect(await screen.findByText(words('clock-stops:stop.text.day_end'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('clock-stops:stop.other') }));
  const when = screen.getByLabelText(words('clock-stops:stop.when'));
  await user.clear(when);
  await user.type(when, '5:15 PM');
  await user.click(screen.getByRole('button', { name: words('clock-stops:stop.send') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('POST rpc/answer_clock_stop')).toMatchObject([
    { id_param: 's1', happened_at_param: '2026-03-10T21:15:00Z' },
  ]);
});
