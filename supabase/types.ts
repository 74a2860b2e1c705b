// Generated from the live schema by `npm run types`. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };
/** Columns whose type has null may be left out; a Json column does not say by its type whether it may. */
type Nullable<Row> = { [Key in keyof Row]: null extends Row[Key] ? (Json extends Row[Key] ? never : Key) : never }[keyof Row];
/** `Filled` has a default, so it may be left out; `Computed` is written by PostgreSQL alone. */
type Table<Row, Filled extends keyof Row, Links, Computed extends keyof Row = never> = {
  Row: Row;
  Insert: Flat<Omit<Row, Filled | Computed | Nullable<Row>> & Partial<Pick<Row, Exclude<Filled | Nullable<Row>, Computed>>>>;
  Update: Partial<Omit<Row, Computed>>;
  Relationships: Links;
};
type View<Row> = { Row: Row; Relationships: [] };
type Link<Name, Columns, Target, TargetColumns = ['id'], IsOneToOne = false> = {
  foreignKeyName: Name;
  columns: Columns;
  isOneToOne: IsOneToOne;
  referencedRelation: Target;
  referencedColumns: TargetColumns;
};

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13.0.5' };
  public: {
    Tables: {
  accounting_activities: Table<{
    attempts: number;
    bill_rate: number | null;
    billable: boolean;
    class_id: string | null;
    company_id: string;
    conflict: string | null;
    connection_id: string;
    content: Json | null;
    content_hash: string | null;
    created_at: string;
    customer_id: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decision: string | null;
    department_id: string | null;
    employee_id: string;
    entry_ids: string[];
    external_id: string | null;
    id: string;
    item_id: string | null;
    next_attempt_at: string | null;
    payroll_item_id: string | null;
    person_id: string;
    problem: string | null;
    problem_detail: string | null;
    problem_hash: string | null;
    request_action: string | null;
    request_content: Json | null;
    request_hash: string | null;
    request_id: string | null;
    seconds: number | null;
    sent_at: string | null;
    sent_content: Json | null;
    sent_hash: string | null;
    settled_hash: string | null;
    state: string | null;
    sync_token: string | null;
    theirs: Json | null;
    work_date: string;
  }, 'attempts' | 'billable' | 'content' | 'created_at' | 'entry_ids' | 'id' | 'request_content' | 'sent_content' | 'theirs', [
    Link<'accounting_activities_connection', ['company_id', 'connection_id'], 'accounting_connections', ['company_id', 'id']>,
    Link<'accounting_activities_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'accounting_activities_person', ['company_id', 'person_id'], 'accounting_records', ['company_id', 'id']>,
  ], 'state'>;
  accounting_connections: Table<{
    client_id: string | null;
    company_id: string;
    company_name: string;
    created_at: string;
    created_by: string | null;
    environment: string;
    external_company_id: string | null;
    id: string;
    last_sent_at: string | null;
    lists_read_at: string | null;
    lists_wanted: boolean;
    login_renewed_at: string | null;
    problem: string | null;
    problem_detail: string | null;
    send_from: string;
    settings: Json;
    state: string;
    system: string;
    updated_at: string;
  }, 'company_id' | 'company_name' | 'created_at' | 'environment' | 'id' | 'lists_wanted' | 'settings' | 'state' | 'updated_at', [
    Link<'accounting_connections_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  accounting_days: Table<{
    company_id: string;
    connection_id: string;
    employee_id: string;
    id: string;
    problems: Json;
    seconds: number;
    state: string;
    work_date: string;
  }, 'id' | 'problems', [
    Link<'accounting_days_connection', ['company_id', 'connection_id'], 'accounting_connections', ['company_id', 'id']>,
    Link<'accounting_days_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  accounting_mappings: Table<{
    company_id: string;
    connection_id: string;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    employee_id: string | null;
    hours_kind: string | null;
    id: string;
    project_id: string | null;
    record_id: string;
    target: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'accounting_mappings_connection', ['company_id', 'connection_id'], 'accounting_connections', ['company_id', 'id']>,
    Link<'accounting_mappings_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'accounting_mappings_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'accounting_mappings_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'accounting_mappings_record', ['company_id', 'record_id'], 'accounting_records', ['company_id', 'id']>,
  ]>;
  accounting_records: Table<{
    active: boolean;
    company_id: string;
    connection_id: string;
    details: Json;
    email: string | null;
    external_id: string;
    first_seen_at: string;
    id: string;
    kind: string;
    name: string;
    number: string | null;
    parent_external_id: string | null;
  }, 'active' | 'details' | 'first_seen_at' | 'id', [
    Link<'accounting_records_connection', ['company_id', 'connection_id'], 'accounting_connections', ['company_id', 'id']>,
  ]>;
  agency_contacts: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    email: string;
    id: string;
    language: string;
    name: string;
    project_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'language' | 'updated_at', [
    Link<'agency_contacts_contract', ['company_id', 'project_id'], 'public_contracts', ['company_id', 'project_id']>,
  ]>;
  api_tokens: Table<{
    assurance: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string | null;
    expires_at: string;
    expires_on: string;
    id: string;
    last_used_at: string | null;
    last_used_network: string | null;
    name: string;
    public_part: string;
    revoked_at: string | null;
    revoked_because: string | null;
    revoked_by: string | null;
    role: string | null;
    scopes: string[];
    user_id: string | null;
  }, 'assurance' | 'created_at' | 'id', [
    Link<'api_tokens_company_id_fkey', ['company_id'], 'companies'>,
    Link<'api_tokens_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'api_tokens_revoker', ['company_id', 'revoked_by'], 'employees', ['company_id', 'id']>,
  ]>;
  apprenticeship_programs: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    fringe_rule: string;
    id: string;
    name: string;
    occupation: string;
    ratio_apprentices: number;
    ratio_journeyworkers: number;
    registered_with: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'fringe_rule' | 'id' | 'ratio_apprentices' | 'ratio_journeyworkers' | 'registered_with' | 'updated_at', [
    Link<'apprenticeship_programs_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  apprenticeships: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    fringe_percent: number | null;
    from_date: string;
    id: string;
    level: string;
    percent: number;
    program_id: string;
    registration_number: string | null;
    to_date: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'apprenticeships_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'apprenticeships_program', ['company_id', 'program_id'], 'apprenticeship_programs', ['company_id', 'id']>,
  ]>;
  approval_chains: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    group_id: string | null;
    id: string;
    name: string;
    override_allowed: boolean;
    project_id: string | null;
    remind_after_days: number | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'override_allowed' | 'updated_at', [
    Link<'approval_chains_company_id_fkey', ['company_id'], 'companies'>,
    Link<'approval_chains_group', ['company_id', 'group_id'], 'employee_groups', ['company_id', 'id']>,
    Link<'approval_chains_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  approval_steps: Table<{
    chain_id: string;
    company_id: string;
    company_role_id: string | null;
    created_at: string;
    created_by: string | null;
    decider: string;
    employee_id: string | null;
    id: string;
    level: number;
    name: string | null;
    role: string | null;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'approval_steps_chain', ['company_id', 'chain_id'], 'approval_chains', ['company_id', 'id']>,
    Link<'approval_steps_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'approval_steps_role_of_company', ['company_id', 'company_role_id'], 'company_roles', ['company_id', 'id']>,
  ]>;
  approval_substitutes: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    substitute_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'approval_substitutes_company_id_fkey', ['company_id'], 'companies'>,
    Link<'approval_substitutes_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
    Link<'approval_substitutes_substitute', ['company_id', 'substitute_id'], 'employees', ['company_id', 'id']>,
  ]>;
  approvals: Table<{
    approved_at: string;
    approved_by: string | null;
    company_id: string;
    employee_id: string;
    id: string;
    work_date: string;
  }, 'approved_at' | 'id', [
    Link<'approvals_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  audit_events: Table<{
    action: string;
    actor_id: string | null;
    after: Json | null;
    before: Json | null;
    company_id: string;
    employee_id: string | null;
    entity: string;
    entity_id: string | null;
    hash: string;
    id: string;
    occurred_at: string;
    previous_hash: string | null;
    reason: string | null;
    sequence: number;
    source: string;
  }, 'after' | 'before' | 'id' | 'occurred_at', []>;
  availability: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    end_date: string | null;
    end_time: string | null;
    id: string;
    note: string | null;
    start_date: string | null;
    start_time: string | null;
    weekday: number | null;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'availability_company_id_fkey', ['company_id'], 'companies'>,
    Link<'availability_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  bill_rates: Table<{
    classification_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    double_time_rate: number | null;
    employee_id: string | null;
    equipment_class_id: string | null;
    from_date: string;
    id: string;
    overtime_rate: number | null;
    project_id: string | null;
    rate: number;
    trade: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'from_date' | 'id' | 'updated_at', [
    Link<'bill_rates_classification', ['company_id', 'classification_id'], 'work_classifications', ['company_id', 'id']>,
    Link<'bill_rates_company_id_fkey', ['company_id'], 'companies'>,
    Link<'bill_rates_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'bill_rates_equipment_class', ['company_id', 'equipment_class_id'], 'equipment_classes', ['company_id', 'id']>,
    Link<'bill_rates_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  billing_contacts: Table<{
    address: string;
    company_id: string;
    email: string;
    name: string;
    updated_at: string;
  }, 'address' | 'email' | 'name' | 'updated_at', [
    Link<'billing_contacts_company_id_fkey', ['company_id'], 'companies', ['id'], true>,
  ]>;
  billing_terms: Table<{
    bills_time: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    equipment_markup: number | null;
    first_invoice_number: number | null;
    id: string;
    labor_markup: number | null;
    material_markup: number | null;
    other_markup: number | null;
    payment_days: number | null;
    project_id: string | null;
    tax_percent: number | null;
    updated_at: string;
  }, 'bills_time' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'billing_terms_company_id_fkey', ['company_id'], 'companies'>,
    Link<'billing_terms_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id'], true>,
  ]>;
  break_offers: Table<{
    answer: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    kind: string;
    note: string | null;
    number: number;
    offered_at: string;
    take_at: string | null;
    time_entry_id: string;
    waives: boolean;
  }, 'created_at' | 'id' | 'waives', [
    Link<'break_offers_company_id_fkey', ['company_id'], 'companies'>,
    Link<'break_offers_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'break_offers_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id']>,
  ]>;
  break_types: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    kind: string;
    name: string;
    name_es: string | null;
    paid: boolean;
    updated_at: string;
    usual_minutes: number | null;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'paid' | 'updated_at', [
    Link<'break_types_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  budget_alerts: Table<{
    company_id: string;
    cost_code_id: string | null;
    created_at: string;
    id: string;
    kind: string;
    percent_complete: number | null;
    percent_used: number;
    project_id: string;
    seen_at: string | null;
    seen_by: string | null;
    threshold: number;
    version: number;
  }, 'created_at' | 'id', [
    Link<'budget_alerts_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'budget_alerts_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  budget_lines: Table<{
    budget_id: string;
    company_id: string;
    cost_code_id: string;
    created_at: string;
    created_by: string | null;
    equipment_amount: number | null;
    hours: number;
    id: string;
    labor_amount: number | null;
    milestones: string | null;
    other_amount: number | null;
    quantity: number | null;
    unit: string | null;
  }, 'company_id' | 'created_at' | 'hours' | 'id', [
    Link<'budget_lines_budget', ['company_id', 'budget_id'], 'budgets', ['company_id', 'id']>,
    Link<'budget_lines_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
  ]>;
  budget_scenarios: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    four_tens: boolean;
    id: string;
    name: string;
    no_overtime: boolean;
    people: number | null;
    productivity_change: number;
    project_id: string;
    weeks_later: number;
  }, 'company_id' | 'created_at' | 'four_tens' | 'id' | 'no_overtime' | 'productivity_change' | 'weeks_later', [
    Link<'budget_scenarios_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  budgets: Table<{
    approved_at: string | null;
    approved_by: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    project_id: string;
    status: string;
    updated_at: string;
    version: number;
  }, 'company_id' | 'created_at' | 'id' | 'name' | 'status' | 'updated_at' | 'version', [
    Link<'budgets_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  bulletin_comments: Table<{
    body: string;
    bulletin_id: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id', [
    Link<'bulletin_comments_bulletin', ['company_id', 'bulletin_id'], 'bulletins', ['company_id', 'id']>,
    Link<'bulletin_comments_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  bulletin_reads: Table<{
    acknowledged_at: string | null;
    acknowledged_through: string;
    bulletin_id: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    language: string | null;
    postponed_at: string | null;
    postponed_count: number;
    read_at: string | null;
    reminded_at: string | null;
  }, 'acknowledged_through' | 'created_at' | 'id' | 'postponed_count', [
    Link<'bulletin_reads_bulletin', ['company_id', 'bulletin_id'], 'bulletins', ['company_id', 'id']>,
    Link<'bulletin_reads_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  bulletins: Table<{
    attachments: Json;
    audience: Json;
    body: string;
    body_es: string | null;
    comments_allowed: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    expires_at: string | null;
    id: string;
    kind: string;
    must_acknowledge: boolean;
    pinned: boolean;
    publish_at: string;
    title: string;
    title_es: string | null;
    updated_at: string;
  }, 'attachments' | 'audience' | 'body' | 'comments_allowed' | 'company_id' | 'created_at' | 'id' | 'kind' | 'must_acknowledge' | 'pinned' | 'publish_at' | 'updated_at', [
    Link<'bulletins_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  burden_rates: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    effective_from: string;
    employee_id: string | null;
    id: string;
    percent: number;
    trade: string | null;
  }, 'company_id' | 'created_at' | 'effective_from' | 'id', [
    Link<'burden_rates_company_id_fkey', ['company_id'], 'companies'>,
    Link<'burden_rates_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  certificate_proofs: Table<{
    certification_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    height: number | null;
    id: string;
    media_type: string;
    path: string;
    review: string | null;
    review_note: string | null;
    reviewed_at: string | null;
    reviewed_by: string | null;
    sha256: string;
    size_bytes: number;
    taken_at: string;
    type_id: string;
    uploaded_at: string | null;
    width: number | null;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id' | 'media_type' | 'taken_at', [
    Link<'certificate_proofs_certificate', ['company_id', 'certification_id'], 'certifications', ['company_id', 'id']>,
    Link<'certificate_proofs_company_id_fkey', ['company_id'], 'companies'>,
    Link<'certificate_proofs_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'certificate_proofs_type', ['company_id', 'type_id'], 'certification_types', ['company_id', 'id']>,
  ]>;
  certification_requirements: Table<{
    blocks_clock: boolean;
    class_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    equipment_id: string | null;
    id: string;
    needs_proof: boolean;
    project_id: string | null;
    role: string | null;
    type_id: string;
    updated_at: string;
  }, 'blocks_clock' | 'company_id' | 'created_at' | 'id' | 'needs_proof' | 'updated_at', [
    Link<'certification_requirements_class', ['company_id', 'class_id'], 'equipment_classes', ['company_id', 'id']>,
    Link<'certification_requirements_company_id_fkey', ['company_id'], 'companies'>,
    Link<'certification_requirements_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'certification_requirements_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'certification_requirements_type', ['company_id', 'type_id'], 'certification_types', ['company_id', 'id']>,
  ]>;
  certification_types: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    issuer: string | null;
    name: string;
    updated_at: string;
    valid_months: number | null;
    warn_days: number;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'updated_at' | 'warn_days', [
    Link<'certification_types_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  certifications: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    expires_on: string | null;
    id: string;
    issued_on: string | null;
    note: string | null;
    number: string | null;
    type_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'certifications_company_id_fkey', ['company_id'], 'companies'>,
    Link<'certifications_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'certifications_type', ['company_id', 'type_id'], 'certification_types', ['company_id', 'id']>,
  ]>;
  certified_payroll_deliveries: Table<{
    certified_payroll_id: string;
    channel: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    delivered_at: string;
    id: string;
    recipient: string | null;
    reference: string | null;
  }, 'created_at' | 'delivered_at' | 'id', [
    Link<'certified_payroll_deliveries_payroll', ['company_id', 'certified_payroll_id'], 'certified_payrolls', ['company_id', 'id']>,
  ]>;
  certified_payrolls: Table<{
    company_id: string;
    content: Json | null;
    corrects_id: string | null;
    delivered_at: string | null;
    delivery_reference: string | null;
    employee_ids: string[];
    final: boolean;
    id: string;
    no_work: boolean;
    number: number;
    project_id: string;
    revision: number;
    sha256: string | null;
    signed_at: string;
    signed_by: string | null;
    signed_name: string;
    signed_text: string;
    signed_title: string;
    status: string;
    week_end: string;
  }, 'employee_ids' | 'final' | 'id' | 'no_work' | 'revision' | 'signed_at' | 'status', [
    Link<'certified_payrolls_contract', ['company_id', 'project_id'], 'public_contracts', ['company_id', 'project_id']>,
    Link<'certified_payrolls_corrects', ['company_id', 'corrects_id'], 'certified_payrolls', ['company_id', 'id'], true>,
  ], 'content' | 'sha256'>;
  clock_answers: Table<{
    answer: string;
    answered_at: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    language: string;
    moment: string;
    note: string | null;
    question_id: string;
    text_en: string;
    text_es: string;
    time_entry_id: string;
  }, 'answered_at' | 'created_at' | 'id', [
    Link<'clock_answers_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  clock_in_rules: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    day_ends_at: string | null;
    employee_id: string | null;
    ends_day: boolean | null;
    grace_minutes: number;
    id: string;
    name: string | null;
    on_site: string | null;
    project_id: string | null;
    rule: string | null;
    stop_after_minutes: number | null;
    stop_at_edge: boolean | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'grace_minutes' | 'id' | 'updated_at', [
    Link<'clock_in_rules_company_id_fkey', ['company_id'], 'companies'>,
    Link<'clock_in_rules_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'clock_in_rules_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  clock_questions: Table<{
    active: boolean;
    alarm_answer: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    moment: string;
    opens_incident: boolean;
    position: number;
    text_en: string;
    text_es: string;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'opens_incident' | 'position' | 'updated_at', [
    Link<'clock_questions_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  clock_rule_exceptions: Table<{
    by_employee_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    happened_at: string;
    id: string;
    outcome: string;
    reason: string | null;
    rule: string;
    time_entry_id: string;
  }, 'created_at' | 'id', [
    Link<'clock_rule_exceptions_by', ['company_id', 'by_employee_id'], 'employees', ['company_id', 'id']>,
    Link<'clock_rule_exceptions_company_id_fkey', ['company_id'], 'companies'>,
    Link<'clock_rule_exceptions_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'clock_rule_exceptions_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id']>,
  ]>;
  clock_rule_members: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    crew_id: string | null;
    employee_id: string | null;
    id: string;
    project_id: string | null;
    rule_id: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'clock_rule_members_company_id_fkey', ['company_id'], 'companies'>,
    Link<'clock_rule_members_crew', ['company_id', 'crew_id'], 'crews', ['company_id', 'id']>,
    Link<'clock_rule_members_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'clock_rule_members_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'clock_rule_members_rule', ['company_id', 'rule_id'], 'clock_in_rules', ['company_id', 'id']>,
  ]>;
  clock_stops: Table<{
    answered_at: string | null;
    claimed_at: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    device: string | null;
    employee_id: string;
    id: string;
    note: string | null;
    rule: string;
    status: string;
    stopped_at: string;
    time_entry_id: string;
  }, 'created_at' | 'id' | 'status', [
    Link<'clock_stops_company_id_fkey', ['company_id'], 'companies'>,
    Link<'clock_stops_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'clock_stops_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id'], true>,
  ]>;
  companies: Table<{
    ask_forgotten_punches: boolean;
    auto_meal_after_minutes: number | null;
    auto_meal_minutes: number | null;
    budget_alert_points: number;
    capture_location: boolean;
    cost_code_required: boolean;
    created_at: string;
    document_retention_days: number;
    edit_reason_required: boolean;
    expenses_on: boolean;
    foremen_approve: boolean;
    forgotten_punch_grace_minutes: number;
    id: string;
    kiosk_photos: boolean;
    late_after_minutes: number;
    late_punch_hours: number;
    leaver_access_months: number;
    location_days: number;
    name: string;
    office_pins_by_owners: boolean;
    own_approval_by_others: boolean;
    own_pay_by_others: boolean;
    own_rate_visible: boolean;
    own_time_add: string;
    own_time_delete: string;
    own_time_edit: string;
    pay_period_anchor: string;
    pay_period_kind: string;
    rounding_minutes: number | null;
    settings: Json;
    storage_limit_bytes: number;
    team_visible: boolean;
    time_zone: string;
    updated_at: string;
    week_start: number;
  }, 'ask_forgotten_punches' | 'budget_alert_points' | 'capture_location' | 'cost_code_required' | 'created_at' | 'document_retention_days' | 'edit_reason_required' | 'expenses_on' | 'foremen_approve' | 'forgotten_punch_grace_minutes' | 'id' | 'kiosk_photos' | 'late_after_minutes' | 'late_punch_hours' | 'leaver_access_months' | 'location_days' | 'office_pins_by_owners' | 'own_approval_by_others' | 'own_pay_by_others' | 'own_rate_visible' | 'own_time_add' | 'own_time_delete' | 'own_time_edit' | 'pay_period_anchor' | 'pay_period_kind' | 'settings' | 'storage_limit_bytes' | 'team_visible' | 'time_zone' | 'updated_at' | 'week_start', []>;
  company_modules: Table<{
    changed_at: string;
    changed_by: string | null;
    company_id: string;
    enabled: boolean;
    module: string;
  }, 'changed_at' | 'company_id', [
    Link<'company_modules_changed_by_fkey', ['company_id', 'changed_by'], 'employees', ['company_id', 'id']>,
    Link<'company_modules_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  company_notification_rules: Table<{
    channel: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    default_on: boolean;
    event: string;
    forced: boolean;
    id: string;
    updated_at: string;
    updated_by: string | null;
  }, 'company_id' | 'created_at' | 'forced' | 'id' | 'updated_at', [
    Link<'company_notification_rules_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  company_roles: Table<{
    base: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    group_id: string | null;
    id: string;
    name: string;
    rights: string[];
    scope: string;
    updated_at: string;
  }, 'base' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'company_roles_company_id_fkey', ['company_id'], 'companies'>,
    Link<'company_roles_group', ['company_id', 'group_id'], 'employee_groups', ['company_id', 'id']>,
  ]>;
  contractor_details: Table<{
    city: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    email: string | null;
    external_ids: Json;
    fein: string | null;
    id: string;
    insurance_number: string | null;
    legal_name: string | null;
    license_number: string | null;
    license_type: string | null;
    phone: string | null;
    pwcr: string | null;
    signers: string[];
    state: string | null;
    street: string | null;
    updated_at: string;
    zip: string | null;
  }, 'company_id' | 'created_at' | 'external_ids' | 'id' | 'signers' | 'updated_at', [
    Link<'contractor_details_company_id_fkey', ['company_id'], 'companies', ['id'], true>,
  ]>;
  cost_code_classifications: Table<{
    classification_id: string;
    company_id: string;
    cost_code_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    project_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'cost_code_classifications_classification', ['company_id', 'classification_id'], 'work_classifications', ['company_id', 'id']>,
    Link<'cost_code_classifications_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'cost_code_classifications_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  cost_code_groups: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'cost_code_groups_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  cost_codes: Table<{
    active: boolean;
    code: string;
    code_group: string | null;
    company_id: string;
    created_at: string;
    custom: Json;
    external_id: string | null;
    hours_per_unit: number | null;
    id: string;
    kind: string;
    merged_into: string | null;
    name: string;
    name_es: string | null;
    unit: string | null;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'custom' | 'id' | 'kind' | 'updated_at', [
    Link<'cost_codes_company_id_fkey', ['company_id'], 'companies'>,
    Link<'cost_codes_merged_into', ['company_id', 'merged_into'], 'cost_codes', ['company_id', 'id']>,
  ]>;
  crew_members: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    crew_id: string;
    employee_id: string;
    from_date: string;
    id: string;
    to_date: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'from_date' | 'id' | 'updated_at', [
    Link<'crew_members_company_id_fkey', ['company_id'], 'companies'>,
    Link<'crew_members_crew', ['company_id', 'crew_id'], 'crews', ['company_id', 'id']>,
    Link<'crew_members_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  crews: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    foreman_id: string | null;
    id: string;
    name: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'crews_company_id_fkey', ['company_id'], 'companies'>,
    Link<'crews_foreman', ['company_id', 'foreman_id'], 'employees', ['company_id', 'id']>,
  ]>;
  custom_fields: Table<{
    archived_at: string | null;
    choices: Json;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    kind: string;
    name: string;
    name_es: string | null;
    on_table: string;
    position: number;
    required: boolean;
    shown: string;
    updated_at: string;
  }, 'choices' | 'company_id' | 'created_at' | 'id' | 'position' | 'required' | 'shown' | 'updated_at', [
    Link<'custom_fields_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  customers: Table<{
    active: boolean;
    address: string | null;
    company_id: string;
    contact_name: string | null;
    created_at: string;
    created_by: string | null;
    email: string | null;
    external_id: string | null;
    id: string;
    name: string;
    number: string | null;
    phone: string | null;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'customers_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  delay_reasons: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    name_es: string | null;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'delay_reasons_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  device_keys: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    device_name: string;
    employee_id: string;
    ended_at: string | null;
    ended_by: string | null;
    fingerprint: string;
    id: string;
    public_key: Json;
  }, 'created_at' | 'id', [
    Link<'device_keys_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ], 'fingerprint'>;
  document_reads: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    opened_at: string | null;
    reminded_at: string | null;
    version_id: string;
  }, 'created_at' | 'id', [
    Link<'document_reads_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'document_reads_version', ['company_id', 'version_id'], 'document_versions', ['company_id', 'id']>,
  ]>;
  document_signatures: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    language: string;
    signed_at: string;
    signed_name: string;
    signed_through: string;
    version_id: string;
  }, 'created_at' | 'id' | 'signed_at' | 'signed_through', [
    Link<'document_signatures_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'document_signatures_version', ['company_id', 'version_id'], 'document_versions', ['company_id', 'id']>,
  ]>;
  document_versions: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    document_id: string;
    file_name: string | null;
    id: string;
    media_type: string | null;
    note: string | null;
    page_count: number | null;
    path: string;
    sha256: string | null;
    size_bytes: number | null;
    superseded_at: string | null;
    version: number;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'document_versions_document', ['company_id', 'document_id'], 'documents', ['company_id', 'id']>,
  ]>;
  documents: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    deleted_at: string | null;
    expires_on: string | null;
    folder_id: string | null;
    id: string;
    name: string;
    project_id: string | null;
    required_reading: boolean;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'required_reading' | 'updated_at', [
    Link<'documents_company_id_fkey', ['company_id'], 'companies'>,
    Link<'documents_folder', ['company_id', 'folder_id'], 'folders', ['company_id', 'id']>,
    Link<'documents_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  early_clock_ins: Table<{
    clocked_in_at: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    reason: string | null;
    rule: string;
    shift_starts_at: string;
    time_entry_id: string;
  }, 'created_at' | 'id', [
    Link<'early_clock_ins_company_id_fkey', ['company_id'], 'companies'>,
    Link<'early_clock_ins_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'early_clock_ins_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id'], true>,
  ]>;
  emergency_contacts: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    name: string;
    on_roll_call: boolean;
    phone: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'on_roll_call' | 'updated_at', [
    Link<'emergency_contacts_company_id_fkey', ['company_id'], 'companies'>,
    Link<'emergency_contacts_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
  ]>;
  employee_classifications: Table<{
    cash_in_lieu: number | null;
    classification_id: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    from_date: string;
    id: string;
    project_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'from_date' | 'id' | 'updated_at', [
    Link<'employee_classifications_classification', ['company_id', 'classification_id'], 'work_classifications', ['company_id', 'id']>,
    Link<'employee_classifications_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'employee_classifications_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  employee_fringe_plans: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    from_date: string;
    id: string;
    plan_id: string;
    to_date: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'from_date' | 'id' | 'updated_at', [
    Link<'employee_fringe_plans_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'employee_fringe_plans_plan', ['company_id', 'plan_id'], 'fringe_plans', ['company_id', 'id']>,
  ]>;
  employee_group_members: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    group_id: string;
    id: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'employee_group_members_company_id_fkey', ['company_id'], 'companies'>,
    Link<'employee_group_members_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'employee_group_members_group', ['company_id', 'group_id'], 'employee_groups', ['company_id', 'id']>,
  ]>;
  employee_groups: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    name_es: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'employee_groups_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  employee_identities: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    last_four: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'employee_identities_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
  ]>;
  employee_invitations: Table<{
    accepted_at: string | null;
    company_id: string;
    created_at: string;
    email: string | null;
    employee_id: string;
    expires_at: string;
    id: string;
    invited_by: string | null;
    link_made_at: string | null;
    phone: string | null;
    sent_at: string | null;
    withdrawn_at: string | null;
  }, 'created_at' | 'expires_at' | 'id', [
    Link<'employee_invitations_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  employee_pins: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    failed_attempts: number;
    id: string;
    locked_at: string | null;
    set_at: string | null;
    set_by: string | null;
    updated_at: string;
  }, 'created_at' | 'failed_attempts' | 'id' | 'updated_at', [
    Link<'employee_pins_company_id_fkey', ['company_id'], 'companies'>,
    Link<'employee_pins_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
  ]>;
  employee_rates: Table<{
    company_id: string;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    effective_from: string;
    employee_id: string;
    hourly_rate: number;
    id: string;
    project_id: string | null;
  }, 'company_id' | 'created_at' | 'effective_from' | 'id', [
    Link<'employee_rates_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'employee_rates_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'employee_rates_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  employees: Table<{
    active: boolean;
    company_id: string;
    company_role_id: string | null;
    created_at: string;
    custom: Json;
    deactivated_at: string | null;
    email: string | null;
    employee_number: string | null;
    external_ids: Json;
    first_name: string;
    hired_on: string | null;
    id: string;
    job_title: string | null;
    join_asked_at: string | null;
    language: string;
    last_name: string;
    own_time_add: string | null;
    own_time_delete: string | null;
    own_time_edit: string | null;
    phone: string | null;
    recovery_made_at: string | null;
    recovery_made_by: string | null;
    role: string;
    updated_at: string;
    user_id: string | null;
  }, 'active' | 'company_id' | 'created_at' | 'custom' | 'external_ids' | 'id' | 'language' | 'last_name' | 'role' | 'updated_at', [
    Link<'employees_company_id_fkey', ['company_id'], 'companies'>,
    Link<'employees_company_role', ['company_id', 'company_role_id'], 'company_roles', ['company_id', 'id']>,
  ]>;
  equipment: Table<{
    class_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    custom: Json;
    external_id: string | null;
    id: string;
    meter_unit: string | null;
    name: string;
    notes: string | null;
    number: string | null;
    off_rent_date: string | null;
    ownership: string;
    photo_path: string | null;
    status: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'custom' | 'id' | 'ownership' | 'status' | 'updated_at', [
    Link<'equipment_class', ['company_id', 'class_id'], 'equipment_classes', ['company_id', 'id']>,
    Link<'equipment_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  equipment_classes: Table<{
    checklist: string[];
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    meter_at_clock_out: boolean;
    name: string;
    operating_rate: number | null;
    standby_rate: number | null;
    travel_rate: number | null;
    updated_at: string;
  }, 'checklist' | 'company_id' | 'created_at' | 'id' | 'meter_at_clock_out' | 'updated_at', [
    Link<'equipment_classes_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  equipment_days: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    down_minutes: number;
    equipment_id: string;
    id: string;
    idle_minutes: number;
    note: string | null;
    project_id: string | null;
    updated_at: string;
    work_date: string;
    working_minutes: number;
  }, 'company_id' | 'created_at' | 'down_minutes' | 'id' | 'idle_minutes' | 'updated_at' | 'working_minutes', [
    Link<'equipment_days_company_id_fkey', ['company_id'], 'companies'>,
    Link<'equipment_days_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'equipment_days_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  equipment_inspections: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    equipment_id: string;
    id: string;
    inspected_at: string;
    items: Json;
    note: string | null;
    passed: boolean;
    photo_path: string | null;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id' | 'inspected_at' | 'items', [
    Link<'equipment_inspections_company_id_fkey', ['company_id'], 'companies'>,
    Link<'equipment_inspections_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'equipment_inspections_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
  ]>;
  equipment_readings: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    equipment_id: string;
    flag: string | null;
    id: string;
    photo_path: string | null;
    read_at: string;
    reading: number;
  }, 'company_id' | 'created_at' | 'id' | 'read_at', [
    Link<'equipment_readings_company_id_fkey', ['company_id'], 'companies'>,
    Link<'equipment_readings_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
  ]>;
  equipment_services: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    equipment_id: string;
    every_days: number | null;
    every_hours: number | null;
    id: string;
    last_done_at: string | null;
    last_done_reading: number | null;
    name: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'equipment_services_company_id_fkey', ['company_id'], 'companies'>,
    Link<'equipment_services_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
  ]>;
  evidence_packets: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    data_signature_id: string | null;
    employee_id: string | null;
    end_date: string;
    finished_at: string | null;
    id: string;
    kind: string;
    manifest_sha256: string | null;
    parts: Json | null;
    project_id: string | null;
    request: Json;
    signature_id: string | null;
    start_date: string;
  }, 'company_id' | 'created_at' | 'id' | 'parts' | 'request', [
    Link<'evidence_packets_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  expenses: Table<{
    amount: number;
    company_id: string;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decision_note: string | null;
    employee_id: string;
    from_place: string | null;
    id: string;
    kind: string;
    miles: number | null;
    nights: number;
    note: string | null;
    pay_date: string | null;
    project_id: string;
    rate: number | null;
    receipt_photo_id: string | null;
    spent_on: string;
    status: string;
    to_place: string | null;
    travel_day: boolean;
    trip_id: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id' | 'kind' | 'nights' | 'status' | 'travel_day' | 'updated_at', [
    Link<'expenses_company_id_fkey', ['company_id'], 'companies'>,
    Link<'expenses_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'expenses_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'expenses_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  extra_work_tickets: Table<{
    accuracy_m: number | null;
    company_id: string;
    content: Json | null;
    created_at: string;
    created_by: string | null;
    custom: Json;
    description: string;
    directed_by: string;
    directed_company: string;
    directed_email: string | null;
    directed_phone: string;
    directed_title: string;
    employee_id: string;
    id: string;
    language: string | null;
    latitude: number | null;
    location: string;
    longitude: number | null;
    number: number;
    photo_ids: string[];
    project_id: string;
    received_at: string | null;
    reference: string;
    refusal_reason: string | null;
    refused_at: string | null;
    refused_name: string | null;
    refused_through: string | null;
    refused_title: string | null;
    revises_id: string | null;
    revision: number;
    sha256: string | null;
    shown_at: string | null;
    signature_id: string | null;
    signature_path: string | null;
    signed_at: string | null;
    signed_name: string | null;
    signed_through: string | null;
    signed_title: string | null;
    status: string;
    tax_percent: number | null;
    updated_at: string;
    witness_at: string | null;
    witness_name: string | null;
    work_date: string;
  }, 'company_id' | 'content' | 'created_at' | 'custom' | 'description' | 'directed_by' | 'directed_company' | 'directed_phone' | 'directed_title' | 'id' | 'location' | 'photo_ids' | 'reference' | 'revision' | 'status' | 'updated_at', [
    Link<'extra_work_tickets_company_id_fkey', ['company_id'], 'companies'>,
    Link<'extra_work_tickets_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'extra_work_tickets_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'extra_work_tickets_revises', ['company_id', 'revises_id'], 'extra_work_tickets', ['company_id', 'id'], true>,
  ]>;
  field_report_versions: Table<{
    company_id: string;
    content: Json;
    created_at: string;
    created_by: string | null;
    figures: Json;
    id: string;
    language: string;
    report_id: string;
    sha256: string;
    signed_name: string;
    version: number;
  }, 'created_at' | 'id', [
    Link<'field_report_versions_report', ['company_id', 'report_id'], 'field_reports', ['company_id', 'id']>,
  ]>;
  field_reports: Table<{
    company_id: string;
    content: Json;
    created_at: string;
    created_by: string | null;
    id: string;
    locked_at: string | null;
    number: string;
    project_id: string;
    report_date: string;
    review_note: string | null;
    reviewed_at: string | null;
    reviewed_by: string | null;
    signed_name: string | null;
    status: string;
    submitted_at: string | null;
    submitted_by: string | null;
    updated_at: string;
    version: number;
  }, 'content' | 'created_at' | 'id' | 'status' | 'updated_at' | 'version', [
    Link<'field_reports_company_id_fkey', ['company_id'], 'companies'>,
    Link<'field_reports_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  file_templates: Table<{
    agency: string | null;
    company_id: string;
    content: Json;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    purpose: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'purpose' | 'updated_at', [
    Link<'file_templates_company', ['company_id'], 'companies'>,
  ]>;
  folders: Table<{
    audience: Json;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    project_id: string | null;
  }, 'audience' | 'company_id' | 'created_at' | 'id', [
    Link<'folders_company_id_fkey', ['company_id'], 'companies'>,
    Link<'folders_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  forgotten_punches: Table<{
    answer: string | null;
    answered_at: string | null;
    answered_by: string | null;
    answered_time: string | null;
    asked_at: string;
    cause: string;
    channel: string | null;
    clock_in: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    device: string | null;
    disputed: boolean;
    employee_id: string;
    evidence: Json;
    expires_at: string;
    id: string;
    language: string | null;
    link_hash: string | null;
    outcome: string | null;
    project_id: string | null;
    proposed_at: string;
    reason: string;
    sample_size: number;
    time_entry_id: string;
  }, 'asked_at' | 'created_at' | 'disputed' | 'evidence' | 'id' | 'sample_size', [
    Link<'forgotten_punches_company_id_fkey', ['company_id'], 'companies'>,
    Link<'forgotten_punches_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'forgotten_punches_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  form_assignments: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    crew_id: string | null;
    ends_on: string | null;
    equipment_class_id: string | null;
    equipment_id: string | null;
    every: string;
    filled_by: string;
    form_id: string | null;
    id: string;
    project_id: string | null;
    series: string | null;
    starts_on: string;
    updated_at: string;
    weekdays: number[];
  }, 'company_id' | 'created_at' | 'every' | 'filled_by' | 'id' | 'starts_on' | 'updated_at' | 'weekdays', [
    Link<'form_assignments_company_id_fkey', ['company_id'], 'companies'>,
    Link<'form_assignments_crew', ['company_id', 'crew_id'], 'crews', ['company_id', 'id']>,
    Link<'form_assignments_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'form_assignments_equipment_class', ['company_id', 'equipment_class_id'], 'equipment_classes', ['company_id', 'id']>,
    Link<'form_assignments_form', ['company_id', 'form_id'], 'forms', ['company_id', 'id']>,
    Link<'form_assignments_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  form_submissions: Table<{
    answers: Json;
    assignment_id: string | null;
    company_id: string;
    corrects_id: string | null;
    created_at: string;
    created_by: string | null;
    crew_id: string | null;
    employee_id: string;
    equipment_id: string | null;
    failed: number;
    filled_at: string;
    form_id: string;
    form_version_id: string;
    id: string;
    language: string;
    photo_ids: string[];
    project_id: string;
    work_date: string;
  }, 'company_id' | 'created_at' | 'failed' | 'id' | 'language' | 'photo_ids', [
    Link<'form_submissions_assignment', ['company_id', 'assignment_id'], 'form_assignments', ['company_id', 'id']>,
    Link<'form_submissions_company_id_fkey', ['company_id'], 'companies'>,
    Link<'form_submissions_corrects', ['company_id', 'corrects_id'], 'form_submissions', ['company_id', 'id']>,
    Link<'form_submissions_crew', ['company_id', 'crew_id'], 'crews', ['company_id', 'id']>,
    Link<'form_submissions_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'form_submissions_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'form_submissions_form', ['company_id', 'form_id'], 'forms', ['company_id', 'id']>,
    Link<'form_submissions_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'form_submissions_version', ['company_id', 'form_version_id'], 'form_versions', ['company_id', 'id']>,
  ]>;
  form_versions: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    definition: Json;
    form_id: string;
    id: string;
    number: number;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'form_versions_form', ['company_id', 'form_id'], 'forms', ['company_id', 'id']>,
  ]>;
  forms: Table<{
    archived_at: string | null;
    category: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    name_es: string;
    series: string | null;
    series_position: number | null;
    template_id: string | null;
    updated_at: string;
  }, 'category' | 'company_id' | 'created_at' | 'id' | 'name_es' | 'updated_at', [
    Link<'forms_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  fringe_plans: Table<{
    approval: string | null;
    approved_by: string | null;
    approved_on: string | null;
    company_id: string;
    cost_amount: number;
    cost_period: string;
    created_at: string;
    created_by: string | null;
    evidence: string | null;
    from_date: string;
    funded: boolean;
    hourly_credit: number | null;
    hours_basis: number | null;
    id: string;
    kind: string;
    name: string;
    plan_number: string | null;
    to_date: string | null;
    updated_at: string;
  }, 'company_id' | 'cost_period' | 'created_at' | 'from_date' | 'funded' | 'id' | 'kind' | 'updated_at', [
    Link<'fringe_plans_company_id_fkey', ['company_id'], 'companies'>,
  ], 'hourly_credit'>;
  geofences: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    latitude: number | null;
    longitude: number | null;
    polygon: Json | null;
    project_id: string;
    radius_m: number | null;
    shape: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'polygon' | 'shape' | 'updated_at', [
    Link<'geofences_company_id_fkey', ['company_id'], 'companies'>,
    Link<'geofences_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  handoff_mails: Table<{
    certified_payroll_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    error: string | null;
    id: string;
    kind: string;
    outbox_id: string | null;
    portal_link_id: string | null;
    project_id: string;
    status: string;
    subcontractor_id: string | null;
    to_address: string;
    updated_at: string;
  }, 'created_at' | 'id' | 'status' | 'updated_at', [
    Link<'handoff_mails_link', ['company_id', 'portal_link_id'], 'portal_links', ['company_id', 'id']>,
    Link<'handoff_mails_payroll', ['company_id', 'certified_payroll_id'], 'certified_payrolls', ['company_id', 'id']>,
    Link<'handoff_mails_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'handoff_mails_subcontractor', ['company_id', 'subcontractor_id'], 'subcontractors', ['company_id', 'id']>,
  ]>;
  heat_rules: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    every_minutes: number;
    high_f: number;
    id: string;
    project_id: string | null;
    rest_minutes: number;
    shade_f: number;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'every_minutes' | 'high_f' | 'id' | 'rest_minutes' | 'shade_f' | 'updated_at', [
    Link<'heat_rules_company_id_fkey', ['company_id'], 'companies'>,
    Link<'heat_rules_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id'], true>,
  ]>;
  held_events: Table<{
    company_id: string;
    counts_at: string;
    created_at: string;
    created_by: string | null;
    detail: Json;
    device_id: string;
    employee_id: string;
    entry_id: string | null;
    explanation: string | null;
    happened_at: string;
    id: string;
    kind: string;
    offset_ms: number;
    payload: Json;
    problem: string;
    reason: string;
    resolution: string | null;
    resolved_at: string | null;
    resolved_by: string | null;
    sequence: number;
    status: string;
  }, 'created_at' | 'detail' | 'status', [
    Link<'held_events_event', ['company_id', 'id'], 'synced_events', ['company_id', 'id'], true>,
  ]>;
  holidays: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    date: string;
    id: string;
    name: string;
    paid_hours: number;
  }, 'created_at' | 'id' | 'name' | 'paid_hours', [
    Link<'holidays_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  identity_views: Table<{
    company_id: string;
    employee_id: string;
    id: string;
    purpose: string;
    viewed_at: string;
    viewed_by: string | null;
  }, 'id' | 'viewed_at', [
    Link<'identity_views_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  imports: Table<{
    changed_rows: number;
    company_id: string;
    created_at: string;
    created_by: string | null;
    error_rows: number;
    file_name: string | null;
    id: string;
    list: string;
    mapping: Json;
    new_rows: number;
    same_rows: number;
    totals_after: Json | null;
    totals_before: Json | null;
    undone_at: string | null;
    undone_by: string | null;
  }, 'changed_rows' | 'company_id' | 'created_at' | 'error_rows' | 'id' | 'mapping' | 'new_rows' | 'same_rows' | 'totals_after' | 'totals_before', [
    Link<'imports_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  incident_notes: Table<{
    author: string;
    body: string;
    changes: Json;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    incident_id: string;
    kind: string;
  }, 'author' | 'body' | 'changes' | 'company_id' | 'created_at' | 'id' | 'kind', [
    Link<'incident_notes_incident', ['company_id', 'incident_id'], 'incidents', ['company_id', 'id']>,
  ]>;
  incidents: Table<{
    answer_id: string | null;
    body_part: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    description: string | null;
    employee_id: string;
    happened_at: string;
    id: string;
    number: string;
    place: string | null;
    project_id: string | null;
    status: string;
    treatment: string | null;
    updated_at: string;
    witnesses: string | null;
  }, 'company_id' | 'created_at' | 'employee_id' | 'happened_at' | 'id' | 'number' | 'status' | 'updated_at', [
    Link<'incidents_answer', ['company_id', 'answer_id'], 'clock_answers', ['company_id', 'id'], true>,
    Link<'incidents_company_id_fkey', ['company_id'], 'companies'>,
    Link<'incidents_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'incidents_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  injury_case_days: Table<{
    case_id: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    from_date: string;
    id: string;
    kind: string;
    to_date: string | null;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'injury_case_days_case', ['company_id', 'case_id'], 'injury_cases', ['company_id', 'id']>,
  ]>;
  injury_cases: Table<{
    began_work_time: string | null;
    born_on: string | null;
    company_id: string;
    content_hash: string;
    created_at: string;
    created_by: string | null;
    description: string;
    died_on: string | null;
    doing_before: string;
    emergency_room: boolean;
    employee_id: string;
    establishment_id: string;
    facility: string;
    happened_on: string;
    happened_time: string | null;
    home_address: string;
    hospitalized: boolean;
    id: string;
    illness: number;
    incident_id: string | null;
    injury: string;
    job_title: string;
    number: number;
    object: string;
    physician: string;
    place: string;
    private_name: boolean;
    sex: string | null;
    stopped_on: string | null;
    updated_at: string;
    void_reason: string | null;
    voided_at: string | null;
    what_happened: string;
    year: number;
  }, 'company_id' | 'content_hash' | 'created_at' | 'description' | 'doing_before' | 'emergency_room' | 'facility' | 'home_address' | 'hospitalized' | 'id' | 'illness' | 'injury' | 'job_title' | 'number' | 'object' | 'physician' | 'place' | 'private_name' | 'updated_at' | 'what_happened' | 'year', [
    Link<'injury_cases_company_id_fkey', ['company_id'], 'companies'>,
    Link<'injury_cases_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'injury_cases_establishment', ['company_id', 'establishment_id'], 'osha_establishments', ['company_id', 'id']>,
    Link<'injury_cases_incident', ['company_id', 'incident_id'], 'incidents', ['company_id', 'id']>,
  ]>;
  invoice_drafts: Table<{
    company_id: string;
    content: Json;
    created_at: string;
    created_by: string | null;
    due_on: string;
    end_date: string;
    id: string;
    issued_on: string;
    net_amount: number;
    note: string;
    number: number;
    project_id: string;
    sent_at: string | null;
    sent_by: string | null;
    sent_on: string | null;
    sent_to: string | null;
    start_date: string;
    status: string;
    tax_amount: number;
    total_amount: number;
    updated_at: string;
    void_reason: string | null;
    voided_at: string | null;
    voided_by: string | null;
  }, 'created_at' | 'id' | 'note' | 'status' | 'updated_at', [
    Link<'invoice_drafts_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  invoice_lines: Table<{
    amount: number;
    company_id: string;
    created_at: string;
    created_by: string | null;
    description: string;
    id: string;
    invoice_id: string;
    kind: string;
    position: number;
    quantity: number;
    rate: number;
    ticket_id: string | null;
    unit: string;
    work_date: string | null;
  }, 'created_at' | 'id', [
    Link<'invoice_lines_invoice', ['company_id', 'invoice_id'], 'invoice_drafts', ['company_id', 'id']>,
    Link<'invoice_lines_ticket', ['company_id', 'ticket_id'], 'extra_work_tickets', ['company_id', 'id']>,
  ]>;
  invoiced_time: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    invoice_id: string;
    minutes: number | null;
    time_entry_id: string | null;
    work_date: string;
  }, 'created_at' | 'id', [
    Link<'invoiced_time_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'invoiced_time_invoice', ['company_id', 'invoice_id'], 'invoice_drafts', ['company_id', 'id']>,
  ]>;
  kiosk_photos: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    kiosk_id: string | null;
    moment: string;
    path: string;
    review: string | null;
    reviewed_at: string | null;
    reviewed_by: string | null;
    taken_at: string;
    time_entry_id: string | null;
    uploaded_at: string | null;
  }, 'created_at' | 'id' | 'taken_at', [
    Link<'kiosk_photos_company_id_fkey', ['company_id'], 'companies'>,
    Link<'kiosk_photos_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'kiosk_photos_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id']>,
    Link<'kiosk_photos_kiosk', ['company_id', 'kiosk_id'], 'kiosks', ['company_id', 'id']>,
  ]>;
  kiosks: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    last_used_at: string | null;
    name: string;
    paired_at: string | null;
    project_id: string | null;
    revoked_at: string | null;
    user_id: string | null;
  }, 'created_at' | 'id', [
    Link<'kiosks_company_id_fkey', ['company_id'], 'companies'>,
    Link<'kiosks_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  labor_demands: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    end_date: string;
    id: string;
    job_title: string | null;
    people: number;
    project_id: string;
    start_date: string;
    updated_at: string;
    weekends: boolean;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at' | 'weekends', [
    Link<'labor_demands_company_id_fkey', ['company_id'], 'companies'>,
    Link<'labor_demands_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  ledger_recipients: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    email: string;
    id: string;
    language: string;
  }, 'company_id' | 'created_at' | 'id' | 'language', [
    Link<'ledger_recipients_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  ledger_roots: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    first_position: number;
    id: string;
    key_id: string | null;
    last_position: number;
    note: string | null;
    reason: string;
    signature: string | null;
    signature_id: string;
    signed_text: string;
  }, 'created_at' | 'id', []>;
  legal_holds: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string | null;
    id: string;
    project_id: string | null;
    reason: string;
    release_reason: string | null;
    released_at: string | null;
    released_by: string | null;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'legal_holds_company_id_fkey', ['company_id'], 'companies'>,
    Link<'legal_holds_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'legal_holds_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  location_views: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    end_date: string;
    id: string;
    purpose: string;
    start_date: string;
    viewed_at: string;
    viewer_id: string;
  }, 'company_id' | 'created_at' | 'id' | 'viewed_at', [
    Link<'location_views_company_id_fkey', ['company_id'], 'companies'>,
    Link<'location_views_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'location_views_viewer', ['company_id', 'viewer_id'], 'employees', ['company_id', 'id']>,
  ]>;
  minimum_wages: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    from_date: string;
    id: string;
    place: string | null;
    rate: number;
    state: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'minimum_wages_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  notification_choices: Table<{
    channel: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    event: string;
    id: string;
    on: boolean;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id' | 'updated_at', [
    Link<'notification_choices_company_id_fkey', ['company_id'], 'companies'>,
    Link<'notification_choices_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  notifications: Table<{
    company_id: string;
    created_at: string;
    data: Json;
    employee_id: string;
    event: string;
    id: string;
    path: string | null;
    read_at: string | null;
    template: string;
  }, 'created_at' | 'data' | 'id', [
    Link<'notifications_company_id_fkey', ['company_id'], 'companies'>,
    Link<'notifications_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  notifications_sent: Table<{
    channel: string;
    company_id: string;
    created_at: string;
    due_at: string | null;
    employee_id: string;
    error: string | null;
    event: string;
    id: string;
    notification_id: string;
    sent_at: string;
    status: string;
  }, 'created_at' | 'id' | 'sent_at', [
    Link<'notifications_sent_notification', ['company_id', 'notification_id'], 'notifications', ['company_id', 'id']>,
  ]>;
  osha_establishments: Table<{
    city: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    ein: string | null;
    id: string;
    industry: string;
    kind: number;
    legal_name: string;
    naics_code: string;
    name: string;
    project_id: string | null;
    state: string;
    street: string;
    updated_at: string;
    zip: string;
  }, 'city' | 'company_id' | 'created_at' | 'id' | 'industry' | 'kind' | 'legal_name' | 'naics_code' | 'state' | 'street' | 'updated_at' | 'zip', [
    Link<'osha_establishments_company_id_fkey', ['company_id'], 'companies'>,
    Link<'osha_establishments_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id'], true>,
  ]>;
  osha_summaries: Table<{
    certified_at: string;
    certified_name: string;
    certified_phone: string;
    certified_title: string;
    company_id: string;
    content: Json;
    created_at: string;
    created_by: string | null;
    establishment_id: string;
    id: string;
    revision: number;
    year: number;
  }, 'certified_at' | 'company_id' | 'created_at' | 'id', [
    Link<'osha_summaries_establishment', ['company_id', 'establishment_id'], 'osha_establishments', ['company_id', 'id']>,
  ]>;
  overtime_policies: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    effective_from: string;
    employee_id: string | null;
    id: string;
    policy: Json;
    preset: string;
    project_id: string | null;
  }, 'created_at' | 'id', [
    Link<'overtime_policies_company_id_fkey', ['company_id'], 'companies'>,
    Link<'overtime_policies_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'overtime_policies_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  pay_items: Table<{
    amount_cents: number | null;
    company_id: string;
    corrects_date: string | null;
    corrects_pay_code: string | null;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    expense_id: string | null;
    flat_sum: boolean;
    flsa_premium_cents: number;
    hourly_rate: number | null;
    id: string;
    minutes: number;
    note: string | null;
    pay_code: string;
    payroll_line_id: string | null;
    project_id: string | null;
    restitution_id: string | null;
    time_off_request_id: string | null;
    work_date: string;
  }, 'created_at' | 'flat_sum' | 'flsa_premium_cents' | 'id' | 'minutes', [
    Link<'pay_items_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'pay_items_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'pay_items_expense', ['company_id', 'expense_id'], 'expenses', ['company_id', 'id']>,
    Link<'pay_items_line', ['company_id', 'payroll_line_id'], 'payroll_lines', ['company_id', 'id']>,
    Link<'pay_items_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'pay_items_restitution', ['company_id', 'restitution_id'], 'restitutions', ['company_id', 'id']>,
    Link<'pay_items_time_off', ['company_id', 'time_off_request_id'], 'time_off_requests', ['company_id', 'id']>,
  ]>;
  pay_periods: Table<{
    company_id: string;
    created_at: string;
    end_date: string;
    id: string;
    locked_at: string | null;
    locked_by: string | null;
    start_date: string;
    status: string;
    unlock_reason: string | null;
    unlocked_at: string | null;
    unlocked_by: string | null;
  }, 'created_at' | 'id' | 'status', [
    Link<'pay_periods_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  pay_types: Table<{
    active: boolean;
    code: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    name_es: string | null;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'pay_types_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  payroll_exports: Table<{
    company_id: string;
    created_at: string;
    end_date: string;
    exported_by: string;
    file_hash: string | null;
    format: string;
    id: string;
    rows: Json | null;
    start_date: string;
    totals: Json | null;
  }, 'company_id' | 'created_at' | 'exported_by' | 'id' | 'rows' | 'totals', [
    Link<'payroll_exports_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  payroll_fact_differences: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decision: string | null;
    employee_id: string;
    id: string;
    period_start: string | null;
    source: string;
    theirs: Json;
    week_end: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'payroll_fact_differences_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  payroll_facts: Table<{
    check_number: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    federal_tax: number | null;
    fica: number | null;
    gross_all: number | null;
    id: string;
    medicare: number | null;
    net: number | null;
    other: Json;
    paid_on: string | null;
    period_start: string | null;
    reimbursement: number | null;
    sdi: number | null;
    state_tax: number | null;
    updated_at: string;
    week_end: string;
  }, 'company_id' | 'created_at' | 'id' | 'other' | 'updated_at', [
    Link<'payroll_facts_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  payroll_lines: Table<{
    certified: boolean;
    classification: string | null;
    classification_id: string | null;
    company_id: string;
    cost_code_id: string | null;
    employee_id: string;
    first_minute: number;
    flsa_premium_cents: number;
    id: string;
    minutes: number;
    multiplier: number;
    paid_break_minutes: number;
    pay_code: string;
    pay_item_id: string | null;
    pay_period_id: string;
    premium_cents: number | null;
    project_id: string | null;
    rate: number | null;
    rate_reason: string | null;
    rule: string;
    rules: Json | null;
    straight_cents: number | null;
    total_cents: number | null;
    week_start: string | null;
    work_date: string;
  }, 'certified' | 'first_minute' | 'flsa_premium_cents' | 'id' | 'paid_break_minutes' | 'rules', [
    Link<'payroll_lines_classification', ['company_id', 'classification_id'], 'work_classifications', ['company_id', 'id']>,
    Link<'payroll_lines_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'payroll_lines_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'payroll_lines_pay_period', ['company_id', 'pay_period_id'], 'pay_periods', ['company_id', 'id']>,
    Link<'payroll_lines_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  payroll_worker_ids: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    source: string;
    updated_at: string;
    worker_key: string;
  }, 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'payroll_worker_ids_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  per_diem_rules: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    daily_amount: number;
    first_last_percent: number;
    from_date: string;
    id: string;
    lodging_amount: number;
    min_distance_miles: number | null;
    project_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'first_last_percent' | 'id' | 'lodging_amount' | 'updated_at', [
    Link<'per_diem_rules_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  photo_comments: Table<{
    body: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    photo_id: string;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id', [
    Link<'photo_comments_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'photo_comments_photo', ['company_id', 'photo_id'], 'photos', ['company_id', 'id']>,
  ]>;
  photo_consents: Table<{
    agreed: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    kiosk_id: string | null;
    language: string;
    updated_at: string;
  }, 'created_at' | 'id' | 'updated_at', [
    Link<'photo_consents_company_id_fkey', ['company_id'], 'companies'>,
    Link<'photo_consents_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
    Link<'photo_consents_kiosk', ['company_id', 'kiosk_id'], 'kiosks', ['company_id', 'id']>,
  ]>;
  photo_shares: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    expires_at: string;
    id: string;
    last_viewed_at: string | null;
    photo_ids: string[];
    revoked_at: string | null;
    title: string;
    token_hash: string;
    views: number;
  }, 'company_id' | 'created_at' | 'id' | 'title' | 'views', [
    Link<'photo_shares_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  photos: Table<{
    accuracy_m: number | null;
    before_id: string | null;
    caption: string;
    company_id: string;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    deleted_at: string | null;
    deleted_by: string | null;
    employee_id: string | null;
    equipment_id: string | null;
    field_report_id: string | null;
    height: number | null;
    id: string;
    is_private: boolean;
    is_receipt: boolean;
    latitude: number | null;
    longitude: number | null;
    markup: Json | null;
    media_type: string;
    path: string;
    project_id: string;
    quantity_id: string | null;
    sha256: string | null;
    size_bytes: number | null;
    tags: string[];
    taken_at: string;
    taken_from: string;
    taken_on: string;
    time_entry_id: string | null;
    updated_at: string;
    uploaded_at: string | null;
    width: number | null;
  }, 'caption' | 'company_id' | 'created_at' | 'id' | 'is_private' | 'is_receipt' | 'markup' | 'media_type' | 'tags' | 'taken_at' | 'taken_from' | 'updated_at', [
    Link<'photos_before', ['company_id', 'before_id'], 'photos', ['company_id', 'id']>,
    Link<'photos_company_id_fkey', ['company_id'], 'companies'>,
    Link<'photos_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'photos_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'photos_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'photos_field_report', ['company_id', 'field_report_id'], 'field_reports', ['company_id', 'id']>,
    Link<'photos_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
    Link<'photos_quantity', ['company_id', 'quantity_id'], 'quantities', ['company_id', 'id']>,
    Link<'photos_time_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id']>,
  ]>;
  portal_codes: Table<{
    classification: string;
    codes: Json;
    company_id: string;
    created_at: string;
    created_by: string | null;
    format: string;
    id: string;
    project_id: string;
    updated_at: string;
  }, 'classification' | 'codes' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'portal_codes_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  portal_links: Table<{
    certified_payroll_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    email: string | null;
    expires_on: string;
    id: string;
    label: string;
    phases: boolean;
    project_id: string;
    revoked_at: string | null;
    shows: string[];
    token_hash: string;
  }, 'company_id' | 'created_at' | 'id' | 'label' | 'phases', [
    Link<'portal_links_payroll', ['company_id', 'certified_payroll_id'], 'certified_payrolls', ['company_id', 'id']>,
    Link<'portal_links_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  portal_views: Table<{
    address: string | null;
    company_id: string;
    device: string | null;
    id: string;
    portal_link_id: string;
    subject: string;
    subject_id: string | null;
    viewed_at: string;
  }, 'id' | 'subject' | 'viewed_at', [
    Link<'portal_views_link', ['company_id', 'portal_link_id'], 'portal_links', ['company_id', 'id']>,
  ]>;
  preferences: Table<{
    auto_start_timer: boolean;
    chosen_switches: string[];
    company_id: string | null;
    current_project_id: string | null;
    date_format: string;
    extra: Json;
    language: string | null;
    notify_email_digests: boolean;
    notify_project_updates: boolean;
    notify_team_activity: boolean;
    notify_time_reminders: boolean;
    theme: string;
    time_format: string;
    time_zone: string | null;
    updated_at: string;
    user_id: string;
    week_start: number | null;
  }, 'auto_start_timer' | 'chosen_switches' | 'date_format' | 'extra' | 'notify_email_digests' | 'notify_project_updates' | 'notify_team_activity' | 'notify_time_reminders' | 'theme' | 'time_format' | 'updated_at', [
    Link<'preferences_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  profiles: Table<{
    avatar_path: string | null;
    company_id: string | null;
    created_at: string;
    first_name: string | null;
    id: string;
    job_title: string | null;
    language: string | null;
    last_name: string | null;
    phone: string | null;
    role: string | null;
    updated_at: string;
  }, 'created_at' | 'updated_at', [
    Link<'profiles_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  project_cost_codes: Table<{
    company_id: string;
    cost_code_id: string;
    project_id: string;
  }, 'company_id', [
    Link<'project_cost_codes_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'project_cost_codes_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  project_members: Table<{
    company_id: string;
    created_at: string;
    employee_id: string;
    project_id: string;
  }, 'company_id' | 'created_at', [
    Link<'project_members_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'project_members_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  projects: Table<{
    address: string | null;
    archived_at: string | null;
    client: string | null;
    color: string | null;
    company_id: string;
    created_at: string;
    custom: Json;
    customer_id: string | null;
    deadline: string | null;
    external_id: string | null;
    id: string;
    location_required: boolean;
    manager_id: string | null;
    name: string;
    name_es: string | null;
    number: string | null;
    parent_id: string | null;
    percent_complete: number;
    percent_computed: boolean;
    phases_only: boolean;
    prevailing_wage: boolean;
    status: string;
    time_zone: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'custom' | 'id' | 'location_required' | 'percent_complete' | 'percent_computed' | 'phases_only' | 'prevailing_wage' | 'status' | 'updated_at', [
    Link<'projects_company_id_fkey', ['company_id'], 'companies'>,
    Link<'projects_customer', ['company_id', 'customer_id'], 'customers', ['company_id', 'id']>,
    Link<'projects_manager', ['company_id', 'manager_id'], 'employees', ['company_id', 'id']>,
    Link<'projects_parent', ['company_id', 'parent_id'], 'projects', ['company_id', 'id']>,
  ]>;
  public_contracts: Table<{
    agency: string | null;
    company_id: string;
    contract_number: string | null;
    contractor_role: string;
    county: string | null;
    created_at: string;
    created_by: string | null;
    cwhssa: string;
    external_ids: Json;
    first_number: number;
    first_week_end: string | null;
    id: string;
    location: string | null;
    no_work_reports: boolean;
    paid_after_days: number;
    prime_name: string | null;
    project_id: string;
    regime: string;
    state: string | null;
    top_up: boolean;
    updated_at: string;
    week_ends_on: number;
  }, 'company_id' | 'contractor_role' | 'created_at' | 'cwhssa' | 'external_ids' | 'first_number' | 'id' | 'no_work_reports' | 'paid_after_days' | 'regime' | 'top_up' | 'updated_at' | 'week_ends_on', [
    Link<'public_contracts_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id'], true>,
  ]>;
  punch_locations: Table<{
    accuracy_m: number | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    edge_m: number | null;
    employee_id: string;
    fix_age_s: number | null;
    id: string;
    inside: boolean | null;
    latitude: number | null;
    longitude: number | null;
    moment: string;
    punched_at: string;
    time_entry_id: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'punch_locations_company_id_fkey', ['company_id'], 'companies'>,
    Link<'punch_locations_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'punch_locations_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id']>,
  ]>;
  push_subscriptions: Table<{
    auth: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    details: boolean;
    device_name: string;
    employee_id: string;
    endpoint: string;
    failures: number;
    id: string;
    last_success_at: string | null;
    p256dh: string;
    session_id: string | null;
    user_id: string;
  }, 'created_at' | 'details' | 'failures' | 'id', [
    Link<'push_subscriptions_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  quantities: Table<{
    approved_at: string | null;
    approved_by: string | null;
    area: string | null;
    company_id: string;
    cost_code_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    note: string | null;
    photo_id: string | null;
    project_id: string;
    quantity: number;
    status: string;
    work_date: string;
  }, 'company_id' | 'created_at' | 'id' | 'status', [
    Link<'quantities_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'quantities_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  quiet_hours: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    digest_at: string | null;
    employee_id: string;
    ends_at: string | null;
    id: string;
    snoozed_until: string | null;
    starts_at: string | null;
    updated_at: string;
    weekdays: number[];
  }, 'company_id' | 'created_at' | 'employee_id' | 'id' | 'updated_at' | 'weekdays', [
    Link<'quiet_hours_company_id_fkey', ['company_id'], 'companies'>,
    Link<'quiet_hours_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
  ]>;
  reimbursement_rates: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    from_date: string;
    id: string;
    kind: string;
    rate: number;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'kind' | 'updated_at', [
    Link<'reimbursement_rates_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  restitutions: Table<{
    amount_cents: number | null;
    base_cents: number;
    basis: Json;
    company_id: string;
    created_at: string;
    created_by: string | null;
    due_cents: number;
    employee_id: string;
    fringe_cents: number;
    id: string;
    paid_cents: number;
    paid_on: string | null;
    payment_recorded_by: string | null;
    payment_reference: string | null;
    post_date: string;
    premium_cents: number;
    project_id: string;
    reason: string;
    week_end: string;
    withdrawn_at: string | null;
    withdrawn_by: string | null;
    withdrawn_reason: string | null;
  }, 'created_at' | 'id', [
    Link<'restitutions_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'restitutions_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ], 'amount_cents'>;
  retention_rules: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    kind: string;
    years: number;
  }, 'company_id' | 'created_at' | 'id' | 'years', [
    Link<'retention_rules_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  safety_officers: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'safety_officers_company_id_fkey', ['company_id'], 'companies'>,
    Link<'safety_officers_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id'], true>,
  ]>;
  saved_reports: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    definition: Json;
    id: string;
    name: string;
    recipients: string[];
    schedule: Json | null;
    scheduled_at: string;
    shared: boolean;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'recipients' | 'schedule' | 'scheduled_at' | 'shared' | 'updated_at', [
    Link<'saved_reports_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  shift_swaps: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    decided_by: string | null;
    employee_id: string;
    id: string;
    note: string | null;
    shift_id: string;
    status: string;
    to_employee_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'status' | 'updated_at', [
    Link<'shift_swaps_company_id_fkey', ['company_id'], 'companies'>,
    Link<'shift_swaps_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'shift_swaps_shift', ['company_id', 'shift_id'], 'shifts', ['company_id', 'id']>,
    Link<'shift_swaps_to_employee', ['company_id', 'to_employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  shifts: Table<{
    acknowledged_at: string | null;
    cancelled: boolean;
    company_id: string;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    crew_id: string | null;
    employee_id: string | null;
    ends_at: string;
    equipment_id: string | null;
    id: string;
    note: string | null;
    previous: Json | null;
    project_id: string | null;
    published: Json | null;
    starts_at: string;
    status: string;
    updated_at: string;
    work_date: string;
  }, 'cancelled' | 'company_id' | 'created_at' | 'id' | 'previous' | 'published' | 'status' | 'updated_at' | 'work_date', [
    Link<'shifts_company_id_fkey', ['company_id'], 'companies'>,
    Link<'shifts_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'shifts_crew', ['company_id', 'crew_id'], 'crews', ['company_id', 'id']>,
    Link<'shifts_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'shifts_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'shifts_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  sign_in_domains: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    domain: string;
    id: string;
    provider: string;
  }, 'created_at' | 'id', [
    Link<'sign_in_domains_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  site_sign_in_links: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    label: string;
    project_id: string;
    revoked_at: string | null;
    token_hash: string;
  }, 'company_id' | 'created_at' | 'id' | 'label', [
    Link<'site_sign_in_links_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  site_sign_in_settings: Table<{
    at_kiosk: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    in_portal: boolean;
    project_id: string;
    rules: string;
    rules_es: string;
    updated_at: string;
  }, 'at_kiosk' | 'company_id' | 'created_at' | 'id' | 'in_portal' | 'rules' | 'rules_es' | 'updated_at', [
    Link<'site_sign_in_settings_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id'], true>,
  ]>;
  site_visits: Table<{
    agreed_at: string | null;
    closed_at: string | null;
    company_id: string;
    company_name: string | null;
    created_at: string;
    created_by: string | null;
    headcount: number;
    how_in: string;
    how_out: string | null;
    id: string;
    kind: string;
    name: string;
    note: string | null;
    phone: string | null;
    plate: string | null;
    project_id: string;
    signed_in_at: string;
    signed_out_at: string | null;
    trade: string | null;
    updated_at: string;
    visiting: string | null;
    work_date: string;
  }, 'created_at' | 'headcount' | 'id' | 'updated_at', [
    Link<'site_visits_company_id_fkey', ['company_id'], 'companies'>,
    Link<'site_visits_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  site_weather: Table<{
    company_id: string;
    conditions: string | null;
    created_at: string;
    created_by: string | null;
    high_f: number | null;
    id: string;
    low_f: number | null;
    precipitation_in: number | null;
    project_id: string;
    read_at: string;
    source: string;
    temperature_f: number | null;
    wind_mph: number | null;
    work_date: string;
  }, 'company_id' | 'created_at' | 'id' | 'read_at', [
    Link<'site_weather_company_id_fkey', ['company_id'], 'companies'>,
    Link<'site_weather_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  step_approvals: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_by: string | null;
    decision: string;
    employee_id: string;
    entry_version: string;
    id: string;
    reason: string | null;
    seen: Json;
    stands_in_for: string | null;
    step_id: string;
    time_entry_id: string;
    work_date: string;
  }, 'created_at' | 'id', [
    Link<'step_approvals_decided_by', ['company_id', 'decided_by'], 'employees', ['company_id', 'id']>,
    Link<'step_approvals_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'step_approvals_stands_in_for', ['company_id', 'stands_in_for'], 'employees', ['company_id', 'id']>,
    Link<'step_approvals_step', ['company_id', 'step_id'], 'approval_steps', ['company_id', 'id']>,
  ]>;
  subcontractor_reports: Table<{
    address: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decision_note: string | null;
    file_name: string | null;
    final: boolean;
    gross: number | null;
    handed_in_by: string;
    hours: number | null;
    id: string;
    media_type: string | null;
    no_work: boolean;
    note: string;
    number: number | null;
    path: string | null;
    sha256: string | null;
    size_bytes: number | null;
    status: string;
    subcontractor_id: string;
    uploaded_at: string | null;
    version: number;
    week_end: string;
    workers: number | null;
  }, 'created_at' | 'final' | 'id' | 'no_work' | 'note' | 'status', [
    Link<'subcontractor_reports_subcontractor', ['company_id', 'subcontractor_id'], 'subcontractors', ['company_id', 'id']>,
  ]>;
  subcontractors: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    email: string | null;
    first_week_end: string;
    id: string;
    language: string;
    last_seen_at: string | null;
    name: string;
    project_id: string;
    revoked_at: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'language' | 'updated_at', [
    Link<'subcontractors_contract', ['company_id', 'project_id'], 'public_contracts', ['company_id', 'project_id']>,
  ]>;
  synced_events: Table<{
    company_id: string;
    counts_at: string;
    created_at: string;
    created_by: string | null;
    device_id: string;
    employee_id: string;
    ends_id: string | null;
    entry_id: string | null;
    happened_at: string;
    id: string;
    kind: string;
    offset_ms: number;
    payload: Json;
    sequence: number;
    state: string;
  }, 'created_at' | 'state', [
    Link<'synced_events_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  talk_signatures: Table<{
    bulletin_id: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string | null;
    held_by: string;
    held_on: string;
    id: string;
    language: string;
    project_id: string | null;
    signed_name: string;
    strokes: Json;
  }, 'company_id' | 'created_at' | 'held_by' | 'held_on' | 'id' | 'language' | 'strokes', [
    Link<'talk_signatures_bulletin', ['company_id', 'bulletin_id'], 'bulletins', ['company_id', 'id']>,
    Link<'talk_signatures_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'talk_signatures_held_by', ['company_id', 'held_by'], 'employees', ['company_id', 'id']>,
    Link<'talk_signatures_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  text_consents: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    ended_at: string | null;
    ended_by: string | null;
    given_by: string;
    given_on: string;
    id: string;
    language: string;
    note: string | null;
    number: string;
    wording: string;
  }, 'created_at' | 'id', [
    Link<'text_consents_company_id_fkey', ['company_id'], 'companies'>,
    Link<'text_consents_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  text_settings: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    enabled: boolean;
    monthly_cap_cents: number;
    segment_price_hundredths: number;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'enabled' | 'monthly_cap_cents' | 'segment_price_hundredths' | 'updated_at', [
    Link<'text_settings_company_id_fkey', ['company_id'], 'companies', ['id'], true>,
  ]>;
  ticket_billings: Table<{
    adopted: Json | null;
    adopted_at: string | null;
    adopted_by: string | null;
    billed_at: string | null;
    billed_by: string | null;
    budget_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decided_on: string | null;
    decision_note: string | null;
    equipment_markup: number | null;
    id: string;
    invoice_id: string | null;
    labor_markup: number | null;
    markup_amount: number | null;
    material_markup: number | null;
    net_amount: number | null;
    other_markup: number | null;
    priced_at: string | null;
    priced_by: string | null;
    submitted_at: string | null;
    submitted_by: string | null;
    submitted_on: string | null;
    tax_amount: number | null;
    tax_percent: number | null;
    ticket_id: string;
    total_amount: number | null;
    updated_at: string;
  }, 'adopted' | 'created_at' | 'id' | 'updated_at', [
    Link<'ticket_billings_budget', ['company_id', 'budget_id'], 'budgets', ['company_id', 'id']>,
    Link<'ticket_billings_invoice', ['company_id', 'invoice_id'], 'invoice_drafts', ['company_id', 'id']>,
    Link<'ticket_billings_ticket', ['company_id', 'ticket_id'], 'extra_work_tickets', ['company_id', 'id'], true>,
  ]>;
  ticket_copies: Table<{
    address: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    recipient: string;
    ticket_id: string;
  }, 'created_at' | 'id', [
    Link<'ticket_copies_ticket', ['company_id', 'ticket_id'], 'extra_work_tickets', ['company_id', 'id']>,
  ]>;
  ticket_lines: Table<{
    classification_id: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    description: string;
    employee_id: string | null;
    ended_at: string | null;
    equipment_id: string | null;
    hours_kind: string;
    id: string;
    kind: string;
    photo_id: string | null;
    position: number;
    quantity: number;
    started_at: string | null;
    ticket_id: string;
    time_entry_id: string | null;
    trade: string;
    unit: string;
  }, 'company_id' | 'created_at' | 'hours_kind' | 'id' | 'position' | 'trade', [
    Link<'ticket_lines_classification', ['company_id', 'classification_id'], 'work_classifications', ['company_id', 'id']>,
    Link<'ticket_lines_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'ticket_lines_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'ticket_lines_ticket', ['company_id', 'ticket_id'], 'extra_work_tickets', ['company_id', 'id']>,
  ]>;
  ticket_prices: Table<{
    amount: number | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    is_typed: boolean;
    line_id: string;
    markup_amount: number | null;
    markup_percent: number;
    rate: number | null;
    taxable: boolean;
    ticket_id: string;
    updated_at: string;
  }, 'created_at' | 'id' | 'is_typed' | 'markup_percent' | 'taxable' | 'updated_at', [
    Link<'ticket_prices_line', ['company_id', 'line_id'], 'ticket_lines', ['company_id', 'id'], true>,
    Link<'ticket_prices_ticket', ['company_id', 'ticket_id'], 'extra_work_tickets', ['company_id', 'id']>,
  ]>;
  time_entries: Table<{
    classification_id: string | null;
    clock_in: string;
    clock_out: string | null;
    company_id: string;
    cost_code_id: string | null;
    created_at: string;
    created_by: string | null;
    custom: Json;
    device: string | null;
    employee_id: string;
    equipment_id: string | null;
    id: string;
    machines: Json | null;
    meal_waived: boolean;
    notes: string | null;
    project_id: string | null;
    source: string;
    status: string;
    updated_at: string;
    updated_by: string | null;
    work_date: string;
  }, 'company_id' | 'created_at' | 'custom' | 'id' | 'machines' | 'meal_waived' | 'source' | 'status' | 'updated_at' | 'work_date', [
    Link<'time_entries_classification', ['company_id', 'classification_id'], 'work_classifications', ['company_id', 'id']>,
    Link<'time_entries_cost_code', ['company_id', 'cost_code_id'], 'cost_codes', ['company_id', 'id']>,
    Link<'time_entries_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'time_entries_equipment', ['company_id', 'equipment_id'], 'equipment', ['company_id', 'id']>,
    Link<'time_entries_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  time_entry_breaks: Table<{
    company_id: string;
    created_at: string;
    employee_id: string;
    ended_at: string | null;
    id: string;
    kind: string;
    paid: boolean;
    started_at: string;
    time_entry_id: string;
  }, 'company_id' | 'created_at' | 'employee_id' | 'id' | 'kind' | 'paid', [
    Link<'time_entry_breaks_entry', ['company_id', 'time_entry_id'], 'time_entries', ['company_id', 'id']>,
  ]>;
  time_off_grants: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    date: string;
    employee_id: string;
    hours: number;
    id: string;
    note: string | null;
    type_id: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'time_off_grants_company_id_fkey', ['company_id'], 'companies'>,
    Link<'time_off_grants_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'time_off_grants_type', ['company_id', 'type_id'], 'time_off_types', ['company_id', 'id']>,
  ]>;
  time_off_requests: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decision_note: string | null;
    employee_id: string;
    end_date: string;
    hours: number;
    id: string;
    note: string | null;
    start_date: string;
    status: string;
    type_id: string;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'status' | 'updated_at', [
    Link<'time_off_requests_company_id_fkey', ['company_id'], 'companies'>,
    Link<'time_off_requests_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'time_off_requests_type', ['company_id', 'type_id'], 'time_off_types', ['company_id', 'id']>,
  ]>;
  time_off_types: Table<{
    accrual: Json | null;
    active: boolean;
    audience: Json;
    company_id: string;
    created_at: string;
    created_by: string | null;
    id: string;
    name: string;
    paid: boolean;
    pay_code: string | null;
    starts_on: string | null;
    updated_at: string;
  }, 'accrual' | 'active' | 'audience' | 'company_id' | 'created_at' | 'id' | 'paid' | 'updated_at', [
    Link<'time_off_types_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  timesheet_signatures: Table<{
    company_id: string;
    device_key: Json | null;
    device_key_id: string | null;
    device_signature: string | null;
    disputed: boolean;
    employee_id: string;
    end_date: string;
    hours: Json;
    id: string;
    invalidated_at: string | null;
    language: string;
    note: string | null;
    paper_path: string | null;
    paper_sha256: string | null;
    signed_at: string;
    signed_by: string | null;
    signed_name: string | null;
    signed_text: string | null;
    signed_through: string;
    start_date: string;
    statement: string;
    version: string;
  }, 'device_key' | 'disputed' | 'id' | 'signed_at' | 'signed_through', [
    Link<'timesheet_signatures_device_key', ['company_id', 'device_key_id'], 'device_keys', ['company_id', 'id']>,
    Link<'timesheet_signatures_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
  ]>;
  travel_rules: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    from_date: string;
    id: string;
    rule: string;
  }, 'company_id' | 'created_at' | 'id', [
    Link<'travel_rules_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  units: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    description: string | null;
    id: string;
    name: string;
    updated_at: string;
  }, 'active' | 'company_id' | 'created_at' | 'id' | 'updated_at', [
    Link<'units_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  verification_questions: Table<{
    answer: string | null;
    answered_at: string | null;
    author: string;
    company_id: string;
    created_at: string;
    created_by: string | null;
    employee_id: string;
    id: string;
    question: string;
    verification_id: string;
  }, 'author' | 'created_at' | 'id', [
    Link<'verification_questions_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'verification_questions_item', ['company_id', 'verification_id'], 'verifications', ['company_id', 'id']>,
  ]>;
  verifications: Table<{
    assigned_to: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    detail: Json;
    employee_id: string | null;
    happened_at: string;
    id: string;
    kind: string;
    note: string | null;
    project_id: string | null;
    resolved_at: string | null;
    resolved_by: string | null;
    status: string;
    subject_id: string;
    summary: string;
  }, 'created_at' | 'detail' | 'id' | 'status', [
    Link<'verifications_assigned_to', ['company_id', 'assigned_to'], 'employees', ['company_id', 'id']>,
    Link<'verifications_company_id_fkey', ['company_id'], 'companies'>,
    Link<'verifications_employee', ['company_id', 'employee_id'], 'employees', ['company_id', 'id']>,
    Link<'verifications_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  wage_determinations: Table<{
    company_id: string;
    created_at: string;
    created_by: string | null;
    effective_from: string;
    id: string;
    kind: string;
    modification: string;
    number: string;
    project_id: string;
    published_on: string | null;
    source_text: string | null;
    updated_at: string;
  }, 'company_id' | 'created_at' | 'id' | 'kind' | 'modification' | 'updated_at', [
    Link<'wage_determinations_project', ['company_id', 'project_id'], 'projects', ['company_id', 'id']>,
  ]>;
  webhook_deliveries: Table<{
    attempt: number;
    claimed_until: string | null;
    company_id: string;
    created_at: string;
    created_by: string | null;
    duration_ms: number | null;
    endpoint_id: string;
    entity_id: string;
    error: string | null;
    event_id: string;
    event_sequence: number;
    id: string;
    kind: string;
    response: string | null;
    response_code: number | null;
    send_after: string;
    sent_at: string | null;
    status: string;
  }, 'attempt' | 'created_at' | 'id' | 'kind' | 'send_after' | 'status', [
    Link<'webhook_deliveries_endpoint', ['company_id', 'endpoint_id'], 'webhook_endpoints', ['company_id', 'id']>,
    Link<'webhook_deliveries_event', ['company_id', 'event_id'], 'webhook_events', ['company_id', 'id']>,
  ]>;
  webhook_endpoints: Table<{
    active: boolean;
    company_id: string;
    created_at: string;
    created_by: string | null;
    description: string;
    events: string[];
    failing_since: string | null;
    held_until: string | null;
    id: string;
    last_duration_ms: number | null;
    last_success_at: string | null;
    off_reason: string | null;
    off_since: string | null;
    project_ids: string[];
    secret_changed_at: string;
    updated_at: string;
    url: string;
  }, 'active' | 'created_at' | 'description' | 'id' | 'project_ids' | 'secret_changed_at' | 'updated_at', [
    Link<'webhook_endpoints_company_id_fkey', ['company_id'], 'companies'>,
  ]>;
  webhook_events: Table<{
    company_id: string;
    created_at: string;
    data: Json;
    entity_id: string;
    id: string;
    occurred_at: string;
    payload: Json | null;
    position: number;
    project_ids: string[] | null;
    sequence: number | null;
    type: string;
  }, 'created_at' | 'id' | 'payload', [
    Link<'webhook_events_company_id_fkey', ['company_id'], 'companies'>,
  ], 'position'>;
  work_classifications: Table<{
    base_rate: number;
    code: string;
    company_id: string;
    craft: string | null;
    created_at: string;
    created_by: string | null;
    determination_id: string;
    ends_on: string | null;
    fringe_rate: number;
    id: string;
    name: string;
    name_es: string | null;
    overtime: Json | null;
    updated_at: string;
    zone_add: number;
  }, 'company_id' | 'created_at' | 'fringe_rate' | 'id' | 'overtime' | 'updated_at' | 'zone_add', [
    Link<'work_classifications_determination', ['company_id', 'determination_id'], 'wage_determinations', ['company_id', 'id']>,
  ]>;
  work_totals: Table<{
    classification_id: string | null;
    company_id: string;
    cost_code_id: string | null;
    employee_id: string;
    entries: number;
    equipment_id: string | null;
    paid_break_seconds: number;
    project_id: string | null;
    seconds: number;
    unpaid_break_seconds: number;
    work_date: string;
  }, never, []>;
};
    Views: {
  quickbooks_activities: View<{
    attempts: number | null;
    bill_rate: number | null;
    billable: boolean | null;
    class_id: string | null;
    company_id: string | null;
    conflict: string | null;
    connection_id: string | null;
    content: Json | null;
    content_hash: string | null;
    created_at: string | null;
    customer_id: string | null;
    decided_at: string | null;
    decided_by: string | null;
    decision: string | null;
    department_id: string | null;
    employee_id: string | null;
    entry_ids: string[] | null;
    external_id: string | null;
    id: string | null;
    item_id: string | null;
    next_attempt_at: string | null;
    payroll_item_id: string | null;
    person_id: string | null;
    problem: string | null;
    problem_detail: string | null;
    problem_hash: string | null;
    request_action: string | null;
    request_content: Json | null;
    request_hash: string | null;
    request_id: string | null;
    seconds: number | null;
    sent_at: string | null;
    sent_content: Json | null;
    sent_hash: string | null;
    settled_hash: string | null;
    state: string | null;
    sync_token: string | null;
    theirs: Json | null;
    work_date: string | null;
  }>;
  quickbooks_connections: View<{
    client_id: string | null;
    company_id: string | null;
    company_name: string | null;
    created_at: string | null;
    created_by: string | null;
    environment: string | null;
    external_company_id: string | null;
    id: string | null;
    last_sent_at: string | null;
    lists_read_at: string | null;
    lists_wanted: boolean | null;
    login_renewed_at: string | null;
    problem: string | null;
    problem_detail: string | null;
    send_from: string | null;
    settings: Json | null;
    state: string | null;
    system: string | null;
    updated_at: string | null;
  }>;
  quickbooks_mappings: View<{
    company_id: string | null;
    connection_id: string | null;
    cost_code_id: string | null;
    created_at: string | null;
    created_by: string | null;
    employee_id: string | null;
    hours_kind: string | null;
    id: string | null;
    project_id: string | null;
    record_id: string | null;
    target: string | null;
    updated_at: string | null;
  }>;
};
    Functions: {
  accept_desktop_company: { Args: { connection_id_param: string; name_param: string }; Returns: undefined; };
  accept_invitation: { Args: { id_param: string }; Returns: Database['public']['Tables']['employees']['Row']; };
  accounting_available: { Args: never; Returns: boolean; };
  accounting_matching: { Args: { connection_id_param: string }; Returns: Json; };
  accounting_overview: { Args: { connection_id_param: string; start_date_param: string; end_date_param: string }; Returns: Json; };
  acknowledge_bulletin: {
    Args: { bulletin_id_param: string; language_param?: string | null };
    Returns: Database['public']['Tables']['bulletin_reads']['Row'];
  };
  acknowledge_shift: { Args: { shift_id_param: string }; Returns: Database['public']['Tables']['shifts']['Row']; };
  activity_report: { Args: { definition_param: Json }; Returns: { keys: Json; measures: Json; labels: Json }[]; };
  activity_report_table: { Args: { definition_param: Json }; Returns: Json; };
  add_forms: { Args: { forms_param: Json }; Returns: Database['public']['Tables']['forms']['Row'][]; };
  add_kiosk_photo: {
    Args: { employee_id_param: string; pin_param: string; entry_id_param: string; moment_param: string; id_param: string };
    Returns: { result: string; path: string }[];
  };
  add_modification: {
    Args: { determination_id_param: string; modification_param: string; published_on_param: string; effective_from_param: string };
    Returns: string;
  };
  add_ticket_witness: { Args: { id_param: string; name_param: string }; Returns: Database['public']['Tables']['extra_work_tickets']['Row']; };
  adopt_tickets: {
    Args: { project_id_param: string; ticket_ids_param: string[]; cost_code_id_param?: string | null; name_param?: string | null };
    Returns: Database['public']['Tables']['budgets']['Row'];
  };
  allow_passwords: { Args: { domain_param: string }; Returns: undefined; };
  answer_clock_fields: { Args: { entry_id_param: string; custom_param: Json }; Returns: Database['public']['Tables']['time_entries']['Row']; };
  answer_clock_questions: {
    Args: { time_entry_id_param: string; answers_param: Json; language_param?: string | null };
    Returns: { question_id: string; answer: string; incident_id: string }[];
  };
  answer_clock_stop: {
    Args: { id_param: string; happened_at_param?: string | null; note_param?: string | null };
    Returns: Database['public']['Tables']['clock_stops']['Row'];
  };
  answer_forgotten_punch: { Args: { id_param: string; happened_at_param?: string | null; language_param?: string | null }; Returns: Json; };
  answer_from_device: { Args: { endpoint_param: string; auth_param: string; action_param: string; subject_param: Json }; Returns: undefined; };
  answer_kiosk_photos: {
    Args: { employee_id_param: string; pin_param: string; agreed_param: boolean; language_param: string };
    Returns: string;
  };
  answer_kiosk_questions: {
    Args: { employee_id_param: string; pin_param: string; entry_id_param: string; answers_param: Json; language_param: string };
    Returns: string;
  };
  answer_message_link: { Args: { code_param: string; pass_param: string; answer_param: Json }; Returns: Json; };
  answer_swap: { Args: { swap_id_param: string; accept_param: boolean }; Returns: Database['public']['Tables']['shift_swaps']['Row']; };
  answer_ticket_link: { Args: { token_param: string; answer_param: Json }; Returns: Json; };
  answer_verification_question: {
    Args: { id_param: string; answer_param: string };
    Returns: Database['public']['Tables']['verification_questions']['Row'];
  };
  api_tokens_served: { Args: never; Returns: boolean; };
  apprentice_ratio: {
    Args: { project_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { work_date: string; craft: string; program_id: string; program_name: string; ratio_apprentices: number; ratio_journeyworkers: number; journeyworkers: number; apprentices: number; allowed: number; over_count: number; people: Json }[];
  };
  approval_progress: {
    Args: { start_date_param: string; end_date_param: string; employee_id_param?: string | null };
    Returns: { employee_id: string; first_name: string; last_name: string; project_id: string; project_name: string; step_id: string; step_name: string; decider: string; role: string; level: number; levels: number; days: number; seconds: number; who: string[]; via: string; override_allowed: boolean; mine: boolean; returned_by: string; returned_reason: string }[];
  };
  approvals_waiting: {
    Args: never;
    Returns: { time_entry_id: string; step_id: string; entry_version: string; employee_id: string; first_name: string; last_name: string; work_date: string; project_id: string; project_name: string; cost_code: string; clock_in: string; clock_out: string; time_zone: string; break_minutes: number; notes: string; step_name: string; decider: string; level: number; levels: number; via: string; stands_in_for: string; approved_by: string; changes: Json; returned_by: string; returned_reason: string; missing: Json }[];
  };
  approve_clean_time: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; approved_days: number }[];
  };
  approve_step: { Args: { entries_param: Json }; Returns: number; };
  approve_time: { Args: { employee_id_param: string; start_date_param: string; end_date_param: string }; Returns: number; };
  ask_about_verification: {
    Args: { kind_param: string; subject_id_param: string; question_param: string; id_param?: string | null };
    Returns: Database['public']['Tables']['verification_questions']['Row'];
  };
  ask_for_swap: {
    Args: { shift_id_param: string; to_employee_id_param: string; note_param?: string | null };
    Returns: Database['public']['Tables']['shift_swaps']['Row'];
  };
  ask_if_still_working: { Args: { time_entry_id_param: string }; Returns: boolean; };
  ask_to_join: { Args: { employee_id_param: string }; Returns: string; };
  assign_verification: {
    Args: { kind_param: string; subject_id_param: string; employee_id_param: string };
    Returns: Database['public']['Tables']['verifications']['Row'];
  };
  attach_paper_timesheet: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string; name_param: string; path_param: string; sha256_param: string; language_param: string };
    Returns: Database['public']['Tables']['timesheet_signatures']['Row'];
  };
  audit_proof: { Args: never; Returns: Json; };
  audit_trail: {
    Args: { start_date_param: string; end_date_param: string; entity_param?: string | null; actor_id_param?: string | null; exports_param?: boolean | null; before_param?: number | null; limit_param?: number | null };
    Returns: { id: string; sequence: number; occurred_at: string; actor_name: string; source: string; action: string; entity: string; entity_id: string; person: string; before: Json; after: Json; reason: string }[];
  };
  billable_work: { Args: { project_id_param: string; start_date_param: string; end_date_param: string }; Returns: Json; };
  break_board: {
    Args: never;
    Returns: { employee_id: string; first_name: string; last_name: string; job_title: string; crew_ids: string[]; crew_names: string[]; entry_id: string; project_id: string; project_name: string; clock_in: string; may_clock: boolean; break_id: string; break_kind: string; break_started_at: string; worked_minutes: number; meal_rule: boolean; rest_rule: boolean; waived: boolean; meals: number; rests: number; missed_meals: number; missed_rests: number; temperature_f: number; temperature_read_at: string; temperature_source: string; heat_level: string; due: Json }[];
  };
  budget_forecast: {
    Args: { project_id_param?: string | null };
    Returns: { project_id: string; cost_code_id: string; is_project: boolean; weeks: number; too_early: boolean; recent_factor: number; trend: number[]; forecast_hours: number; low_hours: number; high_hours: number; open_hours: number; hours_per_week: number; people: number; finish_date: string; deadline: string }[];
  };
  budget_overview: {
    Args: never;
    Returns: { project_id: string; version: number; budget_hours: number; actual_hours: number; percent_used: number; percent_complete: number; earned_hours: number; variance_hours: number; forecast_hours: number; worst_code: string; worst_hours: number; branch_budget_hours: number; branch_actual_hours: number; branch_earned_hours: number }[];
  };
  budget_pace: {
    Args: { project_id_param: string };
    Returns: { people: number; hours_per_week: number; overtime_per_week: number; weekly_after: number; daily_after: number; hour_cost: number; overtime_premium: number }[];
  };
  budget_report: {
    Args: { project_id_param: string; branch_param?: boolean | null };
    Returns: { cost_code_id: string; code: string; name: string; code_group: string; unit: string; budgeted: boolean; budget_hours: number; actual_hours: number; percent_used: number; percent_complete: number; earned_hours: number; variance_hours: number; forecast_hours: number; budget_amount: number; actual_amount: number; budget_quantity: number; actual_quantity: number; productivity_factor: number; unpriced_hours: number; equipment_budget_amount: number; equipment_amount: number }[];
  };
  budget_weeks: {
    Args: { project_id_param: string };
    Returns: { week: string; actual_hours: number; earned_hours: number; planned_hours: number }[];
  };
  bulletin_overview: { Args: never; Returns: { id: string; people: number; reads: number; acknowledged: number }[]; };
  bulletin_report: {
    Args: { bulletin_id_param: string };
    Returns: { employee_id: string; first_name: string; last_name: string; role: string; read_at: string; acknowledged_at: string; postponed_count: number; reminded_at: string; language: string }[];
  };
  calendar_feed: { Args: { token_param: string }; Returns: string; };
  certified_payroll: { Args: { project_id_param: string; week_end_param: string }; Returns: Json; };
  certified_payroll_calendar: {
    Args: never;
    Returns: { project_id: string; project_name: string; week_end: string; number: number; revision: number; certified_payroll_id: string; state: string; has_work: boolean; final: boolean; due_on: string; is_late: boolean; is_over: boolean }[];
  };
  certified_payroll_lines: {
    Args: { project_id_param: string; week_end_param: string };
    Returns: { row_number: number; entry: number; employee_id: string; work_date: string; pay_code: string; minutes: number; hourly_rate: number; multiplier: number; straight_cents: number; premium_cents: number; rule: string; rate_reason: string; cost_code_id: string; classification_id: string; line_id: string; entry_ids: string[] }[];
  };
  certified_payroll_packet: { Args: { project_id_param: string; start_date_param: string; end_date_param: string }; Returns: Json; };
  certified_payroll_weeks: {
    Args: { project_id_param: string };
    Returns: { week_end: string; number: number; revision: number; certified_payroll_id: string; state: string; has_work: boolean; final: boolean; due_on: string; is_late: boolean; is_over: boolean }[];
  };
  certify_osha_summary: {
    Args: { establishment_id_param: string; year_param: number; name_param: string; title_param: string; phone_param: string; average_employees_param?: number | null; hours_param?: number | null };
    Returns: Database['public']['Tables']['osha_summaries']['Row'];
  };
  change_form: {
    Args: { id_param: string; form_param: Json; based_on_param: number };
    Returns: Database['public']['Tables']['form_versions']['Row'];
  };
  change_time_entries: {
    Args: { ids_param: string[]; changes_param: Json; reason_param?: string | null; based_on_param?: Json | null };
    Returns: number;
  };
  change_webhook_secret: { Args: { id_param: string }; Returns: Json; };
  check_ledger_roots: { Args: never; Returns: Json; };
  choose_classification: {
    Args: { entry_id_param: string; classification_id_param: string };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  claim_packet: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string; request_param?: Json | null };
    Returns: Json;
  };
  claim_per_diem: {
    Args: { trip_id_param: string; project_id_param: string; first_day_param: string; last_day_param: string; lodging_param?: boolean | null; miles_param?: number | null; cost_code_id_param?: string | null; note_param?: string | null; employee_id_param?: string | null };
    Returns: Database['public']['Tables']['expenses']['Row'][];
  };
  classification_defaults: {
    Args: never;
    Returns: { project_id: string; cost_code_id: string; employee_id: string; classification_id: string; from_date: string }[];
  };
  clock_in: {
    Args: { project_id_param: string; cost_code_id_param?: string | null; notes_param?: string | null; id_param?: string | null; location_param?: Json | null; equipment_id_param?: string | null; classification_id_param?: string | null; custom_param?: Json | null };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  clock_out: {
    Args: { entry_id_param?: string | null; location_param?: Json | null; meal_waived_param?: boolean | null; ended_at_param?: string | null };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  comments_of_bulletin: {
    Args: { bulletin_id_param: string };
    Returns: { id: string; employee_id: string; first_name: string; last_name: string; body: string; created_at: string }[];
  };
  comments_of_photo: {
    Args: { photo_id_param: string };
    Returns: { id: string; employee_id: string; employee_name: string; body: string; created_at: string }[];
  };
  companies_listing_me: { Args: never; Returns: { employee_id: string; company_name: string; asked_at: string }[]; };
  company_notification_table: {
    Args: never;
    Returns: { event: string; grouping: string; audience: string; channel: string; default_on: boolean; forced: boolean; forceable: boolean; people: number; decided_by: string; decided_at: string }[];
  };
  compare_ledger_root: { Args: { signed_text_param: string }; Returns: Json; };
  copy_shifts: {
    Args: { from_start_param: string; to_start_param: string; days_param: number };
    Returns: Database['public']['Tables']['shifts']['Row'][];
  };
  correct_certified_payroll: {
    Args: { id_param: string; reason_param: string; signed_name_param?: string | null; title_param?: string | null; statements_param?: number[] | null; final_param?: boolean | null; remarks_param?: string | null; email_param?: string | null; phone_param?: string | null; version_param?: string | null };
    Returns: Database['public']['Tables']['certified_payrolls']['Row'];
  };
  correct_expense: {
    Args: { id_param: string; amount_param: number; note_param: string };
    Returns: Database['public']['Tables']['expenses']['Row'];
  };
  correct_held_event: {
    Args: { id_param: string; project_id_param: string; cost_code_id_param?: string | null; classification_id_param?: string | null };
    Returns: Database['public']['Tables']['held_events']['Row'];
  };
  cost_code_usage: {
    Args: never;
    Returns: { cost_code_id: string; minutes_this_month: number; entries: number; last_used: string; project_ids: string[] }[];
  };
  create_accounting_connection: {
    Args: { system_param: string; environment_param?: string | null; client_id_param?: string | null; send_from_param?: string | null; settings_param?: Json | null };
    Returns: Database['public']['Tables']['accounting_connections']['Row'];
  };
  create_api_token: { Args: { name_param: string; scopes_param: string[]; expires_on_param?: string | null }; Returns: Json; };
  create_calendar_feed: { Args: never; Returns: string; };
  create_company: {
    Args: { name_param: string; time_zone_param?: string | null };
    Returns: Database['public']['Tables']['employees']['Row'];
  };
  create_company_token: {
    Args: { name_param: string; role_param: string; scopes_param: string[]; expires_on_param?: string | null };
    Returns: Json;
  };
  create_desktop_login: { Args: { connection_id_param: string }; Returns: Json; };
  create_invitation_link: { Args: { employee_id_param: string }; Returns: { token: string; expires_at: string }[]; };
  create_kiosk: { Args: { name_param: string; project_id_param?: string | null }; Returns: string; };
  create_photo_share: {
    Args: { photo_ids_param: string[]; title_param: string; expires_at_param: string };
    Returns: { id: string; token: string }[];
  };
  create_portal_link: {
    Args: { project_id_param: string; shows_param: string[]; expires_on_param: string; label_param?: string | null; email_param?: string | null; language_param?: string | null; phases_param?: boolean | null };
    Returns: Json;
  };
  create_recovery_codes: { Args: never; Returns: string[]; };
  create_recovery_link: { Args: { employee_id_param: string }; Returns: { token: string; expires_at: string }[]; };
  create_site_sign_in_link: { Args: { project_id_param: string; label_param?: string | null }; Returns: Json; };
  create_webhook: {
    Args: { url_param: string; events_param: string[]; project_ids_param?: string[] | null; description_param?: string | null };
    Returns: Json;
  };
  crew_clock_in: {
    Args: { employee_ids_param: string[]; project_id_param: string; cost_code_id_param?: string | null; notes_param?: string | null; ids_param?: string[] | null; equipment_id_param?: string | null; location_param?: Json | null; classification_id_param?: string | null };
    Returns: { employee_id: string; entry_id: string; result: string; hint: string; message: string; detail: Json }[];
  };
  crew_clock_out: {
    Args: { employee_ids_param: string[]; ended_at_param?: string | null };
    Returns: { employee_id: string; entry_id: string; result: string; hint: string; message: string; detail: Json }[];
  };
  crew_day: { Args: { crew_id_param: string; work_date_param: string; project_id_param: string }; Returns: Json; };
  crew_end_break: {
    Args: { employee_ids_param: string[] };
    Returns: { employee_id: string; break_id: string; result: string; hint: string; message: string; detail: Json }[];
  };
  crew_start_break: {
    Args: { employee_ids_param: string[]; kind_param: string; ids_param?: string[] | null };
    Returns: { employee_id: string; break_id: string; result: string; hint: string; message: string; detail: Json }[];
  };
  crew_switch: {
    Args: { employee_ids_param: string[]; project_id_param: string; cost_code_id_param?: string | null; notes_param?: string | null; ids_param?: string[] | null; equipment_id_param?: string | null; location_param?: Json | null; classification_id_param?: string | null };
    Returns: { employee_id: string; entry_id: string; result: string; hint: string; message: string; detail: Json }[];
  };
  crew_today: {
    Args: never;
    Returns: { employee_id: string; first_name: string; last_name: string; job_title: string; crew_ids: string[]; crew_names: string[]; leads: boolean; status: string; since: string; project_id: string; project_name: string; cost_code_id: string; minutes: number; last_out: string; time_off: boolean; plan_project_id: string; plan_project_name: string; plan_cost_code_id: string; plan_starts_at: string; plan_ends_at: string; classification_id: string; closed_project_ids: string[] }[];
  };
  current_pay_period: {
    Args: never;
    Returns: { start_date: string; end_date: string; status: string; locked_at: string; locked_by: string; is_current: boolean }[];
  };
  dashboard: { Args: never; Returns: Json; };
  deactivate_employee: { Args: { employee_id_param: string }; Returns: Database['public']['Tables']['employees']['Row']; };
  decide_accounting_conflict: {
    Args: { activity_id_param: string; decision_param: string };
    Returns: Database['public']['Tables']['accounting_activities']['Row'];
  };
  decide_clock_stop: {
    Args: { id_param: string; action_param: string; note_param?: string | null };
    Returns: Database['public']['Tables']['clock_stops']['Row'];
  };
  decide_expense: {
    Args: { id_param: string; approve_param: boolean; note_param?: string | null };
    Returns: Database['public']['Tables']['expenses']['Row'];
  };
  decide_payroll_difference: { Args: { difference_id_param: string; take_param: boolean; seen_param: Json }; Returns: undefined; };
  decide_punch: {
    Args: { subject_id_param: string; action_param: string; at_param?: string | null; note_param?: string | null };
    Returns: Database['public']['Tables']['verifications']['Row'];
  };
  decide_subcontractor_report: { Args: { id_param: string; accept_param: boolean; note_param?: string | null }; Returns: undefined; };
  decide_swap: {
    Args: { swap_id_param: string; approve_param: boolean };
    Returns: Database['public']['Tables']['shift_swaps']['Row'];
  };
  decide_time_off: {
    Args: { request_id_param: string; approve_param: boolean; note_param?: string | null };
    Returns: Database['public']['Tables']['time_off_requests']['Row'];
  };
  delete_empty_company: { Args: never; Returns: undefined; };
  delete_photos: { Args: { photo_ids_param: string[] }; Returns: number; };
  delete_time_entry: { Args: { id_param: string; reason_param?: string | null }; Returns: boolean; };
  desktop_login: { Args: { connection_id_param: string }; Returns: Json; };
  discard_drafts: { Args: { start_date_param: string; end_date_param: string }; Returns: { shift_id: string; change_id: string }[]; };
  discard_ticket: { Args: { id_param: string }; Returns: undefined; };
  dispute_timesheet: {
    Args: { start_date_param: string; end_date_param: string; note_param: string; statement_param: string; language_param: string; version_param: string; signed_text_param?: string | null; device_key_id_param?: string | null; device_signature_param?: string | null };
    Returns: Database['public']['Tables']['timesheet_signatures']['Row'];
  };
  document_progress: { Args: never; Returns: { document_id: string; people: number; signed: number }[]; };
  document_signers: {
    Args: { document_id_param: string };
    Returns: { employee_id: string; first_name: string; last_name: string; language: string; opened_at: string; reminded_at: string; signed_at: string; signed_language: string; signed_before: number }[];
  };
  documents_to_sign: {
    Args: never;
    Returns: { document_id: string; version_id: string; version: number; name: string; folder_id: string; project_id: string; project_name: string; since: string; signed_before: boolean }[];
  };
  draft_field_report: {
    Args: { project_id_param: string; report_date_param: string };
    Returns: Database['public']['Tables']['field_reports']['Row'];
  };
  draft_invoice: {
    Args: { project_id_param: string; start_date_param: string; end_date_param: string; ticket_ids_param: string[]; with_time_param?: boolean | null; issued_on_param?: string | null; note_param?: string | null; id_param?: string | null };
    Returns: Database['public']['Tables']['invoice_drafts']['Row'];
  };
  draft_ticket: {
    Args: { project_id_param: string; work_date_param: string; time_entry_ids_param?: string[] | null; id_param?: string | null };
    Returns: Database['public']['Tables']['extra_work_tickets']['Row'];
  };
  employee_devices: {
    Args: { employee_id_param: string };
    Returns: { device: string; source: string; punches: number; last_used_at: string }[];
  };
  employee_documents: {
    Args: { employee_id_param: string };
    Returns: { document_id: string; name: string; folder_id: string; project_id: string; project_name: string; version: number; opened_at: string; signed_at: string }[];
  };
  employee_history: {
    Args: { employee_id_param: string };
    Returns: { occurred_at: string; action: string; entity: string; actor_name: string; before: Json; after: Json; reason: string }[];
  };
  employee_overview: {
    Args: never;
    Returns: { employee_id: string; status: string; since: string; project_id: string; project_name: string; hourly_rate: number; minutes_this_week: number; last_seen: string; has_account: boolean; invitation: string; invitation_expires_at: string; avatar_path: string }[];
  };
  end_break: { Args: never; Returns: Database['public']['Tables']['time_entry_breaks']['Row']; };
  end_device_key: { Args: { id_param: string }; Returns: undefined; };
  end_my_session: { Args: { id_param: string }; Returns: boolean; };
  enter_late_time: {
    Args: { id_param: string; employee_id_param: string; clock_in_param: string; clock_out_param: string; project_id_param: string; reason_param: string; cost_code_id_param?: string | null; notes_param?: string | null; breaks_param?: Json | null; equipment_id_param?: string | null; meal_waived_param?: boolean | null; based_on_param?: Json | null; classification_id_param?: string | null; machines_param?: Json | null };
    Returns: { work_date: string; project_id: string; cost_code_id: string; pay_code: string; minutes: number; amount_cents: number; posted: boolean }[];
  };
  enter_portal_code: { Args: { token_param: string; code_param: string }; Returns: Json; };
  equipment_hours: {
    Args: { start_date_param: string; end_date_param: string; equipment_id_param?: string | null };
    Returns: { equipment_id: string; project_id: string; project_name: string; employee_id: string; employee_name: string; operator_seconds: number; working_seconds: number; idle_seconds: number; down_seconds: number; overlap_seconds: number; cost: number; travel_seconds: number }[];
  };
  equipment_overview: {
    Args: never;
    Returns: { equipment_id: string; name: string; number: string; class_id: string; class_name: string; ownership: string; status: string; meter_unit: string; off_rent_date: string; photo_path: string; notes: string; checklist: string[]; reading: number; read_at: string; project_id: string; project_name: string; operators: string[]; working_since: string; last_used_on: string; week_seconds: number; services: Json; service_state: string }[];
  };
  expense_report: {
    Args: { start_date_param: string; end_date_param: string; group_by_param: string; then_by_param?: string | null; project_id_param?: string | null };
    Returns: { group_key: string; label: string; then_key: string; then_label: string; receipts: number; mileage: number; per_diem: number; miles: number; entered: number; approved: number; paid: number; total: number; expenses: number }[];
  };
  explain_early_clock_in: {
    Args: { time_entry_id_param: string; reason_param: string };
    Returns: Database['public']['Tables']['early_clock_ins']['Row'];
  };
  explain_held_event: { Args: { id_param: string; explanation_param: string }; Returns: Database['public']['Tables']['held_events']['Row']; };
  export_lists: { Args: never; Returns: { list: string; columns: string[]; importable: boolean }[]; };
  export_rows: {
    Args: { list_param: string; after_param?: string | null; limit_param?: number | null };
    Returns: { row_key: string; row_values: Json }[];
  };
  field_report_changes: {
    Args: { id_param: string };
    Returns: { part: string; subject: string; field: string; before: string; after: string }[];
  };
  field_report_days: {
    Args: { start_date_param: string; end_date_param: string; project_id_param?: string | null };
    Returns: { project_id: string; project_name: string; report_date: string; people: number; seconds: number; report_id: string; number: string; status: string; version: number }[];
  };
  field_report_figures: { Args: { project_id_param: string; report_date_param: string }; Returns: Json; };
  fill_classifications: { Args: { project_id_param: string; start_date_param: string; end_date_param: string }; Returns: number; };
  find_receipt: {
    Args: { sha256_param: string };
    Returns: { expense_id: string; employee_name: string; spent_on: string; amount: number }[];
  };
  finish_packet: { Args: { packet_id_param: string; manifest_sha256_param: string }; Returns: string; };
  first_screen: { Args: { screen_param: string }; Returns: Json; };
  forgotten_punch_question: { Args: { id_param: string }; Returns: Json; };
  forms_due: {
    Args: { day_param?: string | null };
    Returns: { assignment_id: string; form_id: string; version_id: string; version: number; name: string; name_es: string; category: string; definition: Json; every: string; project_id: string; project_name: string; crew_id: string; crew_name: string; equipment_id: string; equipment_name: string; period_start: string; period_end: string; per_person: boolean; done_id: string; done_at: string; done_by: string }[];
  };
  forms_missing: {
    Args: { from_param: string; to_param: string };
    Returns: { assignment_id: string; form_id: string; form_name: string; form_name_es: string; every: string; employee_id: string; employee_name: string; project_id: string; project_name: string; crew_id: string; crew_name: string; equipment_id: string; equipment_name: string; period_start: string; period_end: string; done_id: string }[];
  };
  fringe_coverage: {
    Args: { work_date_param?: string | null };
    Returns: { project_id: string; project_name: string; regime: string; top_up: boolean; classification_id: string; code: string; class_name: string; class_name_es: string; employee_id: string; first_name: string; last_name: string; level: string; fringe: number; credit: number; plans: Json; cash: number; cash_rule: string; open: number; training: boolean }[];
  };
  fringe_hours: {
    Args: { plan_id_param?: string | null };
    Returns: { employee_id: string; first_name: string; last_name: string; in_plan: boolean; first_date: string; last_date: string; public_hours: number; private_hours: number; days: number; yearly_hours: number }[];
  };
  generate_payroll_export_data: {
    Args: { company_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { first_name: string; last_name: string; total_hours: number; hourly_rate: number; total_earnings: number; employee_id: string; employee_number: string; regular_hours: number; overtime_hours: number; double_time_hours: number; regular_pay: number; overtime_pay: number; double_time_pay: number; other_pay: number; paid_break_hours: number; flags: string[]; no_rate: boolean; missing_clock_out: boolean; unapproved: boolean; regular_minutes: number; overtime_minutes: number; double_time_minutes: number; paid_break_minutes: number; flsa_overtime_premium: number; leave_minutes: number; leave_pay: number; premium_pay: number; fringe_pay: number; reimbursed_pay: number }[];
  };
  give_text_consent: {
    Args: { wording_param: string; language_param: string; phone_param?: string | null };
    Returns: Database['public']['Tables']['text_consents']['Row'];
  };
  hand_in_report: { Args: { token_param: string; id_param: string; week_end_param: string; report_param: Json }; Returns: Json; };
  held_event_preview: {
    Args: { id_param: string };
    Returns: { work_date: string; project_id: string; cost_code_id: string; pay_code: string; minutes: number; amount_cents: number; posted: boolean }[];
  };
  hour_values: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { project_id: string; classification_id: string; classification_name: string; classification_name_es: string; first_date: string; last_date: string; minutes: number; rate_reason: string; level: string; percent: number; required_base: number; required_fringe: number; own_rate: number; hourly_rate: number; overtime_rate: number; cash: number; plans: Json; plan_credit: number; required_total: number; paid_total: number }[];
  };
  hours_report: {
    Args: { start_date_param: string; end_date_param: string; group_by_param: string; then_by_param?: string | null; employee_ids_param?: string[] | null; project_ids_param?: string[] | null; cost_code_ids_param?: string[] | null; equipment_ids_param?: string[] | null; classification_ids_param?: string[] | null };
    Returns: { group_key: string; label: string; detail: string; seconds: number; entries: number; people: number; then_key: string; then_label: string; then_detail: string; unpaid_break_seconds: number; paid_break_seconds: number }[];
  };
  identities_on_file: { Args: never; Returns: { employee_id: string; updated_at: string }[]; };
  identity_of: { Args: { employee_id_param: string; purpose_param: string }; Returns: string; };
  import_cost_codes: {
    Args: { rows_param: Json; dry_run_param?: boolean | null };
    Returns: { row_number: number; verdict: string; code: string; name: string; id: string }[];
  };
  import_employees: {
    Args: { rows_param: Json; dry_run_param?: boolean | null; invite_param?: boolean | null };
    Returns: { row_number: number; verdict: string; employee_id: string }[];
  };
  import_payroll_journal: {
    Args: { source_param: string; rows_param: Json; dry_run_param?: boolean | null; import_id_param?: string | null; file_param?: Json | null };
    Returns: { row_number: number; employee_id: string; result: string; message: string; stored: Json; import_id: string }[];
  };
  import_rows: {
    Args: { list_param: string; rows_param: Json; dry_run_param?: boolean | null; import_id_param?: string | null; first_row_param?: number | null; file_param?: Json | null };
    Returns: { row_number: number; result: string; message: string; import_id: string }[];
  };
  index_document: { Args: { version_id_param: string; text_param: string }; Returns: undefined; };
  invite_employee: {
    Args: { email_param: string; first_name_param: string; last_name_param: string; role_param?: string | null; hourly_rate_param?: number | null; language_param?: string | null };
    Returns: Database['public']['Tables']['employees']['Row'];
  };
  invite_subcontractor: {
    Args: { project_id_param: string; name_param: string; email_param: string; first_week_end_param: string; language_param?: string | null };
    Returns: Json;
  };
  kiosk_kit: { Args: { new_seal_param?: boolean | null }; Returns: Json; };
  kiosk_people: {
    Args: never;
    Returns: { employee_id: string; first_name: string; last_name: string; employee_number: string; language: string; status: string; has_pin: boolean; usually_here: boolean }[];
  };
  kiosk_person: { Args: { employee_id_param: string; pin_param: string }; Returns: Json; };
  kiosk_punch: {
    Args: { employee_id_param: string; pin_param: string; kind_param: string; project_id_param?: string | null; cost_code_id_param?: string | null; id_param?: string | null; ended_at_param?: string | null; classification_id_param?: string | null };
    Returns: { result: string; entry_id: string; happened_at: string; tries_left: number }[];
  };
  kiosk_sign_in: { Args: { visit_param: Json }; Returns: undefined; };
  kiosk_sign_out: { Args: { id_param: string; happened_at_param?: string | null }; Returns: undefined; };
  kiosk_site: { Args: never; Returns: Json; };
  kiosk_sync_events: { Args: { kiosk_id_param: string; events_param: Json }; Returns: { id: string; result: string }[]; };
  kiosk_sync_extras: { Args: { extras_param: Json }; Returns: { id: string; result: string; path: string; key: string }[]; };
  labor_cost_report: {
    Args: { start_date_param: string; end_date_param: string; group_by_param: string; then_by_param?: string | null };
    Returns: { group_key: string; label: string; detail: string; then_key: string; then_label: string; minutes: number; straight_cents: number; premium_cents: number; other_cents: number; total_cents: number; unrated_minutes: number }[];
  };
  late_time_preview: {
    Args: { employee_id_param: string; clock_in_param: string; clock_out_param: string; project_id_param: string; cost_code_id_param?: string | null; breaks_param?: Json | null; equipment_id_param?: string | null; meal_waived_param?: boolean | null; entry_id_param?: string | null; classification_id_param?: string | null };
    Returns: { work_date: string; project_id: string; cost_code_id: string; pay_code: string; minutes: number; amount_cents: number; posted: boolean }[];
  };
  ledger_state: { Args: never; Returns: Json; };
  list_counts: { Args: never; Returns: { list: string; rows: number; archived: number }[]; };
  list_expenses: {
    Args: { filter_param?: Json | null; before_param?: string | null; before_id_param?: string | null; limit_param?: number | null };
    Returns: { id: string; employee_id: string; employee_name: string; project_id: string; project_name: string; cost_code_id: string; cost_code: string; spent_on: string; kind: string; amount: number; miles: number; rate: number; from_place: string; to_place: string; note: string; receipt_photo_id: string; receipt_path: string; receipt_type: string; travel_day: boolean; nights: number; trip_id: string; status: string; decision_note: string; decided_by_name: string; decided_at: string; pay_date: string; created_at: string; flags: string[]; same_as: Json; can_decide: boolean }[];
  };
  list_photos: {
    Args: { filter_param?: Json | null; before_param?: string | null; before_id_param?: string | null; limit_param?: number | null };
    Returns: { id: string; project_id: string; cost_code_id: string; employee_id: string; employee_name: string; path: string; media_type: string; width: number; height: number; size_bytes: number; taken_at: string; taken_on: string; uploaded_at: string; caption: string; tags: string[]; markup: Json; is_private: boolean; before_id: string; latitude: number; longitude: number; locked: boolean; comments: number }[];
  };
  list_time_entries: {
    Args: { start_param: string; end_param: string; employee_id_param?: string | null; project_id_param?: string | null; cost_code_id_param?: string | null; status_param?: string | null; group_by_param?: string | null; offset_param?: number | null; limit_param?: number | null; equipment_id_param?: string | null; classification_id_param?: string | null; custom_param?: Json | null };
    Returns: Json;
  };
  location_looks: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { viewed_at: string; viewer: string; person: string; purpose: string; start_date: string; end_date: string }[];
  };
  lock_field_report: { Args: { id_param: string }; Returns: Database['public']['Tables']['field_reports']['Row']; };
  lock_pay_period: {
    Args: { start_date_param: string; end_date_param: string; unknown_pay_param?: boolean | null };
    Returns: Database['public']['Tables']['pay_periods']['Row'];
  };
  mail_certified_payroll: {
    Args: { id_param: string; emails_param: string[]; expires_on_param: string; message_param?: string | null; language_param?: string | null };
    Returns: number;
  };
  mail_missing_subcontractors: { Args: { ids_param: string[] }; Returns: number; };
  mail_report: { Args: { report_id_param: string }; Returns: undefined; };
  mark_notifications_read: { Args: { ids_param?: string[] | null }; Returns: number; };
  may_connect_accounting: { Args: { connection_id_param: string }; Returns: boolean; };
  may_find_addresses: { Args: never; Returns: boolean; };
  may_read_weather: { Args: { latitude_param: number; longitude_param: number }; Returns: boolean; };
  may_see_system: { Args: never; Returns: boolean; };
  may_store_subcontractor_report: { Args: { name_param: string; metadata_param: Json }; Returns: boolean; };
  merge_cost_codes: { Args: { from_id_param: string; into_id_param: string }; Returns: { moved_entries: number; kept_entries: number }[]; };
  merge_preview: {
    Args: { list_param: string; from_id_param: string; into_id_param: string };
    Returns: { entries_move: number; entries_stay: number; shifts_move: number }[];
  };
  merge_rows: { Args: { list_param: string; from_id_param: string; into_id_param: string }; Returns: number; };
  message_link: { Args: { code_param: string }; Returns: Json; };
  message_link_paths: { Args: never; Returns: string[]; };
  meters_to_read: {
    Args: never;
    Returns: { equipment_id: string; name: string; number: string; meter_unit: string; reading: number; read_at: string }[];
  };
  missing_certificates: {
    Args: never;
    Returns: { employee_id: string; employee_name: string; type_id: string; type_name: string; state: string; expires_on: string; work_date: string; project_name: string; blocks_clock: boolean; proof: string }[];
  };
  move_shifts: { Args: { moves_param: Json }; Returns: Database['public']['Tables']['shifts']['Row'][]; };
  my_bulletins: {
    Args: never;
    Returns: { id: string; kind: string; title: string; body: string; title_es: string; body_es: string; publish_at: string; expires_at: string; pinned: boolean; must_acknowledge: boolean; comments_allowed: boolean; attachments: Json; author: string; comments: number; read_at: string; acknowledged_at: string; postponed_at: string }[];
  };
  my_calendar_feed: { Args: never; Returns: string; };
  my_certified_payrolls: {
    Args: never;
    Returns: { certified_payroll_id: string; project_id: string; project_name: string; week_end: string; number: number; revision: number; newest: boolean; final: boolean; status: string; signed_name: string; signed_title: string; signed_at: string; sha256: string; own_rows: Json }[];
  };
  my_companies: {
    Args: never;
    Returns: { company_id: string; company_name: string; role: string; is_current: boolean; running_since: string; unread_notifications: number }[];
  };
  my_held_events: {
    Args: never;
    Returns: { id: string; employee_id: string; kind: string; happened_at: string; hint: string; message: string; employee_name: string; entry_id: string; project_id: string; problem: string; detail: Json }[];
  };
  my_identity_views: {
    Args: never;
    Returns: { id: string; viewer_name: string; viewer_role: string; viewed_at: string; purpose: string }[];
  };
  my_invitations: {
    Args: never;
    Returns: { id: string; company_name: string; first_name: string; last_name: string; role: string; inviter_name: string; expires_at: string }[];
  };
  my_kiosk: { Args: never; Returns: Json; };
  my_location_views: {
    Args: never;
    Returns: { id: string; viewer_id: string; viewer_name: string; viewer_role: string; viewed_at: string; purpose: string; start_date: string; end_date: string }[];
  };
  my_record: { Args: { start_date_param: string; end_date_param: string; employee_id_param?: string | null }; Returns: Json; };
  my_recovery: { Args: never; Returns: { made_at: string; made_by_name: string }[]; };
  my_sessions: {
    Args: never;
    Returns: { id: string; created_at: string; refreshed_at: string; user_agent: string; ip: string; aal: string; current: boolean }[];
  };
  my_shifts: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { id: string; work_date: string; starts_at: string; ends_at: string; project_id: string; project_name: string; cost_code_id: string; cost_code: string; equipment_name: string; note: string; open: boolean; acknowledged_at: string; previous_starts_at: string; previous_ends_at: string; previous_project_name: string; time_zone: string }[];
  };
  my_sign_in_domains: { Args: never; Returns: { domain: string; provider: string }[]; };
  my_site_visit: { Args: { id_param: string; secret_param: string }; Returns: Json; };
  my_swaps: {
    Args: never;
    Returns: { id: string; status: string; asked_by_me: boolean; person: string; note: string; shift_id: string; work_date: string; starts_at: string; ends_at: string; project_name: string }[];
  };
  my_team: {
    Args: never;
    Returns: { employee_id: string; first_name: string; last_name: string; job_title: string; avatar_path: string; status: string; since: string; project_id: string; project_name: string }[];
  };
  my_token: { Args: never; Returns: Json; };
  new_subcontractor_link: { Args: { id_param: string }; Returns: string; };
  note_payroll_file_hash: { Args: { export_id_param: string; file_hash_param: string }; Returns: undefined; };
  notification_table: {
    Args: { employee_id_param?: string | null };
    Returns: { event: string; grouping: string; audience: string; channel: string; on: boolean; company_default: boolean; forced: boolean; forced_by: string; available: boolean; reason: string }[];
  };
  off_site_punches: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { id: string; time_entry_id: string; employee_id: string; employee_name: string; project_id: string; project_name: string; moment: string; punched_at: string; edge_m: number }[];
  };
  offer_break: {
    Args: { entry_id_param: string; kind_param: string; number_param: number; answer_param?: string | null; take_at_param?: string | null; note_param?: string | null; waives_param?: boolean | null; offered_at_param?: string | null; id_param?: string | null };
    Returns: Database['public']['Tables']['break_offers']['Row'];
  };
  office_tickets: {
    Args: { project_id_param?: string | null };
    Returns: { ticket_id: string; project_id: string; project_name: string; customer: string; number: number; revision: number; work_date: string; description: string; directed_by: string; status: string; stage: string; signed_at: string; refused_at: string; age_days: number; since: string; total_amount: number; submitted_on: string; decided_on: string; invoice_id: string; invoice_number: number; budget_version: number }[];
  };
  on_site_now: {
    Args: { project_id_param?: string | null };
    Returns: { employee_id: string; first_name: string; last_name: string; job_title: string; phone: string; project_id: string; project_name: string; time_entry_id: string; since: string; status: string; inside: boolean; edge_m: number; emergency_name: string; emergency_phone: string }[];
  };
  open_document: { Args: { version_id_param: string }; Returns: undefined; };
  open_message_link: { Args: { code_param: string; kind_param: string; secret_param: string }; Returns: Json; };
  osha_log: { Args: { establishment_id_param: string; year_param: number }; Returns: Json; };
  osha_summary: {
    Args: { establishment_id_param: string; year_param: number; average_employees_param?: number | null; hours_param?: number | null };
    Returns: Json;
  };
  override_steps: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string; reason_param: string };
    Returns: number;
  };
  overtime_presets: { Args: never; Returns: { preset: string; policy: Json }[]; };
  packet_history: { Args: { packet_id_param: string; after_param?: number | null; limit_param?: number | null }; Returns: Json; };
  packet_part: { Args: { packet_id_param: string; name_param: string }; Returns: string; };
  packet_roots: { Args: { packet_id_param: string }; Returns: Json; };
  packets_made: {
    Args: { employee_id_param?: string | null; project_id_param?: string | null };
    Returns: { id: string; kind: string; employee_id: string; project_id: string; subject: string; start_date: string; end_date: string; request: Json; made_by: string; created_at: string; finished_at: string; manifest_sha256: string; signed: boolean }[];
  };
  pair_kiosk: { Args: { code_param: string }; Returns: Json; };
  past_documents: {
    Args: { employee_id_param: string };
    Returns: { version_id: string; name: string; version: number; media_type: string; signed_at: string; path: string }[];
  };
  past_employments: {
    Args: never;
    Returns: { employee_id: string; company_name: string; time_zone: string; left_at: string; readable_until: string }[];
  };
  past_pay: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { work_date: string; pay_code: string; minutes: number; multiplier: number; hourly_rate: number; total_cents: number; rule: string }[];
  };
  past_time: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { id: string; work_date: string; clock_in: string; clock_out: string; project_name: string; cost_code: string; break_minutes: number }[];
  };
  pay_period_for: {
    Args: { date_param: string };
    Returns: { start_date: string; end_date: string; status: string; locked_at: string; locked_by: string; is_current: boolean }[];
  };
  pay_period_preview: {
    Args: { kind_param: string; anchor_param: string };
    Returns: { start_date: string; end_date: string; shortened: boolean; is_current: boolean }[];
  };
  payroll_adjustment_lines: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; work_date: string; project_id: string; cost_code_id: string; pay_code: string; minutes: number; amount_cents: number }[];
  };
  payroll_adjustments_owed: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; start_date: string; end_date: string; paid_cents: number; computed_cents: number; difference_cents: number }[];
  };
  payroll_explanation: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { week_start: string; work_date: string; project_id: string; cost_code_id: string; pay_code: string; multiplier: number; minutes: number; rule: string; rules: Json; hourly_rate: number; straight_cents: number; premium_cents: number; total_cents: number; paid_break_minutes: number; auto_meal_minutes: number; day_minutes: number; week_minutes: number; week_regular_rate: number; policy_preset: string; locked: boolean; classification_id: string; rate_reason: string }[];
  };
  payroll_export_changes: {
    Args: { export_id_param: string };
    Returns: { employee_id: string; first_name: string; last_name: string; hours_then: number; hours_now: number; earnings_then: number; earnings_now: number; moved: boolean }[];
  };
  payroll_export_preview: { Args: { start_date_param: string; end_date_param: string; brief_param?: boolean | null }; Returns: Json; };
  payroll_facts_compared: {
    Args: { week_end_param: string; period_start_param?: string | null };
    Returns: { employee_id: string; first_name: string; last_name: string; on_public_work: boolean; our_gross: number; their_gross: number; difference: number; reason: string; reason_week: string; deductions: number; net: number; net_difference: number; fact_id: string }[];
  };
  payroll_line_origins: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; work_date: string; project_id: string; cost_code_id: string; entry_ids: string[]; certified: boolean; approved_by: string; approved_at: string; equipment: string[] }[];
  };
  payroll_lines_for: {
    Args: { company_id_param: string; start_date_param: string; end_date_param: string; employee_id_param?: string | null };
    Returns: { employee_id: string; work_date: string; project_id: string; cost_code_id: string; hourly_rate: number; multiplier: number; minutes: number; straight_cents: number; premium_cents: number; total_cents: number; rule: string; pay_code: string; flsa_premium_cents: number; paid_break_minutes: number; week_start: string; locked: boolean; line_id: string; pay_item_id: string; classification_id: string; rate_reason: string }[];
  };
  payroll_overview: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; first_name: string; last_name: string; employee_number: string; active: boolean; regular_minutes: number; overtime_minutes: number; double_time_minutes: number; paid_break_minutes: number; total_hours: number; hourly_rate: number; total_earnings: number; other_pay: number; flags: string[]; days_worked: number; days_approved: number; approval: string; signature: string; signed_at: string; signature_note: string; locked: boolean; has_account: boolean; leave_minutes: number; leave_pay: number; premium_pay: number; minimum_wage_missing: number; fringe_pay: number; reimbursed_pay: number }[];
  };
  people_to_reach: {
    Args: never;
    Returns: { employee_id: string; first_name: string; last_name: string; has_account: boolean; push_gap: string; mail_gap: string; sms_gap: string }[];
  };
  plan_and_actual: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; work_date: string; shift_id: string; project_id: string; planned_start: string; planned_end: string; planned_minutes: number; actual_start: string; actual_end: string; actual_minutes: number; running: boolean; result: string }[];
  };
  portal_certified_payroll: { Args: { token_param: string; id_param: string }; Returns: Json; };
  portal_field_report: { Args: { token_param: string; id_param: string }; Returns: Json; };
  portal_page: { Args: { token_param: string }; Returns: Json; };
  portal_photo: { Args: { token_param: string; id_param: string }; Returns: Json; };
  portal_photos: { Args: { token_param: string; before_param?: string | null }; Returns: Json; };
  portal_shows_file: { Args: { path_param: string }; Returns: boolean; };
  portal_ticket: { Args: { token_param: string; id_param: string }; Returns: Json; };
  possible_approvers: { Args: never; Returns: { employee_id: string; first_name: string; last_name: string }[]; };
  post_holiday_pay: { Args: { holiday_id_param: string }; Returns: number; };
  post_payroll_adjustments: {
    Args: { start_date_param: string; end_date_param: string; reason_param: string; post_date_param?: string | null };
    Returns: { employee_id: string; amount_cents: number }[];
  };
  post_restitution: {
    Args: { id_param: string; employee_id_param: string; project_id_param: string; week_end_param: string; reason_param: string; post_date_param?: string | null };
    Returns: Database['public']['Tables']['restitutions']['Row'];
  };
  posted_adjustments: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; first_name: string; last_name: string; posted_on: string; amount_cents: number; minutes: number; reason: string; stays: boolean }[];
  };
  postpone_bulletin: {
    Args: { bulletin_id_param: string; language_param?: string | null };
    Returns: Database['public']['Tables']['bulletin_reads']['Row'];
  };
  prevailing_wage_owed: {
    Args: { start_date_param: string; end_date_param: string; project_id_param?: string | null };
    Returns: { employee_id: string; first_name: string; last_name: string; project_id: string; project_name: string; week_end: string; classes: string[]; minutes: number; due_cents: number; paid_cents: number; base_cents: number; fringe_cents: number; premium_cents: number; short_cents: number; locked: boolean }[];
  };
  preview_clock_rules: { Args: { day_param: string; draft_param?: Json | null }; Returns: Json; };
  preview_crew_day: {
    Args: { crew_id_param: string; work_date_param: string; project_id_param: string; rows_param: Json };
    Returns: { employee_id: string; result: string; message: string; entries: Json; changed: Json }[];
  };
  preview_overtime_policy: {
    Args: { preset_param: string; effective_from_param: string; start_date_param: string; end_date_param: string; custom_param?: Json | null; project_id_param?: string | null; employee_id_param?: string | null };
    Returns: { employee_id: string; first_name: string; last_name: string; regular_minutes_before: number; overtime_minutes_before: number; double_time_minutes_before: number; cents_before: number; regular_minutes_after: number; overtime_minutes_after: number; double_time_minutes_after: number; cents_after: number; difference_cents: number; premium_cents_before: number; premium_cents_after: number }[];
  };
  price_ticket: { Args: { id_param: string; prices_param?: Json | null }; Returns: Json; };
  progress_report: {
    Args: { project_id_param: string; start_date_param: string; end_date_param: string };
    Returns: { cost_code_id: string; code: string; name: string; code_group: string; unit: string; budget_quantity: number; previous_quantity: number; quantity: number; cumulative_quantity: number; unapproved_quantity: number; percent_complete: number; actual_hours: number; earned_hours: number; productivity_factor: number; usual_quantity: number; last_quantity: number; last_date: string; milestones: string }[];
  };
  project_classifications: {
    Args: never;
    Returns: { project_id: string; classification_id: string; code: string; name: string; name_es: string; craft: string; determination_number: string; valid_from: string; valid_to: string }[];
  };
  project_details: { Args: { project_id_param: string }; Returns: Json; };
  project_hub: { Args: { project_id_param: string }; Returns: Json; };
  project_money: {
    Args: { project_id_param?: string | null };
    Returns: { project_id: string; unsigned: number; unpriced: number; unbilled: number; submitted_amount: number; committed_amount: number; billed_amount: number; oldest_on: string; expense_amount: number; open_expense_amount: number; other_budget_amount: number }[];
  };
  project_overview: {
    Args: never;
    Returns: { project_id: string; team_size: number; seconds: number; entries: number; branch_seconds: number; branch_percent: number }[];
  };
  project_packet: {
    Args: { project_id_param: string; start_date_param: string; end_date_param: string; request_param?: Json | null };
    Returns: Json;
  };
  propose_clock_outs: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { time_entry_id: string; employee_id: string; first_name: string; last_name: string; project_id: string; work_date: string; clock_in: string; proposed_clock_out: string; basis: string; sample_size: number }[];
  };
  proposed_clock_out: {
    Args: { entry_id_param?: string | null; employee_id_param?: string | null };
    Returns: { proposed_at: string; reason: string; sample_size: number }[];
  };
  proposed_per_diem: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { project_id: string; project_name: string; first_day: string; last_day: string; days: number; nights: number; cost_code_id: string; meals: number; lodging: number; amount: number; min_distance_miles: number; miles: number }[];
  };
  provision_person: { Args: { id_param: string; person_param: Json }; Returns: Json; };
  provisioned_people: {
    Args: { id_param?: string | null; email_param?: string | null; external_id_param?: string | null; offset_param?: number | null; limit_param?: number | null };
    Returns: Json;
  };
  public_work_checklist: {
    Args: { project_id_param?: string | null };
    Returns: { project_id: string; code: string; severity: string; subject: string; names: string[]; quantity: number; first_date: string }[];
  };
  publish_recipients: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; channel: string; language: string; shift_ids: string[]; message: Json }[];
  };
  publish_shifts: {
    Args: { start_date_param: string; end_date_param: string; shift_ids_param?: string[] | null };
    Returns: { shift_id: string; employee_id: string; change: string; change_id: string }[];
  };
  punch_locations_for: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string; purpose_param?: string | null };
    Returns: { id: string; time_entry_id: string; employee_id: string; project_id: string; moment: string; punched_at: string; latitude: number; longitude: number; accuracy_m: number; fix_age_s: number; inside: boolean; edge_m: number }[];
  };
  rate_change_preview: {
    Args: { employee_id_param: string; hourly_rate_param: number; effective_from_param: string; project_id_param?: string | null; cost_code_id_param?: string | null };
    Returns: { employee_id: string; start_date: string; end_date: string; locked: boolean; before_cents: number; after_cents: number; difference_cents: number }[];
  };
  reactivate_employee: { Args: { employee_id_param: string }; Returns: Database['public']['Tables']['employees']['Row']; };
  read_bulletin: {
    Args: { bulletin_id_param: string; language_param?: string | null };
    Returns: Database['public']['Tables']['bulletin_reads']['Row'];
  };
  recent_pay_periods: {
    Args: { count_param?: number | null };
    Returns: { start_date: string; end_date: string; status: string; locked_at: string; locked_by: string; is_current: boolean }[];
  };
  recent_work: {
    Args: { limit_param?: number | null };
    Returns: { project_id: string; cost_code_id: string; last_used_at: string; classification_id: string }[];
  };
  record_certified_payroll_delivery: {
    Args: { id_param: string; channel_param: string; reference_param?: string | null; recipient_param?: string | null; delivered_on_param?: string | null };
    Returns: Database['public']['Tables']['certified_payrolls']['Row'];
  };
  record_data_export: { Args: { file_name_param: string }; Returns: undefined; };
  record_invoice_sent: {
    Args: { id_param: string; sent_to_param: string; sent_on_param?: string | null };
    Returns: Database['public']['Tables']['invoice_drafts']['Row'];
  };
  record_meter: {
    Args: { equipment_id_param: string; reading_param: number; read_at_param?: string | null; photo_path_param?: string | null; id_param?: string | null };
    Returns: Database['public']['Tables']['equipment_readings']['Row'];
  };
  record_payroll_export: {
    Args: { start_date_param: string; end_date_param: string; format_param: string; file_hash_param?: string | null; settings_param?: Json | null; id_param?: string | null };
    Returns: Database['public']['Tables']['payroll_exports']['Row'];
  };
  record_restitution_payment: {
    Args: { id_param: string; paid_on_param: string; reference_param?: string | null };
    Returns: Database['public']['Tables']['restitutions']['Row'];
  };
  record_site_weather: {
    Args: { project_id_param: string; work_date_param: string; weather_param: Json; id_param?: string | null };
    Returns: Database['public']['Tables']['site_weather']['Row'];
  };
  record_text_consent: {
    Args: { employee_id_param: string; wording_param: string; language_param: string; given_on_param: string; note_param: string };
    Returns: Database['public']['Tables']['text_consents']['Row'];
  };
  recovery_codes_left: { Args: never; Returns: number; };
  refuse_ticket: {
    Args: { id_param: string; reason_param: string; name_param?: string | null; title_param?: string | null; language_param?: string | null; details_param?: Json | null };
    Returns: Database['public']['Tables']['extra_work_tickets']['Row'];
  };
  register_device: { Args: { device_id_param: string }; Returns: undefined; };
  register_device_key: { Args: { public_key_param: Json; device_name_param: string }; Returns: string; };
  reimbursement_rate_table: {
    Args: never;
    Returns: { id: string; kind: string; from_date: string; rate: number; federal: boolean; in_effect: boolean }[];
  };
  release_legal_hold: { Args: { id_param: string; reason_param: string }; Returns: Database['public']['Tables']['legal_holds']['Row']; };
  release_tickets: { Args: { ticket_ids_param: string[] }; Returns: Database['public']['Tables']['budgets']['Row']; };
  remind_of_bulletin: { Args: { bulletin_id_param: string }; Returns: number; };
  remind_to_sign: { Args: { document_id_param: string }; Returns: number; };
  remove_overtime_policy: { Args: { policy_id_param: string }; Returns: undefined; };
  renew_fringe_plan: {
    Args: { id_param: string; new_id_param: string; from_date_param: string; cost_amount_param: number; hours_basis_param?: number | null };
    Returns: Database['public']['Tables']['fringe_plans']['Row'];
  };
  renew_push_subscription: {
    Args: { endpoint_param: string; auth_param: string; new_endpoint_param: string; new_p256dh_param: string; new_auth_param: string };
    Returns: undefined;
  };
  reopen_verification: {
    Args: { kind_param: string; subject_id_param: string };
    Returns: Database['public']['Tables']['verifications']['Row'];
  };
  repeat_delivery: { Args: { id_param: string }; Returns: string; };
  report_left_site: {
    Args: { entry_id_param: string; location_param: Json };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  request_time_off: {
    Args: { type_id_param: string; start_date_param: string; end_date_param: string; hours_param: number; note_param?: string | null; employee_id_param?: string | null };
    Returns: Database['public']['Tables']['time_off_requests']['Row'];
  };
  require_sign_in_provider: {
    Args: { domain_param: string; provider_param: string };
    Returns: Database['public']['Tables']['sign_in_domains']['Row'];
  };
  resend_invitation: { Args: { employee_id_param: string }; Returns: Database['public']['Tables']['employee_invitations']['Row']; };
  resolve_held_event: {
    Args: { id_param: string; action_param: string; reason_param?: string | null };
    Returns: Database['public']['Tables']['held_events']['Row'];
  };
  resolve_verification: {
    Args: { kind_param: string; subject_id_param: string; note_param?: string | null };
    Returns: Database['public']['Tables']['verifications']['Row'];
  };
  restore_photos: { Args: { photo_ids_param: string[] }; Returns: number; };
  retention_preview: { Args: never; Returns: Json; };
  retry_accounting_activity: { Args: { activity_id_param: string }; Returns: Database['public']['Tables']['accounting_activities']['Row']; };
  return_step: { Args: { entries_param: Json; reason_param: string }; Returns: number; };
  review_certificate_proof: {
    Args: { id_param: string; readable_param: boolean; note_param?: string | null; number_param?: string | null; issued_on_param?: string | null; expires_on_param?: string | null };
    Returns: Database['public']['Tables']['certificate_proofs']['Row'];
  };
  review_field_report: {
    Args: { id_param: string; accept_param: boolean; note_param?: string | null };
    Returns: Database['public']['Tables']['field_reports']['Row'];
  };
  review_kiosk_photos: { Args: { ids_param: string[]; them_param: boolean }; Returns: number; };
  revise_ticket: {
    Args: { id_param: string; new_id_param?: string | null };
    Returns: Database['public']['Tables']['extra_work_tickets']['Row'];
  };
  revoke_api_token: { Args: { id_param: string }; Returns: undefined; };
  revoke_calendar_feed: { Args: never; Returns: undefined; };
  revoke_kiosk: { Args: { kiosk_id_param: string }; Returns: undefined; };
  revoke_photo_share: { Args: { share_id_param: string }; Returns: undefined; };
  revoke_portal_link: { Args: { id_param: string }; Returns: undefined; };
  revoke_site_sign_in_link: { Args: { id_param: string }; Returns: undefined; };
  revoke_subcontractor: { Args: { id_param: string }; Returns: undefined; };
  rounding_report: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; first_name: string; last_name: string; exact_minutes: number; rounded_minutes: number; difference_minutes: number }[];
  };
  save_approval_chain: {
    Args: { id_param: string; name_param: string; project_id_param: string; group_id_param: string; steps_param: Json; override_allowed_param?: boolean | null; remind_after_days_param?: number | null; based_on_param?: Json | null };
    Returns: Database['public']['Tables']['approval_chains']['Row'];
  };
  save_budget: {
    Args: { project_id_param: string; name_param: string; lines_param: Json; budget_id_param?: string | null; based_on_param?: Json | null };
    Returns: Database['public']['Tables']['budgets']['Row'];
  };
  save_changes: {
    Args: { table_param: string; key_param: Json; changes_param: Json; based_on_param?: Json | null };
    Returns: undefined;
  };
  save_clock_rules: {
    Args: { draft_param: Json; based_on_param?: string | null };
    Returns: Database['public']['Tables']['clock_in_rules']['Row'];
  };
  save_crew_day: {
    Args: { crew_id_param: string; work_date_param: string; project_id_param: string; rows_param: Json };
    Returns: { employee_id: string; result: string; message: string; changed: Json }[];
  };
  save_determination: { Args: { project_id_param: string; determinations_param: Json; source_text_param?: string | null }; Returns: Json; };
  save_expense: {
    Args: { id_param: string; fields_param: Json; based_on_param?: Json | null };
    Returns: Database['public']['Tables']['expenses']['Row'];
  };
  save_field_report: {
    Args: { id_param: string; changes_param: Json; seen_param?: Json | null };
    Returns: Database['public']['Tables']['field_reports']['Row'];
  };
  save_push_subscription: {
    Args: { endpoint_param: string; p256dh_param: string; auth_param: string; device_name_param: string; details_param?: boolean | null; replaces_param?: string | null };
    Returns: string;
  };
  save_rows: {
    Args: { list_param: string; rows_param: Json };
    Returns: { row_number: number; result: string; id: string; column_name: string; reason: string; code: string; message: string; saved: Json; changed: Json }[];
  };
  save_ticket: {
    Args: { id_param: string; ticket_param: Json; based_on_param?: Json | null };
    Returns: Database['public']['Tables']['extra_work_tickets']['Row'];
  };
  save_time_entry: {
    Args: { id_param: string; employee_id_param: string; clock_in_param: string; clock_out_param: string; project_id_param: string; cost_code_id_param?: string | null; notes_param?: string | null; breaks_param?: Json | null; reason_param?: string | null; meal_waived_param?: boolean | null; equipment_id_param?: string | null; based_on_param?: Json | null; classification_id_param?: string | null; custom_param?: Json | null; machines_param?: Json | null };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  schedule_board: { Args: { start_date_param: string; end_date_param: string }; Returns: Json; };
  schedule_warnings: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { kind: string; severity: string; employee_id: string; equipment_id: string; shift_id: string; other_shift_id: string; work_date: string; minutes: number; cents: number; premium_cents: number }[];
  };
  scheduled_report: {
    Args: { report_id_param: string };
    Returns: { name: string; definition: Json; company_name: string; language: string; time_zone: string; date_format: string; time_format: string; week_start: number }[];
  };
  search_documents: {
    Args: { query_param: string };
    Returns: { document_id: string; version_id: string; in_name: boolean; excerpt: string }[];
  };
  search_records: {
    Args: { query_param: string; limit_param?: number | null };
    Returns: { kind: string; id: string; title: string; detail: string; project_id: string; project_name: string; folder_id: string; happened_on: string }[];
  };
  send_accounting_now: { Args: { id_param: string }; Returns: undefined; };
  send_link_code: { Args: { code_param: string }; Returns: Json; };
  send_portal_code: { Args: { token_param: string; language_param?: string | null }; Returns: Json; };
  send_test_notification: { Args: never; Returns: string; };
  send_test_text: { Args: never; Returns: string; };
  send_test_webhook: { Args: { id_param: string }; Returns: string; };
  send_ticket_link: { Args: { id_param: string; email_param: string; language_param?: string | null }; Returns: Json; };
  set_accounting_mapping: { Args: { connection_id_param: string; mappings_param: Json }; Returns: number; };
  set_accounting_state: {
    Args: { id_param: string; state_param: string };
    Returns: Database['public']['Tables']['accounting_connections']['Row'];
  };
  set_employee_pin: { Args: { employee_id_param: string; pin_param: string }; Returns: undefined; };
  set_entry_machines: {
    Args: { entry_id_param: string; machines_param: Json };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  set_identity: { Args: { employee_id_param: string; last_four_param: string }; Returns: undefined; };
  set_module: { Args: { module_param: string; enabled_param: boolean }; Returns: undefined; };
  set_modules: { Args: { preset_param: string }; Returns: undefined; };
  set_overtime_policy: {
    Args: { preset_param: string; effective_from_param: string; custom_param?: Json | null; project_id_param?: string | null; employee_id_param?: string | null; based_on_param?: Json | null };
    Returns: Database['public']['Tables']['overtime_policies']['Row'];
  };
  set_ticket_status: {
    Args: { id_param: string; status_param: string; date_param?: string | null; note_param?: string | null };
    Returns: Json;
  };
  shared_photo_paths: { Args: never; Returns: string[]; };
  shared_photos: { Args: { token_param: string }; Returns: Json; };
  sign_certified_payroll: {
    Args: { project_id_param: string; week_end_param: string; signed_name_param: string; title_param: string; statements_param: number[]; final_param?: boolean | null; remarks_param?: string | null; email_param?: string | null; phone_param?: string | null; version_param?: string | null };
    Returns: Database['public']['Tables']['certified_payrolls']['Row'];
  };
  sign_document: {
    Args: { version_id_param: string; language_param: string };
    Returns: Database['public']['Tables']['document_signatures']['Row'];
  };
  sign_history: { Args: never; Returns: Database['public']['Tables']['ledger_roots']['Row']; };
  sign_in_visitor: { Args: { project_id_param: string; visit_param: Json }; Returns: Database['public']['Tables']['site_visits']['Row']; };
  sign_ins: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { signed_in_at: string; person: string; last_seen_at: string; user_agent: string; ip: string }[];
  };
  sign_out_visitor: {
    Args: { id_param: string; at_param?: string | null; note_param?: string | null };
    Returns: Database['public']['Tables']['site_visits']['Row'];
  };
  sign_packet_data: { Args: { packet_id_param: string }; Returns: string; };
  sign_ticket: {
    Args: { id_param: string; name_param: string; title_param?: string | null; language_param?: string | null; details_param?: Json | null };
    Returns: Database['public']['Tables']['extra_work_tickets']['Row'];
  };
  sign_timesheet: {
    Args: { start_date_param: string; end_date_param: string; name_param: string; statement_param: string; language_param: string; version_param: string; signed_text_param?: string | null; device_key_id_param?: string | null; device_signature_param?: string | null };
    Returns: Database['public']['Tables']['timesheet_signatures']['Row'];
  };
  signature_of: { Args: { id_param: string }; Returns: Json; };
  site_sign_in: { Args: { token_param: string; visit_param: Json }; Returns: Json; };
  site_sign_in_page: { Args: { token_param: string }; Returns: Json; };
  site_sign_out: { Args: { id_param: string; secret_param: string; happened_at_param?: string | null }; Returns: Json; };
  site_visits_now: {
    Args: { project_id_param?: string | null };
    Returns: { id: string; project_id: string; project_name: string; kind: string; name: string; company_name: string; trade: string; phone: string; visiting: string; headcount: number; since: string }[];
  };
  split_injury_case: { Args: { id_param: string }; Returns: Database['public']['Tables']['injury_cases']['Row']; };
  start_break: {
    Args: { kind_param?: string | null; paid_param?: boolean | null; id_param?: string | null };
    Returns: Database['public']['Tables']['time_entry_breaks']['Row'];
  };
  storage_left: { Args: never; Returns: number; };
  storage_use: { Args: never; Returns: { bucket: string; project_id: string; files: number; bytes: number }[]; };
  subcontractor_page: { Args: { token_param: string }; Returns: Json; };
  subcontractor_weeks: {
    Args: { project_id_param: string };
    Returns: { subcontractor_id: string; week_end: string; state: string; report_id: string; version: number }[];
  };
  submit_field_report: {
    Args: { id_param: string; name_param?: string | null; language_param?: string | null; strokes_param?: Json | null };
    Returns: Database['public']['Tables']['field_reports']['Row'];
  };
  submit_form: {
    Args: { id_param: string; submission_param: Json };
    Returns: Database['public']['Tables']['form_submissions']['Row'];
  };
  suggest_accounting_mappings: {
    Args: { connection_id_param: string };
    Returns: { target: string; employee_id: string; project_id: string; cost_code_id: string; hours_kind: string; record_id: string; reason: string }[];
  };
  switch_company: { Args: { company_id_param: string }; Returns: string; };
  switch_project: {
    Args: { project_id_param: string; cost_code_id_param?: string | null; notes_param?: string | null; id_param?: string | null; location_param?: Json | null; equipment_id_param?: string | null; classification_id_param?: string | null; custom_param?: Json | null };
    Returns: Database['public']['Tables']['time_entries']['Row'];
  };
  sync_events: {
    Args: { events_param: Json; company_id_param?: string | null };
    Returns: { id: string; result: string; entry_id: string; reason: string }[];
  };
  take_back_approvals: { Args: { start_date_param: string; end_date_param: string; since_param?: string | null }; Returns: number; };
  take_shift: { Args: { shift_id_param: string }; Returns: Database['public']['Tables']['shifts']['Row']; };
  text_spending: { Args: never; Returns: Json; };
  text_status: { Args: { employee_id_param?: string | null }; Returns: Json; };
  ticket_changes: {
    Args: { id_param: string };
    Returns: { line_id: string; description: string; reason: string; ticket_hours: number; recorded_hours: number }[];
  };
  ticket_link: { Args: { token_param: string }; Returns: Json; };
  ticket_link_paths: { Args: never; Returns: string[]; };
  ticket_list: {
    Args: { project_id_param?: string | null };
    Returns: { id: string; project_id: string; project_name: string; number: number; revision: number; revises_id: string; revision_id: string; work_date: string; description: string; directed_by: string; status: string; signed_name: string; signed_at: string; refused_at: string; people: number; hours: number; link_sent_to: string; is_changed: boolean; is_superseded: boolean; written_by: string; created_at: string }[];
  };
  ticket_pricing: { Args: { id_param: string }; Returns: Json; };
  ticket_record: { Args: { id_param: string }; Returns: Json; };
  ticket_work: { Args: { project_id_param: string; work_date_param: string; ticket_id_param?: string | null }; Returns: Json; };
  time_entry_history: {
    Args: { entry_id_param: string };
    Returns: { occurred_at: string; action: string; entity: string; actor_name: string; source: string; before: Json; after: Json; reason: string }[];
  };
  time_off_balance: { Args: { employee_id_param: string; on_date_param: string }; Returns: { type_id: string; hours: number }[]; };
  time_off_calendar: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { request_id: string; employee_id: string; person: string; day: string; minutes: number; status: string; type_name: string }[];
  };
  time_off_explanation: {
    Args: { employee_id_param: string; type_id_param: string; on_date_param: string };
    Returns: { day: string; kind: string; change: number; balance: number }[];
  };
  time_off_kinds: { Args: { employee_id_param: string }; Returns: { type_id: string; requests: number }[]; };
  time_off_preview: {
    Args: { request_id_param: string };
    Returns: { work_date: string; project_id: string; cost_code_id: string; pay_code: string; minutes: number; amount_cents: number; posted: boolean }[];
  };
  time_off_to_decide: { Args: never; Returns: { request_id: string; days: number; left_after: number }[]; };
  timesheet_changes: {
    Args: { start_date_param: string; end_date_param: string; employee_id_param?: string | null };
    Returns: { occurred_at: string; action: string; entity: string; entity_id: string; work_date: string; changed_by: string; before: Json; after: Json; reason: string }[];
  };
  timesheet_shown: { Args: { start_date_param: string; end_date_param: string; employee_id_param?: string | null }; Returns: Json; };
  travel_report: {
    Args: { start_date_param: string; end_date_param: string };
    Returns: { employee_id: string; employee_name: string; project_id: string; project_name: string; paid_seconds: number; unpaid_seconds: number; reasons: string[] }[];
  };
  unapprove_time: {
    Args: { employee_id_param: string; start_date_param: string; end_date_param: string; reason_param?: string | null };
    Returns: number;
  };
  undo_clock_out: { Args: { entry_id_param: string }; Returns: Database['public']['Tables']['time_entries']['Row']; };
  undo_expense_decision: { Args: { id_param: string }; Returns: Database['public']['Tables']['expenses']['Row']; };
  undo_import: {
    Args: { import_id_param: string; limit_param?: number | null };
    Returns: { row_number: number; result: string; message: string }[];
  };
  undo_schedule_change: { Args: { change_id_param: string }; Returns: number; };
  unit_rates: {
    Args: never;
    Returns: { cost_code_id: string; code: string; name: string; code_group: string; unit: string; projects: number; quantity: number; hours: number; hours_per_unit: number; lowest: number; highest: number; budget_per_unit: number }[];
  };
  unlock_pay_period: {
    Args: { start_date_param: string; end_date_param: string; reason_param: string; keep_adjustments_param?: boolean | null };
    Returns: Database['public']['Tables']['pay_periods']['Row'];
  };
  unpublish_shifts: { Args: { start_date_param: string; end_date_param: string }; Returns: { shift_id: string; change_id: string }[]; };
  unsubscribe: { Args: { token_param: string }; Returns: string; };
  use_recovery_code: { Args: { code_param: string }; Returns: boolean; };
  verification_count: { Args: never; Returns: number; };
  verification_evidence: { Args: { kind_param: string; subject_id_param: string }; Returns: Json; };
  verification_items: {
    Args: { status_param?: string | null };
    Returns: { kind: string; subject_id: string; employee_id: string; happened_at: string; summary: string; id: string; first_name: string; last_name: string; project_id: string; project_name: string; detail: Json; status: string; assigned_to: string; assigned_name: string; note: string; resolved_at: string; resolved_name: string }[];
  };
  verify_audit_chain: { Args: { company_id_param: string }; Returns: { checked: number; broken_id: string; unlinked: number }[]; };
  viewer: { Args: never; Returns: Json; };
  void_injury_case: { Args: { id_param: string; reason_param: string }; Returns: Database['public']['Tables']['injury_cases']['Row']; };
  void_invoice: { Args: { id_param: string; reason_param: string }; Returns: Database['public']['Tables']['invoice_drafts']['Row']; };
  waiting_photos: { Args: never; Returns: { employee_id: string; employee_name: string; photos: number }[]; };
  waiting_timesheets: { Args: never; Returns: { start_date: string; end_date: string; seconds: number }[]; };
  weather_place: { Args: { project_id_param: string }; Returns: { latitude: number; longitude: number }[]; };
  webhooks_available: { Args: never; Returns: boolean; };
  week_summary: {
    Args: { employee_id_param?: string | null; date_param?: string | null };
    Returns: { week_start: string; week_end: string; regular_minutes: number; overtime_minutes: number; double_time_minutes: number; worked_minutes: number; paid_break_minutes: number; weekly_after: number; running: boolean }[];
  };
  what_would_see: {
    Args: { employee_id_param: string };
    Returns: { right_name: string; given: boolean; everyone: boolean; by_project: boolean; people: string[]; projects: string[] }[];
  };
  withdraw_invitation: { Args: { employee_id_param: string }; Returns: boolean; };
  withdraw_restitution: { Args: { id_param: string; reason_param: string }; Returns: Database['public']['Tables']['restitutions']['Row']; };
  withdraw_text_consent: { Args: { employee_id_param?: string | null }; Returns: undefined; };
  withdraw_time_off: { Args: { request_id_param: string }; Returns: Database['public']['Tables']['time_off_requests']['Row']; };
};
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

type Public = Database['public'];
export type Row<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row'];
export type Insert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert'];
export type Update<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update'];
export type FunctionArguments<Name extends keyof Public['Functions']> =
  Public['Functions'][Name]['Args'];
export type FunctionResult<Name extends keyof Public['Functions']> =
  Public['Functions'][Name]['Returns'];
