import { expect, test } from 'vitest';
import type { Texts } from '@/lib/translation';
import english from '@/locales/en/conflict.json';
import spanish from '@/locales/es/conflict.json';
import types from '../../../supabase/types.ts?raw';

/** The code of the app, without its tests. */
const files = Object.entries(
  import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([path, text]) => ({ path: path.replace('/src/', ''), text }));

const holding = (pattern: RegExp): string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/**
 * Plain updates that are no edit of what somebody typed: a press that moves a record to a state,
 * whatever it was in, or a row nobody else has. Everything else goes through saveChanges().
 */
const PRESSES: Record<string, string> = {
  'features/scheduling/api/writes.ts': 'cancels a shift',
  'features/projects/api/delete-project.ts': 'archives or brings back',
  'features/employees/api/add-employee.ts': 'completes the row it just added',
  'features/progress/api/approve-quantities.ts': 'approves',
  'features/lists/api/project-limits.ts': 'adds projects that are not on the list yet',
  'features/settings/api/billing.ts': 'adds the empty row that saveChanges() then changes',
  'features/texts/api/company-texts.ts': 'adds the row that saveChanges() then changes',
  'features/settings/api/profile.ts': 'the photo just uploaded',
  'features/forms/api/writes.ts': 'archives or brings back',
  'features/budgets/api/see-alerts.ts': 'marks as seen',
  'features/budgets/api/save-budget.ts': 'approves',
  'features/onboarding/api/found-company.ts': 'the company it just founded',
  'features/crew-hours/api/save-crew.ts': 'ends a membership',
  'features/equipment/api/save-service.ts': 'marks as done now',
  'features/documents/api/save-document.ts': 'deletes or brings back',
  'features/developers/api/webhooks.ts': 'pauses or goes on',
  'features/company-roles/api/groups.ts': 'who is new in a group, once',
  'features/retention/api/retention.ts': 'how long a kind of record is stored, chosen anew',
  'features/public-work/facts/api/writes.ts': 'whom a payroll system means, chosen anew',
  'features/public-work/agency-files/api/writes.ts':
    'the codes a portal knows classes by: the last one counts',
  'features/push/api/devices.ts': 'a device of one’s own',
  'features/notifications/api/choices.ts': 'a switch of one’s own',
  'features/notifications/api/company.ts': 'a press that sets how everyone is notified',
  'features/notifications/api/quiet-hours.ts': 'a row nobody else has',
  'entities/viewer/use-save-preferences.ts': 'one’s own preferences: only those that were changed',
};

test('every edit of a row says what it was based on', () => {
  const plain = holding(/\b(?:supabase\(\)|table|shifts|reports)[^;]*?\.(?:update|upsert)\(/s);
  expect(plain.toSorted()).toEqual(Object.keys(PRESSES).toSorted());
});

/** Functions that save something which may be open elsewhere, and how they are guarded. */
const SAVES: Record<string, string> = {
  save_changes: 'based_on_param',
  save_time_entry: 'based_on_param',
  save_budget: 'based_on_param',
  save_approval_chain: 'based_on_param',
  save_rows: 'based_on per row',
  save_determination: 'based_on per class',
  save_crew_day: 'based_on per cell',
  save_expense: 'based_on_param',
  save_field_report: 'the version it was opened with',
  change_form: 'based_on_param: the version it was opened with',
  change_time_entries: 'based_on_param: project and cost code of each entry',
  move_shifts: 'the version of each shift',
  save_clock_rules: 'based_on_param: when they were last changed',
  save_push_subscription: 'of this browser alone',
  set_accounting_mapping: 'which record is meant, chosen anew: the last one counts',
  set_accounting_state: 'a press that pauses, resumes or disconnects',
  set_module: 'a switch: the last press counts',
  set_modules: 'a choice of switches: the last one counts',
  set_entry_machines: 'a press at the clock, of one’s own entry: the last one counts',
  set_employee_pin: 'a new secret replaces the old one on purpose',
  change_webhook_secret: 'a new secret beside the old one, which works for another day',
  set_identity: 'four digits that nobody can read in a form: the last one counts',
  set_ticket_status:
    'a step from a state to the next one, refused where the ticket is at another by now',
  set_overtime_policy: 'based_on_param: the rule of that day',
};

test('every function that saves has a guard', () => {
  const called = files.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /(?:rpc\(|saveAndCall(?:<\w+>)?\([^,]+,)\s*'((?:save|set|move|change|update)_[a-z_]+)'/g,
      ),
    ].map(([, name]) => name ?? ''),
  );
  expect([...new Set(called)].toSorted()).toEqual(Object.keys(SAVES).toSorted());
});

/** Written by the database or by a press, never typed into a form. */
const NOT_TYPED =
  /^(id|company_id|user_id|created_(at|by)|updated_(at|by)|deleted_(at|by)|deactivated_at|uploaded_at|join_asked_at|recovery_made_(at|by)|scheduled_at|work_date|source|device|answer_id|sha256|size_bytes|height|width|path|media_type|accuracy_m|taken_(on|from)|failing_since|held_until|last_(duration_ms|success_at)|off_(reason|since)|secret_changed_at|client_id|company_name|environment|external_company_id|last_sent_at|login_renewed_at|lists_(read_at|wanted)|problem(_detail)?|content_hash|incident_id|void(ed_at|_reason)|year|case_id)$/;

test('every field that may clash has a name in both languages', () => {
  const tables = new Set(
    files
      .filter(({ text }) => /(?:saveChanges|writeChanges|saveRow)\(\s*\{/.test(text))
      .flatMap(({ text }) =>
        [...text.matchAll(/table: '([a-z_]+)'/g)].map(([, name]) => name ?? ''),
      ),
  );
  expect(tables.size).toBeGreaterThan(20);
  const columns = [...tables].flatMap((table) => {
    const row = new RegExp(`\\n\\s*${table}: Table<\\{(.*?)\\}`, 's').exec(types)?.[1] ?? '';
    const names = [...row.matchAll(/(\w+)\??:/g)].map(([, name]) => name ?? '');
    expect(names, table).not.toEqual([]);
    return names;
  });
  const unnamed = (texts: Texts) => [
    ...new Set(columns.filter((name) => !NOT_TYPED.test(name) && !(`field.${name}` in texts))),
  ];
  expect(unnamed(english)).toEqual([]);
  expect(unnamed(spanish)).toEqual([]);
});
