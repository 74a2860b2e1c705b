import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import { openPart, words } from '@/testing/open';

test('headings nobody knows are left out when the first line is said to hold them', async () => {
  let checked: Record<string, string>[] = [];
  const { user } = await openPart(
    <ImportDialog
      title="Import"
      description=""
      placeholder=""
      columns={[{ key: 'name', label: 'Name', aliases: [] }]}
      onClose={() => undefined}
      check={async (rows) => {
        checked = rows;
        return [];
      }}
      importAll={async () => undefined}
    />,
    { namespaces: ['imports'] },
  );
  await user.click(screen.getByLabelText(words('imports:paste')));
  await user.paste('Trabajador\nAna Paz\nBo Lee');
  expect(screen.getByRole('button', { name: 'Check 3 rows' })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: words('imports:hasHeading') }));
  await user.click(screen.getByRole('button', { name: 'Check 2 rows' }));
  expect(checked).toEqual([{ name: 'Ana Paz' }, { name: 'Bo Lee' }]);
});
