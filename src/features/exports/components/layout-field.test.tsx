import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { StoredLayout } from '@/features/exports/api/layouts';
import { LayoutField, type LayoutFieldProps } from '@/features/exports/components/layout-field';
import { ACCOUNTING_FORMATS } from '@/features/exports/formats/accounting-systems';
import { templateOf } from '@/features/exports/formats/column-format';
import type { Answers } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const layout = templateOf(ACCOUNTING_FORMATS.vista.preset ?? expect.fail('no preset'), {});
const open = (more: Partial<LayoutFieldProps> = {}, answers: Answers = {}) => {
  const onChange = vi.fn();
  const onReset = vi.fn();
  return openPart(
    <LayoutField
      companyId="company"
      layout={layout}
      stored={null}
      isSaved={false}
      testRow={layout.columns.map((_, at) => `cell ${at + 1}`)}
      faults={[]}
      onChange={onChange}
      onReset={onReset}
      {...more}
    />,
    { namespaces: ['file-template'], answers },
  ).then((opened) => ({ ...opened, onChange, onReset }));
};
const button = (key: string, values = {}) =>
  screen.getByRole('button', { name: words(key, values) });

test('says that each company has its own import, and saves the columns for the company', async () => {
  const { user, backend } = await open({}, { 'POST file_templates': [] });
  expect(screen.getByText(words('file-template:layout.compare'))).toBeVisible();
  await user.click(screen.getByText(words('file-template:editor.columns')));
  expect(screen.getByText('cell 3')).toBeVisible();
  await user.click(button('file-template:layout.save'));
  await waitFor(() =>
    expect(backend.sent('POST file_templates')[0]).toMatchObject({
      company_id: 'company',
      name: 'Viewpoint Vista',
      purpose: 'payroll',
      content: { rows: 'line', columns: layout.columns },
    }),
  );
});

test('columns are moved, removed, named and added', async () => {
  const { user, onChange } = await open();
  await user.click(screen.getByText(words('file-template:editor.columns')));
  await user.click(button('file-template:editor.up', { name: 'Employee' }));
  expect(onChange.mock.lastCall?.[0].columns.slice(0, 2)).toMatchObject([
    { header: 'Employee' },
    { header: 'Co' },
  ]);
  await user.click(button('file-template:editor.remove', { name: 'Amt' }));
  expect(button('file-template:editor.remove', { name: 'Rate' })).toHaveFocus();
  expect(onChange.mock.lastCall?.[0].columns).toHaveLength(layout.columns.length - 1);
  await user.click(
    button('file-template:editor.addField', { name: words('file-template:field.equipment') }),
  );
  expect(onChange.mock.lastCall?.[0].columns.at(-1)).toMatchObject({ value: 'equipment' });
});

test('going back to the usual columns deletes those of the company', async () => {
  const stored = { id: 'layout', name: 'Viewpoint Vista' } as StoredLayout;
  const { user, backend, onReset } = await open(
    { stored, isSaved: true },
    { 'DELETE file_templates': null },
  );
  await user.click(screen.getByText(words('file-template:editor.columns')));
  expect(button('file-template:layout.save')).toBeDisabled();
  await user.click(button('file-template:layout.reset'));
  expect(onReset).toHaveBeenCalled();
  await waitFor(() => expect(backend.sent('DELETE file_templates')).toHaveLength(1));
});
