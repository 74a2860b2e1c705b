import { expect, test } from 'vitest';
import { openCompanies } from './world.ts';

test('Owners alone hand over secrets and sign in, of their own company and while it is connected', async () => {
  const { us, them, act } = await openCompanies();
  const [made] = await act(
    us.owner,
    (tx) =>
      tx`select id from create_accounting_connection('quickbooks_online', 'sandbox', 'client')`,
  );
  const id = made?.['id'];
  const may = async (who: Parameters<typeof act>[0]) => {
    const [row] = await act(who, (tx) => tx`select may_connect_accounting(${id}) as may`);
    return row?.['may'];
  };
  expect(await may(us.owner)).toBe(true);
  for (const who of [us.manager, us.foreman, us.employee, us.deactivated, them.owner]) {
    expect(await may(who)).toBe(false);
  }
  await expect(may('anon')).rejects.toThrow('permission denied');
  await act(us.owner, (tx) => tx`select set_accounting_state(${id}, 'disconnected')`);
  expect(await may(us.owner)).toBe(false);
});
