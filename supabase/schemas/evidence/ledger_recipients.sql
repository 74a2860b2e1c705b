create table public.ledger_recipients (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  email text not null,
  language text default 'en' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ledger_recipients_pkey primary key (company_id, id),
  constraint ledger_recipients_once unique (company_id, email),
  constraint ledger_recipients_email_form check (char_length(email) <= 254 and email = lower(email) and email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@.]+$'),
  constraint ledger_recipients_language_known check (language in ('en', 'es')),
  constraint ledger_recipients_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.ledger_recipients');
comment on table public.ledger_recipients is 'Addresses that receive each signed end of the history by mail, so that what was signed is also elsewhere. Twenty at most.';
alter table public.ledger_recipients enable row level security;
grant select, delete on table public.ledger_recipients to authenticated;
grant insert (company_id, email, language) on table public.ledger_recipients to authenticated;

create policy "Owners read who receives roots" on public.ledger_recipients
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners add who receives roots" on public.ledger_recipients
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners remove who receives roots" on public.ledger_recipients
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.ledger_recipients
  for each row execute function private.fill_company_id();

create or replace trigger limit_recipients before insert on public.ledger_recipients
  for each row execute function private.limit_ledger_recipients();

create or replace function private.limit_ledger_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email := lower(btrim(new.email));
  perform pg_advisory_xact_lock(hashtextextended('ledger recipients:' || new.company_id::text, 0));
  if (select count(*) from public.ledger_recipients r where r.company_id = new.company_id) >= 20 then
    raise exception using errcode = 'P0001', hint = 'too_many_recipients', message = 'At most 20 addresses can receive signed ends of the history.';
  end if;
  return new;
end $$;
comment on function private.limit_ledger_recipients() is 'Twenty addresses of a company, counted one after the other.';

create or replace trigger zz_record_change after insert or delete or update on public.ledger_recipients
  for each row execute function private.record_change();

create or replace function private.mail_ledger_root(root public.ledger_roots) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient public.ledger_recipients;
  company public.companies;
begin
  if to_regprocedure('mail.enqueue_with_file(text, text, text, jsonb, jsonb)') is null then
    return;
  end if;
  select * into company from public.companies c where c.id = root.company_id;
  for recipient in select * from public.ledger_recipients r where r.company_id = root.company_id loop
    begin
      execute 'select mail.enqueue_with_file($1, $2, $3, $4, $5)' using recipient.email, 'ledger_root', recipient.language,
        jsonb_build_object('company_name', company.name, 'signed_text', root.signed_text, 'signature', root.signature, 'key_id', root.key_id,
          'events', root.last_position, 'restored', root.reason = 'restored',
          'backup_at', to_char(substring(root.note from '[^ ]+Z$')::timestamptz at time zone company.time_zone, 'YYYY-MM-DD HH24:MI'),
          'unsubscribe_token', private.unsubscribe_token(recipient.id, 'ledger_root')),
        jsonb_build_object('user_id', '00000000-0000-0000-0000-000000000000', 'renderer', 'ledger_root', 'language', recipient.language,
          'name', 'history-' || to_char(root.created_at at time zone company.time_zone, 'YYYY-MM-DD') || '-' || root.last_position || '.json',
          'root', jsonb_build_object('signed_text', root.signed_text, 'signature', root.signature, 'key_id', root.key_id));
    exception when check_violation then
      raise warning 'No mail of root % could be queued', root.id;
    end;
  end loop;
end $$;
comment on function private.mail_ledger_root(public.ledger_roots) is 'Mails a signed root to everybody an owner named, as text and as a file.';
