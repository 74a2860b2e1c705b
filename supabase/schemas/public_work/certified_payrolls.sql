create or replace function private.sha256_of(text_param text) returns text
language sql immutable parallel safe
return encode(sha256(convert_to(text_param, 'UTF8'::name)), 'hex'::text);
comment on function private.sha256_of(text) is 'SHA-256 of a text in UTF-8, as hex.';

create table public.certified_payrolls (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  week_end date not null,
  number integer not null,
  revision integer default 0 not null,
  corrects_id uuid,
  final boolean default false not null,
  no_work boolean default false not null,
  status text default 'signed' not null,
  signed_text text not null,
  content jsonb generated always as (signed_text::jsonb) stored,
  sha256 text generated always as (private.sha256_of(signed_text)) stored,
  employee_ids uuid[] default '{}'::uuid[] not null,
  signed_by uuid default auth.uid(),
  signed_name text not null,
  signed_title text not null,
  signed_at timestamptz default clock_timestamp() not null,
  delivered_at timestamptz,
  delivery_reference text,
  constraint certified_payrolls_pkey primary key (company_id, id),
  constraint certified_payrolls_week_once unique (company_id, project_id, week_end, revision),
  constraint certified_payrolls_number_once unique (company_id, project_id, number, revision),
  constraint certified_payrolls_corrected_once unique (company_id, corrects_id),
  constraint certified_payrolls_number_range check (number >= 1 and revision >= 0),
  constraint certified_payrolls_revision_corrects check ((revision = 0) = (corrects_id is null)),
  constraint certified_payrolls_status_known check (status = 'needs_correction' or status = 'signed' and delivered_at is null or status = 'delivered' and delivered_at is not null),
  constraint certified_payrolls_signer_length check (char_length(btrim(signed_name)) between 1 and 200 and char_length(btrim(signed_title)) between 1 and 100),
  constraint certified_payrolls_reference_length check (char_length(delivery_reference) <= 200),
  constraint certified_payrolls_contract foreign key (company_id, project_id) references public.public_contracts(company_id, project_id),
  constraint certified_payrolls_corrects foreign key (company_id, corrects_id) references public.certified_payrolls(company_id, id)
);
select private.refuse_non_finite('public.certified_payrolls');
create index certified_payrolls_by_signature on public.certified_payrolls (company_id, signed_at desc);
create index certified_payrolls_by_week on public.certified_payrolls (company_id, week_end);
comment on table public.certified_payrolls is 'Certified payrolls as they were signed. Nothing of them changes afterwards, for nobody: a correction is another row with the same number and the next revision. Written by functions only.';
comment on column public.certified_payrolls.number is 'Of the project, without holes, in the order of the weeks.';
comment on column public.certified_payrolls.status is 'signed, delivered (handed in), or needs_correction: the week has other hours since than the report says.';
comment on column public.certified_payrolls.revision is '0: the first report of its week; corrections count from 1.';
comment on column public.certified_payrolls.signed_text is 'What was signed, as text: its bytes in UTF-8 are what sha256 is of.';
comment on column public.certified_payrolls.content is 'The same as JSON: report (as certified_payroll gave it), statements, signer, signed_at, and of corrections reason and changes.';
comment on column public.certified_payrolls.employee_ids is 'Whom the report has a row of.';
comment on column public.certified_payrolls.delivered_at is 'When it was first handed in.';
comment on column public.certified_payrolls.delivery_reference is 'Confirmation of the agency or portal, the latest that was recorded.';
alter table public.certified_payrolls enable row level security;
grant select on table public.certified_payrolls to authenticated;

create policy "Managers read certified payrolls" on public.certified_payrolls
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_what_was_signed before delete or update on public.certified_payrolls
  for each row execute function private.keep_what_was_signed();

create or replace function private.keep_what_was_signed() returns trigger
language plpgsql set search_path = '' as $$
declare
  allowed public.certified_payrolls := old;
begin
  if tg_op = 'UPDATE' then
    allowed.status := new.status;
    allowed.delivered_at := coalesce(old.delivered_at, new.delivered_at);
    allowed.delivery_reference := coalesce(new.delivery_reference, old.delivery_reference);
    -- Generated columns are not there yet; they follow the text.
    allowed.content := new.content;
    allowed.sha256 := new.sha256;
    if new is not distinct from allowed then
      return new;
    end if;
  end if;
  raise exception using errcode = '42501', hint = 'append_only', message = 'A signed payroll is not changed. Correct it instead.';
end $$;
comment on function private.keep_what_was_signed() is 'For every role, the service role included: only that it was delivered, and whether its hours still hold, is added to a signed payroll.';

create or replace trigger signed_payrolls_are_never_emptied before truncate on public.certified_payrolls
  for each statement execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.certified_payrolls
  for each row execute function private.record_change('signed_text', 'content');

create table public.certified_payroll_deliveries (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  certified_payroll_id uuid not null,
  channel text not null,
  recipient text,
  reference text,
  delivered_at timestamptz default clock_timestamp() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint certified_payroll_deliveries_pkey primary key (company_id, id),
  constraint certified_payroll_deliveries_channel_known check (channel in ('mail', 'portal', 'link', 'paper', 'other')),
  constraint certified_payroll_deliveries_text_length check (char_length(recipient) <= 254 and char_length(reference) <= 200),
  constraint certified_payroll_deliveries_payroll foreign key (company_id, certified_payroll_id) references public.certified_payrolls(company_id, id)
);
select private.refuse_non_finite('public.certified_payroll_deliveries');
create index certified_payroll_deliveries_by_payroll on public.certified_payroll_deliveries (company_id, certified_payroll_id, delivered_at);
comment on table public.certified_payroll_deliveries is 'Each time a certified payroll was handed in: how, to whom, with what confirmation. Written by functions only, never changed.';
comment on column public.certified_payroll_deliveries.channel is 'mail: e-mail, portal: uploaded to a portal, link: a link was handed over, paper: on paper, other.';
alter table public.certified_payroll_deliveries enable row level security;
grant select on table public.certified_payroll_deliveries to authenticated;

