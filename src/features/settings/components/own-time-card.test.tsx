import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useViewer } from '@/entities/viewer/use-viewer';
import { OwnTimeCard } from '@/features/settings/components/own-time-card';
import { openPart, words } from '@/testing/open';

function Card() {
  const { company } = useViewer();
  return company && <OwnTimeCard company={{ ...company, late_punch_hours: 48 }} disabled={false} />;
}

test('how late a punch without a signal may arrive', async () => {
  const { user, backend } = await openPart(<Card />, {
    namespaces: ['settings'],
    answers: { 'POST rpc/save_changes': null },
  });
  await user.click(
    await screen.findByRole('combobox', { name: words('common:ownTime.latePunches') }),
  );
  await user.click(await screen.findByRole('option', { name: '24 hours' }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_changes')).toMatchObject([
      { table_param: 'companies', changes_param: { late_punch_hours: 24 } },
    ]),
  );
});
