import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MealField } from '@/features/time-tracker/entry-form/meal-field';
import { openPart, words } from '@/testing/open';
import { viewerIn } from '@/testing/people';

const withMeal = () => {
  const { company } = viewerIn('employee');
  return company && { ...company, auto_meal_minutes: 30, auto_meal_after_minutes: 360 };
};
const label = () => words('time-tracker:form.mealWaived');

test('a worker cancels the automatic meal, which the field explains', async () => {
  const changed = vi.fn();
  const { user } = await openPart(
    <MealField waived={false} disabled={false} onChange={changed} />,
    {
      namespaces: ['time-tracker'],
      as: 'employee',
      viewer: { company: withMeal() },
      answers: { 'GET overtime_policies': [] },
    },
  );
  const field = await screen.findByRole('switch', { name: label() });
  expect(field).toHaveAccessibleDescription(/30 minutes .* over 6 hours/);
  await user.click(field);
  expect(changed).toHaveBeenCalledWith(true);
});

test('a meal can be waived where the law has meal rules', async () => {
  await openPart(<MealField waived={false} disabled={false} onChange={() => undefined} />, {
    namespaces: ['time-tracker'],
    as: 'employee',
    answers: { 'GET overtime_policies': [{ id: 'california' }] },
  });
  expect(await screen.findByRole('switch', { name: label() })).toHaveAccessibleDescription(
    words('time-tracker:form.mealWaivedText'),
  );
});

test('nobody is asked where no rule takes a meal off', async () => {
  const { backend } = await openPart(
    <MealField waived={false} disabled={false} onChange={() => undefined} />,
    { namespaces: ['time-tracker'], as: 'employee', answers: { 'GET overtime_policies': [] } },
  );
  await waitFor(() => expect(backend.sent('GET overtime_policies')).toHaveLength(1));
  expect(screen.queryByRole('switch')).toBeNull();
});