create policy "Managers read deliveries of certified payrolls" on public.certified_payroll_deliveries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger deliveries_are_append_only before delete or update on public.certified_payroll_deliveries
  for each row execute function private.refuse_change();

create or replace trigger deliveries_are_never_emptied before truncate on public.certified_payroll_deliveries
  for each statement execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.certified_payroll_deliveries
  for each row execute function private.record_change();

create or replace function public.record_certified_payroll_delivery(id_param uuid, channel_param text, reference_param text default null::text, recipient_param text default null::text, delivered_on_param date default null::date) returns public.certified_payrolls
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  zone text := (select c.time_zone from public.companies c where c.id = company);
  stored public.certified_payrolls;
  moment timestamptz := clock_timestamp();
begin
  select * into stored from public.certified_payrolls p where p.company_id = company and p.id = id_param for update;
  if stored.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This certified payroll was not found.';
  elsif coalesce(channel_param, '') not in ('mail', 'portal', 'link', 'paper', 'other') then
    raise exception using errcode = 'P0001', hint = 'delivery_channel_unknown', message = 'Say how it was handed in: mail, portal, link, paper or other.';
  end if;
  if delivered_on_param <> (moment at time zone zone)::date then
    if not isfinite(delivered_on_param) or delivered_on_param > (moment at time zone zone)::date or delivered_on_param < (stored.signed_at at time zone zone)::date then
      raise exception using errcode = 'P0001', hint = 'delivery_day_wrong', message = 'The day it was handed in is between the day it was signed and today.';
    end if;
    moment := greatest(stored.signed_at, (delivered_on_param + time '12:00') at time zone zone);
  end if;
  return private.store_payroll_delivery(stored, channel_param, nullif(btrim(reference_param), ''), nullif(btrim(recipient_param), ''), moment, auth.uid());
end $$;
comment on function public.record_certified_payroll_delivery(uuid,text,text,text,date) is 'Manager, owner: a signed payroll was handed in: by mail, portal, link, paper or other, with the confirmation of whoever took it, today or on a day since it was signed. Any number of times.';
grant execute on function public.record_certified_payroll_delivery(uuid,text,text,text,date) to authenticated;

create or replace function private.store_payroll_delivery(payroll_param public.certified_payrolls, channel_param text, reference_param text, recipient_param text, moment_param timestamptz, account_param uuid) returns public.certified_payrolls
language plpgsql security definer set search_path = '' as $$
declare
  stored public.certified_payrolls;
begin
  insert into public.certified_payroll_deliveries (company_id, certified_payroll_id, channel, recipient, reference, delivered_at, created_by)
  values (payroll_param.company_id, payroll_param.id, channel_param, recipient_param, reference_param, moment_param, account_param);
  update public.certified_payrolls p set status = case when p.status = 'needs_correction' then p.status else 'delivered' end, delivered_at = coalesce(p.delivered_at, moment_param),
    delivery_reference = coalesce(reference_param, p.delivery_reference)
  where p.company_id = payroll_param.company_id and p.id = payroll_param.id
  returning * into stored;
  perform private.settle_notifications(stored.company_id, e.id, '{certified_payroll_due}', jsonb_build_object('project_id', stored.project_id, 'week_end', stored.week_end))
  from public.employees e where e.company_id = stored.company_id and e.role in ('owner', 'manager');
  return stored;
end $$;
comment on function private.store_payroll_delivery(public.certified_payrolls,text,text,text,timestamp with time zone,uuid) is 'Adds a delivery to a signed payroll, in the name of whoever sent it.';

create or replace function public.my_certified_payrolls() returns table(certified_payroll_id uuid, project_id uuid, project_name text, week_end date, number integer, revision integer, newest boolean, final boolean, status text, signed_name text, signed_title text, signed_at timestamptz, sha256 text, own_rows jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  shows_pay boolean := private.own_rate_visible();
begin
  return query
  select p.id, p.project_id, p.content #>> '{report,header,project_name}', p.week_end, p.number, p.revision,
    not exists (select from public.certified_payrolls n where n.company_id = p.company_id and n.corrects_id = p.id),
    p.final, p.status, p.signed_name, p.signed_title, p.signed_at, p.sha256, (
      select coalesce(jsonb_agg(case when shows_pay then r.value
        else r.value - '{rate,rate_st,rate_ot,rate_dt,rate_reasons,determination_base,determination_fringe,fringe_credit,cash_in_lieu,gross_project,gross_all,deductions,net,check_number}'::text[] end
        order by r.ordinality), '[]')
      from jsonb_array_elements(p.content #> '{report,rows}') with ordinality r where r.value ->> 'employee_id' = me.id::text)
  from public.certified_payrolls p
  where p.company_id = me.company_id and me.id = any (p.employee_ids)
  order by p.week_end desc, p.project_id, p.revision desc;
end $$;
comment on function public.my_certified_payrolls() is 'Everyone, for themselves: the signed payrolls that have a row of theirs, and those rows alone; without pay where the company hides rates.';
grant execute on function public.my_certified_payrolls() to authenticated;
