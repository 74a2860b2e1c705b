import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import FormBuilder from '@/features/forms/components/form-builder';
import { openPart, words } from '@/testing/open';

const label = (
  key: 'name' | 'nameEs' | 'sectionTitle' | 'sectionTitleEs' | 'label' | 'labelEs' | 'kind',
) => screen.getByLabelText(words(`forms:builder.${key}`));
const namespaces = ['forms', 'form-fill'] as const;

test('what is written is previewed and saved, what is missing is said in its place', async () => {
  const close = vi.fn();
  const { user, backend } = await openPart(
    <FormBuilder companyId="c1" formId={null} onClose={close} />,
    { namespaces: [...namespaces], answers: { 'POST rpc/add_forms': [] } },
  );
  const save = () => user.click(screen.getByRole('button', { name: words('forms:builder.save') }));
  await save();
  expect(screen.getAllByText(words('forms:problem.text_missing'))).toHaveLength(3);
  expect(label('name')).toHaveFocus();
  expect(backend.sent('POST rpc/add_forms')).toEqual([]);
  await user.type(label('name'), 'Ladder check');
  await user.type(label('nameEs'), 'Revisión de escalera');
  await user.type(label('sectionTitle'), 'Before use');
  await user.type(label('label'), 'Feet');
  await user.type(label('labelEs'), 'Patas');
  await user.click(label('kind'));
  await user.click(screen.getByRole('option', { name: words('forms:kind.choice') }));
  await save();
  expect(screen.getByText(words('forms:problem.choices_missing'))).toBeVisible();
  await user.click(label('kind'));
  await user.click(screen.getByRole('option', { name: words('forms:kind.check') }));
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
                // Written in one language, shown in both.
                title: { en: 'Before use', es: 'Before use' },
                questions: [
                  {
                    kind: 'check',
                    label: { en: 'Feet', es: 'Patas' },
                  },
                ],
              },
            ],
          },
        },
      ],
    },
  ]);
});

test('what was written in one language follows it when it is changed', async () => {
  const same = (words: string) => ({ en: words, es: words });
  const questions = [
    {
      id: 'q1',
      kind: 'choice',
      label: { en: 'Soil', es: 'Suelo' },
      choices: [
        { id: 'a', label: same('A') },
        { id: 'b', label: { en: 'Rock', es: 'Roca' } },
      ],
    },
  ];
  const definition = { sections: [{ id: 's1', title: same('Befor use'), questions }] };
  const { user, backend } = await openPart(
    <FormBuilder companyId="c1" formId="f1" onClose={vi.fn()} />,
    {
      namespaces: [...namespaces],
      answers: {
        'GET forms': [
          {
            id: 'f1',
            name: 'Trench',
            name_es: 'Trench',
            category: 'other',
            form_versions: [{ number: 1 }],
          },
        ],
        'GET form_versions': { number: 1, definition },
        'POST rpc/change_form': {},
      },
    },
  );
  await screen.findByText(words('forms:builder.newVersion', { number: 2 }));
  expect(label('sectionTitleEs')).toHaveValue('');
  expect(label('labelEs')).toHaveValue('Suelo');
  await user.clear(label('sectionTitle'));
  await user.type(label('sectionTitle'), 'Before use');
  await user.click(screen.getByRole('button', { name: words('forms:builder.save') }));
  await expect
    .poll(() => backend.sent('POST rpc/change_form'))
    .toMatchObject([
      {
        based_on_param: 1,
        form_param: {
          name_es: 'Trench',
          definition: { sections: [{ id: 's1', title: same('Before use'), questions }] },
        },
      },
    ]);
});
