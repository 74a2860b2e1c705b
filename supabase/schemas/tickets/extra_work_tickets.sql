create table public.extra_work_tickets (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  number integer not null,
  revision integer default 0 not null,
  revises_id uuid,
  employee_id uuid not null,
  work_date date not null,
  description text default '' not null,
  location text default '' not null,
  reference text default '' not null,
  directed_by text default '' not null,
  directed_title text default '' not null,
  directed_company text default '' not null,
  directed_phone text default '' not null,
  directed_email text,
  photo_ids uuid[] default '{}'::uuid[] not null,
  status text default 'draft' not null,
  signed_name text,
  signed_title text,
  signed_at timestamptz,
  signed_through text,
  signature_path text,
  signature_id uuid,
  language text,
  refused_name text,
  refused_title text,
  refused_at timestamptz,
  refused_through text,
  refusal_reason text,
  witness_name text,
  witness_at timestamptz,
  shown_at timestamptz,
  latitude double precision,
  longitude double precision,
  accuracy_m double precision,
  received_at timestamptz,
  content jsonb,
  sha256 text,
  tax_percent numeric(6,4),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  custom jsonb default '{}'::jsonb not null,
  constraint extra_work_tickets_pkey primary key (company_id, id),
  constraint extra_work_tickets_number_once unique (company_id, project_id, number, revision),
  constraint extra_work_tickets_revised_once unique (company_id, revises_id),
  constraint extra_work_tickets_number_range check (number >= 1 and revision >= 0),
  constraint extra_work_tickets_revision_of check ((revision > 0) = (revises_id is not null)),
  constraint extra_work_tickets_status_known check (status in ('draft', 'signed', 'refused', 'priced', 'submitted', 'approved', 'rejected', 'billed')),
  constraint extra_work_tickets_texts_length check (char_length(description) <= 2000 and char_length(location) <= 200 and char_length(reference) <= 100),
  constraint extra_work_tickets_directed_length check (char_length(directed_by) <= 200 and char_length(directed_title) <= 200 and char_length(directed_company) <= 200 and char_length(directed_phone) <= 40),
  constraint extra_work_tickets_email_form check (directed_email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(directed_email) <= 254),
  constraint extra_work_tickets_photos_limit check (cardinality(photo_ids) <= 60),
  constraint extra_work_tickets_signature check ((signed_name is null) = (signed_at is null) and (signed_name is null) = (signature_id is null)
    and (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200) and char_length(signed_title) <= 200),
  constraint extra_work_tickets_signature_path_form check (signature_path ~ '^(M[0-9.]+ [0-9.]+(L[0-9.]+ [0-9.]+)*)+$' and char_length(signature_path) <= 30000),
  constraint extra_work_tickets_refusal check ((refused_at is null) = (refusal_reason is null) and char_length(btrim(refusal_reason)) >= 1 and char_length(btrim(refusal_reason)) <= 1000
    and char_length(refused_name) <= 200 and char_length(refused_title) <= 200),
  constraint extra_work_tickets_witness check ((witness_name is null) = (witness_at is null) and char_length(btrim(witness_name)) >= 1 and char_length(btrim(witness_name)) <= 200),
  constraint extra_work_tickets_through_known check (signed_through in ('phone', 'link') and refused_through in ('phone', 'link')),
  constraint extra_work_tickets_language_known check (language in ('en', 'es')),
  constraint extra_work_tickets_place check ((latitude is null) = (longitude is null) and latitude >= -90 and latitude <= 90 and longitude >= -180 and longitude <= 180
    and accuracy_m >= 0 and accuracy_m <= 1000000),
  constraint extra_work_tickets_frozen check ((status = 'draft') = (content is null) and (content is null) = (sha256 is null) and pg_column_size(content) < 200000),
  constraint extra_work_tickets_answered check (status = 'draft' or signed_at is not null or refused_at is not null),
  constraint extra_work_tickets_tax_percent_range check (tax_percent >= 0 and tax_percent <= 30),
  constraint extra_work_tickets_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint extra_work_tickets_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint extra_work_tickets_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint extra_work_tickets_revises foreign key (company_id, revises_id) references public.extra_work_tickets(company_id, id)
);
select private.refuse_non_finite('public.extra_work_tickets');
create index extra_work_tickets_by_date on public.extra_work_tickets (company_id, work_date desc);
create index extra_work_tickets_by_employee on public.extra_work_tickets (company_id, employee_id, work_date desc);
create index extra_work_tickets_by_photo on public.extra_work_tickets using gin (photo_ids);
comment on table public.extra_work_tickets is 'Extra work that somebody directed: what, by whom, with which hours and quantities, and the customer''s signature or refusal. Written by functions: draft_ticket, save_ticket, sign_ticket, refuse_ticket, revise_ticket. From the signature or refusal on only its way through the office changes, for every role. No prices are in here.';
comment on column public.extra_work_tickets.number is 'Counted per project, without holes; a revision has the number of what it revises.';
comment on column public.extra_work_tickets.revises_id is 'The ticket this one was written anew from; it stays as it was signed.';
comment on column public.extra_work_tickets.employee_id is 'Whose ticket it is: the foreman who began it; of a revision the same one.';
comment on column public.extra_work_tickets.directed_by is 'Who said to do it: name; title, company, phone and mail address beside it.';
comment on column public.extra_work_tickets.photo_ids is 'Photos of the work. No foreign key: they may still be on the phone when the ticket arrives. Those of a ticket that was answered stay.';
comment on column public.extra_work_tickets.signature_path is 'The signature as drawn, as an SVG path in a box of 300 by 100; null where only the name was given.';
comment on column public.extra_work_tickets.signature_id is 'Of the act of signing, made on the device: a repeat changes nothing.';
comment on column public.extra_work_tickets.signed_through is 'phone: on the foreman''s phone; link: through a link in a mail.';
comment on column public.extra_work_tickets.latitude is 'Where it was signed or refused, if the company records places and the phone shared it.';
comment on column public.extra_work_tickets.received_at is 'When the signature or refusal arrived, by the server''s clock.';
comment on column public.extra_work_tickets.content is 'What was shown to the customer, as it was shown. The field copy is made from it.';
comment on column public.extra_work_tickets.sha256 is 'Of content, signature and refusal as canonical JSON text: private.ticket_digest.';
comment on column public.extra_work_tickets.custom is 'Values of the company''s own fields, by the id of the field in custom_fields.';
alter table public.extra_work_tickets enable row level security;
alter publication supabase_realtime add table public.extra_work_tickets;
grant select on table public.extra_work_tickets to authenticated;

