create table public.handoff_mails (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  kind text not null,
  to_address text not null,
  certified_payroll_id uuid,
  subcontractor_id uuid,
  portal_link_id uuid,
  outbox_id uuid,
  status text default 'queued' not null,
  error text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint handoff_mails_pkey primary key (company_id, id),
  constraint handoff_mails_kind_known check (kind in ('certified_payroll', 'subcontractor_invitation', 'subcontractor_missing', 'subcontractor_returned')),
  constraint handoff_mails_status_known check (status in ('queued', 'sent', 'failed')),
  constraint handoff_mails_text_length check (char_length(to_address) <= 254 and char_length(error) <= 300),
  constraint handoff_mails_payroll foreign key (company_id, certified_payroll_id) references public.certified_payrolls(company_id, id),
  constraint handoff_mails_subcontractor foreign key (company_id, subcontractor_id) references public.subcontractors(company_id, id) on delete cascade,
  constraint handoff_mails_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade,
  constraint handoff_mails_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.handoff_mails');
create index handoff_mails_by_project on public.handoff_mails (company_id, project_id, created_at desc);
create index handoff_mails_by_outbox on public.handoff_mails (outbox_id);
create index handoff_mails_by_subcontractor on public.handoff_mails (company_id, subcontractor_id, created_at desc) where subcontractor_id is not null;
create index handoff_mails_by_payroll on public.handoff_mails (company_id, certified_payroll_id) where certified_payroll_id is not null;
create index handoff_mails_by_link on public.handoff_mails (company_id, portal_link_id) where portal_link_id is not null;
comment on table public.handoff_mails is 'Mails to agencies and subcontractors, who have no account, and what became of them. Written by functions only.';
comment on column public.handoff_mails.error is 'Why it could not be sent, as the mail server said.';
alter table public.handoff_mails enable row level security;
alter publication supabase_realtime add table public.handoff_mails;
grant select on table public.handoff_mails to authenticated;

create policy "Managers read mails to agencies and subcontractors" on public.handoff_mails
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_identity before update on public.handoff_mails
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.handoff_mails
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.handoff_mails
  for each row execute function private.record_change();

create or replace function private.send_handoff_mail(company_id_param uuid, template_param text, to_param text, language_param text, data_param jsonb, project_id_param uuid, certified_payroll_id_param uuid, subcontractor_id_param uuid, portal_link_id_param uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  outbox uuid;
  mail_id uuid;
begin
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    raise exception using errcode = 'P0001', hint = 'no_mail_here', message = 'This installation sends no mail.';
  end if;
  -- Counted one after the other, so that calls at the same moment are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('handoff mails:' || company_id_param::text, 0));
  if (select count(*) from public.handoff_mails m where m.company_id = company_id_param and m.created_at > now() - interval '1 hour') >= 300 then
    raise exception using errcode = 'P0001', hint = 'too_many_mails', message = 'Too many mails within an hour. Try again later.';
  end if;
  execute 'select mail.enqueue($1, $2, $3, $4, null)' into outbox using to_param, template_param, language_param, data_param;
  insert into public.handoff_mails (company_id, project_id, kind, to_address, certified_payroll_id, subcontractor_id, portal_link_id, outbox_id)
    values (company_id_param, project_id_param, template_param, lower(btrim(to_param)), certified_payroll_id_param, subcontractor_id_param, portal_link_id_param, outbox)
    returning id into mail_id;
  return mail_id;
end $$;
comment on function private.send_handoff_mail(uuid,text,text,text,jsonb,uuid,uuid,uuid,uuid) is 'Queues a mail to somebody without an account and notes it; 300 an hour for a company.';

create or replace function private.note_handoff_mail(outbox_id_param uuid, status_param text, error_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_sent constant boolean := status_param in ('sent', 'delivered');
  noted public.handoff_mails;
begin
  -- Forward only: a repeat, or a late "sent", changes nothing.
  update public.handoff_mails m set status = case when is_sent then 'sent' else 'failed' end,
      error = case when not is_sent then left(coalesce(error_param, status_param), 300) end
    where m.outbox_id = outbox_id_param and m.status = 'queued' returning * into noted;
  if is_sent and noted.certified_payroll_id is not null then
    perform private.store_payroll_delivery(p, 'mail', null, noted.to_address, clock_timestamp(), noted.created_by)
      from public.certified_payrolls p where p.company_id = noted.company_id and p.id = noted.certified_payroll_id;
  end if;
end $$;
comment on function private.note_handoff_mail(uuid,text,text) is 'What became of a mail, from private.note_delivery. A certified payroll counts as delivered once its mail was sent.';
