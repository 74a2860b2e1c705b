import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const classOf = (id: string, code: string, name: string, name_es: string) => ({
  project_id: 'plant',
  classification_id: id,
  code,
  name,
  name_es,
  craft: name,
  determination_number: 'NY20260001',
  valid_from: '2026-01-01',
  valid_to: null,
});
const ANSWERS = {
  'POST rpc/project_classifications': [
    classOf('carpenter', 'CARP0001', 'Carpenter', 'Carpintero'),
    classOf('laborer', 'LABO0001', 'Laborer', 'Peón'),
  ],
  'POST rpc/classification_defaults': [
    {
      project_id: 'plant',
      cost_code_id: 'forms',
      employee_id: null,
      classification_id: 'carpenter',
      from_date: null,
    },
    {
      project_id: 'plant',
      cost_code_id: null,
      employee_id: EMPLOYEE_ID,
      classification_id: 'laborer',
      from_date: '2026-01-01',
    },
  ],
};

function Chooser({ projectId, costCodeId }: { projectId: string; costCodeId: string | null }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <ClassificationPart
        part="field"
        projectId={projectId}
        costCodeId={costCodeId}
        value={value}
        onValueChange={setValue}
      />
      <p>{`chosen: ${value}`}</p>
    </>
  );
}

test('a company without public work asks for nothing', async () => {
  const { backend } = await openPart(<Chooser projectId="plant" costCodeId={null} />, {
    namespaces: [],
    as: 'employee',
  });
  expect(await screen.findByText('chosen: null')).toBeVisible();
  expect(backend.requests.filter(({ path }) => path.includes('classification'))).toEqual([]);
});

test('a project without classes shows no field', async () => {
  const { backend } = await openPart(<Chooser projectId="tower" costCodeId={null} />, {
    namespaces: [],
    viewer: { public_work: true },
    answers: ANSWERS,
  });
  await waitFor(() => expect(backend.sent('POST rpc/classification_defaults')).toHaveLength(1));
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('says what is filled in and why; a class is found by its code or in either language', async () => {
  const { user } = await openPart(<Chooser projectId="plant" costCodeId="forms" />, {
    namespaces: ['classification'],
    language: 'es',
    as: 'employee',
    viewer: { public_work: true },
    answers: ANSWERS,
  });
  const field = await screen.findByRole('combobox', { name: words('classification:label') });
  expect(field).toHaveTextContent('Carpintero');
  expect(screen.getByText(words('classification:by.costCode'))).toBeVisible();
  await user.click(field);
  await user.type(await screen.findByPlaceholderText(words('classification:search')), 'labo0001');
  await user.click(await screen.findByRole('option', { name: /Peón/ }));
  expect(screen.getByText('chosen: laborer')).toBeVisible();
  expect(screen.queryByText(words('classification:by.costCode'))).toBeNull();
});

test('without a map it is one’s usual class', async () => {
  await openPart(<Chooser projectId="plant" costCodeId="pour" />, {
    namespaces: ['classification'],
    as: 'employee',
    viewer: { public_work: true },
    answers: ANSWERS,
  });
  const field = await screen.findByRole('combobox', { name: words('classification:label') });
  expect(field).toHaveTextContent('Laborer');
  expect(screen.getByText(words('classification:by.person'))).toBeVisible();
});
