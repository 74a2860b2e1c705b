create table public.ticket_copies (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  recipient text not null,
  address text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ticket_copies_pkey primary key (company_id, id),
  constraint ticket_copies_recipient_known check (recipient in ('customer', 'company')),
  constraint ticket_copies_address_length check (char_length(address) <= 254),
  constraint ticket_copies_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.ticket_copies');
create index ticket_copies_by_ticket on public.ticket_copies (company_id, ticket_id);
comment on table public.ticket_copies is 'To whom the field copy of a ticket was mailed, and when. Kept as it is.';
alter table public.ticket_copies enable row level security;
alter publication supabase_realtime add table public.ticket_copies;
grant select on table public.ticket_copies to authenticated;

create policy "Whoever reads a ticket reads where its copies went" on public.ticket_copies
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (ticket_id in ( select t.id
   from public.extra_work_tickets t)));

create or replace trigger keep_copy before update on public.ticket_copies
  for each row execute function private.refuse_change();

create or replace trigger keep_identity before update on public.ticket_copies
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.ticket_copies
  for each row execute function private.record_change();

create or replace function private.ticket_record(ticket public.extra_work_tickets) returns jsonb
language sql immutable set search_path = '' as $$
  select ticket.content || jsonb_build_object('id', ticket.id, 'status', case when ticket.signed_at is not null then 'signed' else 'refused' end, 'language', ticket.language,
    'sha256', ticket.sha256, 'signed', case when ticket.signed_at is not null then jsonb_build_object('name', ticket.signed_name, 'title', ticket.signed_title,
      'at', ticket.signed_at, 'through', ticket.signed_through, 'signature_path', ticket.signature_path) end,
    'refused', case when ticket.refused_at is not null then jsonb_build_object('name', ticket.refused_name, 'title', ticket.refused_title, 'at', ticket.refused_at,
      'through', ticket.refused_through, 'reason', ticket.refusal_reason) end,
    'witness', case when ticket.witness_at is not null then jsonb_build_object('name', ticket.witness_name, 'at', ticket.witness_at) end,
    'place', case when ticket.latitude is not null then jsonb_build_object('latitude', ticket.latitude, 'longitude', ticket.longitude, 'accuracy_m', ticket.accuracy_m) end);
$$;
comment on function private.ticket_record(public.extra_work_tickets) is 'What the field copy is made from: what was shown, and the customer''s answer. No price is in here.';

create or replace function public.ticket_record(id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('tickets') end;
  ticket public.extra_work_tickets;
begin
  select * into ticket from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param and private.sees_ticket(me, scope, t);
  if ticket.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This ticket was not found.';
  end if;
  return case when ticket.content is null then private.ticket_content(ticket) || '{"status": "draft"}' else private.ticket_record(ticket) end;
end $$;
comment on function public.ticket_record(uuid) is 'Foremen their own, managers any: what the field copy of a ticket is made from; of a draft as it is now.';
grant execute on function public.ticket_record(uuid) to authenticated;

create or replace function private.send_ticket_copies(ticket public.extra_work_tickets, email_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  customer constant text := coalesce(nullif(btrim(email_param), ''), ticket.directed_email);
  copy record;
begin
  if to_regprocedure('mail.enqueue_with_file(text, text, text, jsonb, jsonb)') is null then
    return;
  end if;
  for copy in
    select 'customer' as recipient, customer as address, ticket.language as language, coalesce(ticket.signed_name, ticket.refused_name) as person where customer is not null
    union
    select 'company', b.email, 'en', b.name from public.billing_contacts b where b.company_id = ticket.company_id and b.email <> ''
    union
    select 'company', r.email, r.language, r.first_name from private.notification_recipients r
      where r.company_id = ticket.company_id and r.email is not null and (r.employee_id = ticket.employee_id
        or r.role = 'owner' and not exists (select from public.billing_contacts b where b.company_id = ticket.company_id and b.email <> ''))
  loop
    begin
      execute 'select mail.enqueue_with_file($1, $2, $3, $4, $5)' using copy.address, 'ticket_copy', copy.language,
        jsonb_build_object('first_name', copy.person, 'company_name', ticket.content ->> 'company', 'project_name', ticket.content ->> 'project', 'number', private.ticket_name(ticket),
          'signed', ticket.signed_at is not null, 'refused', ticket.signed_at is null, 'name', coalesce(ticket.signed_name, ticket.refused_name), 'reason', ticket.refusal_reason),
        jsonb_build_object('user_id', coalesce(ticket.created_by, '00000000-0000-0000-0000-000000000000'), 'renderer', 'ticket', 'language', copy.language, 'record', private.ticket_record(ticket));
      insert into public.ticket_copies (company_id, ticket_id, recipient, address) values (ticket.company_id, ticket.id, copy.recipient, lower(copy.address));
    exception when check_violation then
      -- An address no mail can go to must not undo a signature.
      raise warning 'No copy of ticket % could be queued', ticket.id;
    end;
  end loop;
end $$;
comment on function private.send_ticket_copies(public.extra_work_tickets,text) is 'Mails the field copy to the customer, to whoever wrote the ticket and to the office: the billing contact, else the owners.';

create or replace function private.ticket_name(ticket public.extra_work_tickets) returns text
language sql immutable set search_path = '' as $$
  select ticket.number || case when ticket.revision > 0 then ' R' || ticket.revision else '' end;
$$;

create or replace function private.notify_of_ticket(ticket public.extra_work_tickets) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_person(r.company_id, r.employee_id, 'ticket_signed', 'ticket ' || ticket.id || ' ' || ticket.status,
      case when ticket.signed_at is not null then 'ticket_signed' else 'ticket_refused' end,
      jsonb_build_object('ticket_id', ticket.id, 'number', private.ticket_name(ticket), 'project_name', ticket.content ->> 'project',
        'name', coalesce(ticket.signed_name, ticket.refused_name), 'reason', ticket.refusal_reason),
      jsonb_build_object('path', '/tickets/' || ticket.id))
    from private.notification_recipients r
    where r.company_id = ticket.company_id and r.role in ('owner', 'manager') and r.user_id is distinct from auth.uid();
end $$;
comment on function private.notify_of_ticket(public.extra_work_tickets) is 'Notifies managers of a signature or a refusal.';
