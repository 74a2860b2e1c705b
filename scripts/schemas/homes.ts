// Which file of supabase/schemas a definition stands in: the noun it is about.
import type { Definition } from './definition.ts';

/** First match wins. A new module needs no line here while its functions are named after its tables. */
const FUNCTIONS: readonly (readonly [pattern: RegExp, file: string])[] = [
  [
    /^(has_passed_second_factor|my_(company_id|employee_id|role)|is_(manager|owner|system)|me|viewer)$/,
    'callers',
  ],
  [
    /^(require_(manager|owner|employee|colleague|date_range|second_factor)|request_header|percent_decode)$/,
    'callers',
  ],
  [
    /^(touch_updated_at|fill_company_id|keep_identity|refuse_change|refuse_non_finite)$/,
    'row_defaults',
  ],
  [
    /^(epoch_minute|whole_minutes|round_minute|half_up|hour_hundredths|leftover_hundredths)$/,
    'arithmetic',
  ],
  [/^(local_date|company_today|day_starts|zone_or|epoch_.*)$/, 'arithmetic'],
  [/^audience_people$/, 'bulletins'],
  [/crew|^my_team$/, 'crew'],
  [/calendar/, 'calendar_feeds'],
  [/early_clock|^count_from_shift$/, 'early_clock_ins'],
  [/kiosk|_pin$|^is_anonymous$/, 'kiosks'],
  [/equipment|machine|meter|readings$|^service_/, 'equipment'],
  [/^(check_)?import_|^check_(employee|cost_code)_rows?$/, 'imports'],
  [
    /^(save_rows?|write_row|wrong_column|is_managed_list|merge_rows|merge_worked|merge_preview|require_mergeable|is_open|list_counts)$/,
    'lists',
  ],
  [
    /^(check_)?import_|^check_(employee|cost_code)_rows?$|_import(ed|_row|_step|s)?$|^(imported_(before|rows)|steps_to_undo|note_undone|refuse_row|entr(y|ies)_with_breaks|wall_instants|plain_time_rows|write_plain_time|note_new_entries|undo_new_time|note_undone_rows|reference_name|export_(hidden|lists|only|rows)|record_data_export)$/,
    'imports',
  ],
  [/overtime|^is_policy_/, 'overtime_policies'],
  [/^dashboard|^seconds_after$/, 'dashboard'],
  [
    /^(activity_report|check_report|can_be$|hours_report|report_)|^(send_scheduled_reports|scheduled_report|queue_report|mail_report)$/,
    'reports',
  ],
  [
    /^(notify|wants|was_notified|unsubscribe|send_|remind_|day_summary|day_text|hours_text)/,
    'notifications',
  ],
  [/notification/, 'notifications'],
  [
    /invit|^(address_counts|require_(authority_over|linkable)|withdraw_with_number)$/,
    'employee_invitations',
  ],
  [/^storage_(left|use)$|^stored_bytes$|^has_storage_left$|^keep_original$/, 'stored_files'],
  [/^colleague_name$/, 'employees'],
  [/photo_share|^shared_photo|^open_share$/, 'photo_shares'],
  [/recovery_code|^verified_factor_id$/, 'recovery_codes'],
  [/^(my_sessions|end_my_session|end_channels)$/, 'sessions'],
  [
    /^(make_profile|follow_((phone_)?account|profile|person)|show_role_in_profile|is_colleague)$/,
    'profiles',
  ],
  [/timesheet|signature|ask_again$/, 'timesheet_signatures'],
  [/payroll_export|^generate_payroll/, 'payroll_exports'],
  [/^payroll_totals|^live_totals$/, 'payroll_totals'],
  [
    /^payroll_(breaks|counted|pieces|policies|premium|punches|rates|rule|scope|segments|work)|^pay_(punch|planned|break|segment|piece)$/,
    'payroll_work',
  ],
  [
    /payroll|^(pick_rate|job_rate_e|week_premium|live_totals|post_adjustments|pay_by_period|pay_code_|rounding_report|rate_change_preview|freeze_lines|week_need|week_summary)/,
    'payroll',
  ],
  [/^(fill_pay|keep_past_pay)$/, 'pay_lines'],
  [/^past_pay_weeks_missing$/, 'pay_weeks'],
  [/pay_period|^(is_locked|refuse_frozen_time|refuse_zone_|lock_time_)/, 'pay_periods'],
  [/approv|^propose_clock_outs$/, 'approvals'],
  [/^(clock_|switch_|start_|stop_|running_|end_break)/, 'clock'],
  [/^recount_|^days_reached$|work_totals|^sum_(all_)?months$/, 'work_totals'],
  [
    /audit|^(sign_ins|location_looks)$|^(record_change|change_|give_reason|check_reason|require_reason)/,
    'audit_events',
  ],
  [/project_time|^project|projects_/, 'projects'],
  [/cost_code/, 'cost_codes'],
  [/break/, 'time_entry_breaks'],
  [/entry|entries|time|booking|overlap|^(clean_location|is_forgotten)/, 'time_entries'],
  [
    /employee|recovery|^(phone_digits|keep_(last_owner|people_rules|deletion_rules)|counts_as_active)$/,
    'employees',
  ],
  [/compan|^own_rate_visible$|^move_work_dates$/, 'companies'],
];