create policy "Company roles with tickets read those of their projects" on public.extra_work_tickets
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('tickets')) and private.covers_project((select private.scope_of('tickets')), project_id));

create policy "Foremen read their own tickets, managers all" on public.extra_work_tickets
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager())
    or ((select private.my_role())) = 'foreman' and employee_id = (select private.my_employee_id())));

create or replace trigger check_new_custom_values before insert on public.extra_work_tickets
  for each row execute function private.check_custom_values();

create or replace trigger check_custom_values before update on public.extra_work_tickets
  for each row when (old.custom is distinct from new.custom) execute function private.check_custom_values();

create or replace trigger keep_creator before insert or update on public.extra_work_tickets
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.extra_work_tickets
  for each row execute function private.lock_identity();

create or replace trigger keep_ticket before delete or update on public.extra_work_tickets
  for each row execute function private.protect_ticket();

create or replace function private.protect_ticket() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- What happens to a ticket after the customer's answer.
  office constant text[] := '{status,tax_percent,updated_at}';
  signature constant text[] := '{signed_name,signed_title,signed_at,signed_through,signature_path,signature_id,language,latitude,longitude,accuracy_m,shown_at,received_at,sha256}';
  witness constant text[] := '{witness_name,witness_at,sha256}';
  free text[] := office;
