import { expect, test } from 'vitest';
import { findScope } from './policy-scope.ts';

const columns = ['id', 'company_id', 'employee_id', 'note', 'odd "name'].map((name) => ({
  name,
  type: 'uuid',
  sqlType: 'uuid',
}));

test('The company of a row is what its policy begins with', () => {
  const policy =
    '((company_id = ( SELECT private.my_company_id() AS my_company_id)) AND (( SELECT private.is_manager() AS is_manager) OR (employee_id = ( SELECT private.my_employee_id() AS my_employee_id))))';
  expect(findScope([policy], columns)).toEqual([
    {
      column: 'company_id',
      expression: '(( SELECT private.my_company_id() AS my_company_id))::uuid',
    },
  ]);
});

test('One condition alone, a bare call and a quoted name count too', () => {
  expect(findScope(['(employee_id = auth.uid())'], columns)).toEqual([
    { column: 'employee_id', expression: '(auth.uid())::uuid' },
  ]);
  expect(findScope([`("odd ""name" = ( SELECT auth.uid() AS uid))`], columns)).toEqual([
    { column: 'odd "name', expression: '(( SELECT auth.uid() AS uid))::uuid' },
  ]);
});

test('Every policy must tell, because any of them lets a row through', () => {
  const own = '(employee_id = ( SELECT auth.uid() AS uid))';
  const company = '(company_id = ( SELECT c() AS c))';
  expect(findScope([own, company], columns)?.map(({ column }) => column)).toEqual([
    'employee_id',
    'company_id',
  ]);
  expect(findScope([own, 'true'], columns)).toBeUndefined();
  expect(findScope([], columns)).toBeUndefined();
});

test('Nothing is read into anything else', () => {
  const policies = [
    '((employee_id = ( SELECT auth.uid() AS uid)) OR (company_id = ( SELECT c() AS c)))',
    '(NOT (company_id = ( SELECT c() AS c)))',
    '(company_id = other_id)',
    '(company_id = f(note))',
    '(company_id = ANY (ARRAY[a(), b()]))',
    '(company_id = (( SELECT a()) || ( SELECT b())))',
    '(company_id <> ( SELECT c() AS c))',
    "(note = ' AND (company_id = ( SELECT c() AS c))')",
    '(( SELECT c() AS c) = company_id)',
    '(stranger = ( SELECT c() AS c))',
  ];
  for (const policy of policies) expect(findScope([policy], columns), policy).toBeUndefined();
});