/** Tables that stand with another noun. */
const TABLES: Readonly<Record<string, string>> = {
  objects: 'stored_files',
  audit_links: 'audit_events',
  audit_unlinked: 'audit_events',
  mfa_recovery_codes: 'recovery_codes',
  mfa_recovery_attempts: 'recovery_codes',
  notification_log: 'notifications',
  notification_secret: 'notifications',
  notification_recipients: 'notifications',
  work_months: 'work_totals',
  work_sums: 'work_totals',
  work_ever: 'work_totals',
  work_done: 'work_totals',
  work_pieces: 'work_totals',
  counted_work: 'work_totals',
  project_members: 'projects',
  project_cost_codes: 'cost_codes',
};

/** Only these come before everything else. */
export const FIRST = 'start';

export function homeOf(definition: Definition, all: readonly Definition[]): string {
  switch (definition.kind) {
    case 'schema':
    case 'extension':
    case 'default rights':
      return FIRST;
    case 'table':
    case 'view':
      return homeOfTable(definition.name);
    case 'function':
      return homeOfFunction(definition, all);
    case 'type':
      return homeOfName(bareName(definition.name), definition, all) ?? bareName(definition.name);
    default:
      return homeOfAttached(definition, all);
  }
}

function homeOfTable(name: string): string {
  const bare = bareName(name);
  return TABLES[bare] ?? bare;
}

/** A trigger of the platform's tables stands with the function it calls. */
function homeOfAttached(definition: Definition, all: readonly Definition[]): string {
  const { table = '', needs } = definition;
  if (all.some(({ kind, name }) => kind === 'table' && name === table)) return homeOfTable(table);
  if (definition.kind === 'policy') return homeOfTable(table);
  const called = all.find(({ id, kind }) => kind === 'function' && needs.includes(id));
  return called ? homeOfFunction(called, all) : homeOfTable(table);
}

function homeOfFunction(definition: Definition, all: readonly Definition[]): string {
  const bare = bareName(definition.name.replace(/\(.*/s, ''));
  return homeOfName(bare, definition, all) ?? 'general';
}

/** New tables first, by the longest name that the function's name contains; then the list above. */
function homeOfName(
  bare: string,
  { table }: Definition,
  all: readonly Definition[],
): string | undefined {
  const listed = FUNCTIONS.find(([pattern]) => pattern.test(bare))?.[1];
  const tables = all.filter(({ kind }) => kind === 'table').map(({ name }) => homeOfTable(name));
  const named = tables
    .filter((noun) => bare.includes(noun) || bare.includes(singular(noun)))
    .sort((a, b) => b.length - a.length)[0];
  const known = new Set(FUNCTIONS.map(([, file]) => file));
  if (named && !known.has(named)) return named;
  return listed ?? named ?? (table ? homeOfTable(table) : undefined);
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

function bareName(name: string): string {
  return name.replace(/^\w+\./, '').replaceAll('"', '');
}