begin
  -- Holds for every role, the service role included.
  if tg_op = 'DELETE' then
    if old.status <> 'draft' and exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'ticket_answered', message = 'A ticket the customer signed or refused is kept.';
    end if;
    return old;
  end if;
  if (new.project_id, new.number, new.revision, new.revises_id, new.employee_id) is distinct from (old.project_id, old.number, old.revision, old.revises_id, old.employee_id) then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'The project and number of a ticket stay.';
  end if;
  if new.status <> old.status and not private.ticket_may_become(old.status, new.status) then
    raise exception using errcode = 'P0001', hint = 'ticket_status', message = format('A ticket that is %s cannot become %s.', old.status, new.status);
  end if;
  if old.status = 'draft' then
    return new;
  end if;
  -- Refused on the site, signed the next day.
  if old.signed_at is null and new.status = 'signed' then
    free := free || signature;
  end if;
  if old.witness_at is null and old.refused_at is not null then
    free := free || witness;
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception using errcode = '42501', hint = 'ticket_answered', message = 'The customer has answered this ticket. Make a revision.';
  end if;
  return new;
end $$;
comment on function private.protect_ticket() is 'From the customer''s answer on nothing of a ticket changes but its way through the office, a witness and a signature after a refusal.';

create or replace function private.ticket_may_become(from_param text, to_param text) returns boolean
language sql immutable parallel safe
return case from_param
  when 'draft' then to_param in ('signed', 'refused')
  when 'refused' then to_param in ('signed', 'priced')
  when 'signed' then to_param = 'priced'
  when 'priced' then to_param in ('submitted', 'signed', 'refused')
  when 'submitted' then to_param in ('approved', 'rejected', 'priced')
  when 'rejected' then to_param in ('priced', 'submitted')
  when 'approved' then to_param in ('billed', 'submitted')
  when 'billed' then to_param = 'approved'
  else false end;
comment on function private.ticket_may_become(text,text) is 'The order of a ticket''s states: draft, signed or refused, priced, submitted, approved or rejected, billed. Never a draft again.';

create or replace trigger touch_updated_at before update on public.extra_work_tickets
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.extra_work_tickets
  for each row execute function private.record_change();

create or replace function private.sees_ticket(me public.employees, scope_param private.right_scope, ticket public.extra_work_tickets) returns boolean
language sql immutable set search_path = '' as $$
  select me.role in ('owner', 'manager') or me.role = 'foreman' and ticket.employee_id = me.id
    or coalesce((scope_param).everyone or ticket.project_id = any ((scope_param).projects), false);
$$;
comment on function private.sees_ticket(public.employees,private.right_scope,public.extra_work_tickets) is 'Managers all tickets, foremen their own, roles of the company''s own those of the projects in their scope.';

create or replace function private.require_ticket(id_param uuid) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('tickets') end;
  ticket public.extra_work_tickets;
begin
  select * into ticket from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param
    and private.sees_ticket(me, scope, t) for update;
  if ticket.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This ticket was not found.';
  end if;
  return ticket;
end $$;
comment on function private.require_ticket(uuid) is 'A ticket the caller may write, locked until the transaction ends: foremen their own, managers any.';

create or replace function private.is_ticket_superseded(company_id_param uuid, id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.extra_work_tickets t where t.company_id = company_id_param and t.revises_id = id_param and t.status <> 'draft');
$$;
comment on function private.is_ticket_superseded(uuid,uuid) is 'Whether a later revision was signed or refused: what is priced and billed is the last one.';
grant execute on function private.is_ticket_superseded(uuid,uuid) to authenticated, service_role;

create or replace function private.is_photo_of_ticket(company_id_param uuid, photo_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.extra_work_tickets t
      where t.company_id = company_id_param and t.photo_ids @> array[photo_id_param] and t.status <> 'draft')
    or exists (select from public.ticket_lines l join public.extra_work_tickets t on t.company_id = l.company_id and t.id = l.ticket_id
      where l.company_id = company_id_param and l.photo_id = photo_id_param and t.status <> 'draft');
$$;
comment on function private.is_photo_of_ticket(uuid,uuid) is 'Whether a ticket that was signed or refused names this photo.';
grant execute on function private.is_photo_of_ticket(uuid,uuid) to authenticated, service_role;
