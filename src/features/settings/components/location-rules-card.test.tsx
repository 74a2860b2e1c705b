import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useViewer } from '@/entities/viewer/use-viewer';
import { LocationRulesCard } from '@/features/settings/components/location-rules-card';
import { openPart, words } from '@/testing/open';

const PROJECT = { id: '00000000-0000-7000-8000-000000000010', name: 'Harbor Annex' };

function Card() {
  const { company } = useViewer();
  return (
    company && (
      <LocationRulesCard company={{ ...company, capture_location: true }} disabled={false} />
    )
  );
}

test('how long coordinates are kept, and a project that no longer asks for them', async () => {
  const { user, backend } = await openPart(<Card />, {
    namespaces: ['settings'],
    answers: { 'GET projects': [PROJECT], 'POST rpc/save_changes': null },
  });
  await user.click(await screen.findByRole('combobox', { name: words('settings:location.days') }));
  await user.click(await screen.findByRole('option', { name: '30 days' }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_changes')).toMatchObject([
      { table_param: 'companies', changes_param: { location_days: 30 } },
    ]),
  );
  await user.click(
    await screen.findByRole('button', {
      name: words('settings:location.remove', { project: 'Harbor Annex' }),
    }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_changes')).toMatchObject([
      {},
      {
        table_param: 'projects',
        changes_param: { location_required: false },
        based_on_param: { location_required: true },
      },
    ]),
  );
});
