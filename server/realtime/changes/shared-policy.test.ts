import { expect, test } from 'vitest';
import { findSharedPolicy } from './shared-policy.ts';

const policy = (condition: string, permissive = true) => ({
  permissive,
  applies: 'true',
  condition,
});

test('What is the caller’s is taken out once each, what is the row’s stays', () => {
  const found = findSharedPolicy([
    {
      permissive: true,
      applies: "(select pg_catalog.pg_has_role(current_user, 16384::oid, 'USAGE'))",
      condition:
        '((company_id = ( SELECT private.my_company_id() AS my_company_id)) AND (( SELECT private.is_manager() AS is_manager) OR (NOT (id IN ( SELECT private.projects_closed_to_me() AS projects_closed_to_me))) OR (company_id = ( SELECT private.my_company_id() AS my_company_id))))',
    },
  ]);
  expect(found).toEqual({
    values: [
      "(select pg_catalog.pg_has_role(current_user, 16384::oid, 'USAGE'))",
      '(select private.my_company_id())',
      '(select private.is_manager())',
      'array(select private.projects_closed_to_me())',
    ],
    yes: '(((<<0>>) and (((company_id = <<1>>) AND (<<2>> OR (NOT (id = ANY (<<3>>))) OR (company_id = <<1>>))))))',
    perhaps: '(false)',
  });
});

test('A bare call, constants and COALESCE are understood', () => {
  const condition =
    "((owner = auth.uid()) AND (kind <> ALL (ARRAY['a'::text, 'f(x)'::text])) AND (COALESCE(note, ''::text) = ''::text))";
  expect(findSharedPolicy([policy(condition)])?.values).toEqual(['auth.uid()']);
  expect(findSharedPolicy([])).toEqual({ values: [], yes: '(false)', perhaps: '(false)' });
});

test('Of a policy that asks more, the rest tells who may not', () => {
  const found = findSharedPolicy([
    policy('(owner = ( SELECT auth.uid() AS uid))'),
    policy('((kind = 1) AND (( SELECT private.leads() AS leads) AND private.in_crew(owner)))'),
    policy('(NOT hidden)', false),
  ]);
  expect(found).toEqual({
    values: ['(select auth.uid())', '(select private.leads())'],
    yes: '(((true) and ((owner = <<0>>)))) and (not (true) or ((NOT hidden)))',
    perhaps: '(((true) and (kind = 1) and <<1>>)) and (not (true) or ((NOT hidden)))',
  });
});

test.each([
  ['a call about the row', '(private.may_read(id))'],
  ['a call with a column in a subselect', '(( SELECT private.may_read(projects.id) AS may_read))'],
  ['a subselect over a table', '(id IN ( SELECT r.id FROM reports r))'],
  ['the role', '(owner = CURRENT_USER)'],
  ['the time', '(until > CURRENT_TIMESTAMP)'],
  ['the time as a call', '(until > now())'],
  ['the whole row', '(( SELECT private.x() AS x) = projects.*)'],
  ['a setting', "(owner = current_setting('app.user'::text))"],
])('%s leaves it open', (_, condition) => {
  const found = findSharedPolicy([policy(condition)]);
  expect(found).toEqual({ values: [], yes: '(false)', perhaps: '(((true)))' });
  expect(findSharedPolicy([policy('true'), policy(condition, false)])).toBeUndefined();
});
