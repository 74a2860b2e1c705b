import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Button } from '@/components/ui/button';
import { PauseMenu } from '@/features/my-status/components/pause-menu';
import { openPart } from '@/testing/open';

const LUNCH = {
  name: 'Lunch',
  name_es: 'Almuerzo',
  kind: 'meal',
  paid: false,
  usual_minutes: 30,
  active: true,
};
const NAP = { ...LUNCH, name: 'Nap', name_es: null, kind: 'rest', active: false };

async function menu(types: unknown[], language: 'en' | 'es' = 'en') {
  const opened = await openPart(
    <PauseMenu>
      <Button>Pause</Button>
    </PauseMenu>,
    {
      namespaces: ['my-status', 'timer'],
      language,
      answers: { 'GET break_types': types, 'POST rpc/running_entry': null },
    },
  );
  await opened.user.click(screen.getByRole('button', { name: 'Pause' }));
  const items = await screen.findAllByRole('menuitem');
  return { ...opened, items, texts: items.map(({ textContent }) => textContent) };
}

test('the clock offers the breaks of the company by their names, archived ones not', async () => {
  const { user, backend, items, texts } = await menu([LUNCH, NAP]);
  expect(texts).toEqual(['Lunch, unpaid30 min']);
  backend.answer({ 'POST rpc/start_break': null });
  await user.click(items[0] as HTMLElement);
  expect(backend.sent('POST rpc/start_break')).toMatchObject([
    { kind_param: 'meal', paid_param: false },
  ]);
});

test('people read them in their language', async () => {
  const { texts } = await menu([LUNCH], 'es');
  expect(texts).toEqual(['Almuerzo, no pagado30 min']);
});

test.each([[[]], [[NAP]]])('a company without any has the four usual ones', async (types) => {
  const { texts } = await menu(types);
  expect(texts).toHaveLength(4);
  expect(texts[0]).toBe('Meal, unpaid');
});
