import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import FormBuilder from '@/features/forms/components/form-builder';
import { openPart, words } from '@/testing/open';

test('a form needs both languages; what is written is previewed and saved', async () => {
  const close = vi.fn();
  const { user, backend } = await openPart(
    <FormBuilder companyId="c1" formId={null} onClose={close} />,
    { namespaces: ['forms', 'form-fill'], answers: { 'POST rpc/add_forms': [] } },
  );
  const label = (
    key: 'name' | 'nameEs' | 'sectionTitle' | 'sectionTitleEs' | 'label' | 'labelEs',
  ) => screen.getByLabelText(words(`forms:builder.${key}`));
  const save = () => user.click(screen.getByRole('button', { name: words('forms:builder.save') }));
  await user.type(label('name'), 'Ladder check');
  await user.type(label('sectionTitle'), 'Before use');
  await user.type(label('label'), 'Feet are whole');
  await save();
  expect(screen.getAllByText(words('forms:problem.text_missing')).length).toBeGreaterThan(1);
  expect(backend.sent('POST rpc/add_forms')).toEqual([]);
  await user.type(label('nameEs'), 'Revisión de escalera');
  await user.type(label('sectionTitleEs'), 'Antes de usar');
  await user.type(label('labelEs'), 'Patas enteras');
  const preview = screen.getByRole('region', { name: words('forms:builder.preview') });
  await user.click(within(preview).getByRole('radio', { name: 'Fail' }));
  expect(within(preview).getByText(words('form-fill:failed'))).toBeVisible();
  await save();
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(backend.sent('POST rpc/add_forms')).toMatchObject([
    {
      forms_param: [
        {
          name: 'Ladder check',
          name_es: 'Revisión de escalera',
          definition: {
            sections: [
              {
                title: { en: 'Before use', es: 'Antes de usar' },
                questions: [
                  { kind: 'check', label: { en: 'Feet are whole', es: 'Patas enteras' } },
                ],
              },
            ],
          },
        },
      ],
    },
  ]);
});
