import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DataTable } from '@/components/shared/data-table/data-table';
import { openPart } from '@/testing/open';

test('a click on any cell opens the row; a button in it keeps its own meaning', async () => {
  const [open, call] = [vi.fn(), vi.fn()];
  const { user } = await openPart(
    <DataTable
      label="People"
      rows={['Maria']}
      rowKey={(name) => name}
      onRowOpen={open}
      columns={[
        { id: 'name', header: 'Name', cell: (name) => <a href="#maria">{name}</a> },
        { id: 'hours', header: 'Hours', cell: () => '7:20' },
        {
          id: 'call',
          header: 'Call',
          cell: () => (
            <button type="button" onClick={call}>
              Call Maria
            </button>
          ),
        },
      ]}
    />,
    { namespaces: [] },
  );
  await user.click(await screen.findByText('7:20'));
  expect(open).toHaveBeenCalledExactlyOnceWith('Maria');
  await user.click(screen.getByRole('button', { name: 'Call Maria' }));
  expect(call).toHaveBeenCalledOnce();
  expect(open).toHaveBeenCalledOnce();
});
