create or replace function public.mail_certified_payroll(id_param uuid, emails_param text[], expires_on_param date, message_param text default null::text, language_param text default 'en'::text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  payroll public.certified_payrolls;
  addresses constant text[] := array(select distinct lower(btrim(a)) from unnest(emails_param) a where btrim(a) <> '' order by 1);
  note constant text := nullif(btrim(message_param), '');
  address text;
  contact public.agency_contacts;
  link jsonb;
begin
  select * into payroll from public.certified_payrolls p where p.company_id = me.company_id and p.id = id_param;
  if payroll.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This certified payroll was not found.';
  elsif cardinality(addresses) not between 1 and 20 or exists (
      select from unnest(addresses) a where a !~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$' or char_length(a) > 254) then
    raise exception using errcode = 'P0001', hint = 'mail_addresses', message = 'Choose 1 to 20 complete e-mail addresses.';
  elsif char_length(note) > 1000 or private.has_nine_digits(note) then
    raise exception using errcode = 'P0001', hint = 'mail_message', message = 'A message has up to 1000 characters and no social security numbers.';
  end if;
  foreach address in array addresses loop
    select * into contact from public.agency_contacts c where c.company_id = me.company_id and c.project_id = payroll.project_id and c.email = address;
    -- One link for each, so that it shows who opened it and can be taken back alone.
    link := private.make_portal_link(me.company_id, payroll.project_id, '{certified_payrolls}', expires_on_param, coalesce(contact.name, address), payroll.id);
    perform private.send_handoff_mail(me.company_id, 'certified_payroll', address, coalesce(contact.language, case language_param when 'es' then 'es' else 'en' end),
      jsonb_strip_nulls(jsonb_build_object('first_name', coalesce(contact.name, address), 'company_name', (select c.name from public.companies c where c.id = me.company_id),
        'sender_name', btrim(concat_ws(' ', me.first_name, me.last_name)), 'project_name', payroll.content #>> '{report,header,project_name}',
        'contract_number', payroll.content #>> '{report,header,contract_number}', 'number', payroll.number,
        'correction', case when payroll.revision > 0 then payroll.revision end, 'week_end', to_char(payroll.week_end, 'MM/DD/YYYY'), 'message', note,
        'expires_on', to_char(expires_on_param, 'MM/DD/YYYY'), 'token', link ->> 'token')),
      payroll.project_id, payroll.id, null, (link ->> 'id')::uuid);
  end loop;
  return cardinality(addresses);
end $$;
comment on function public.mail_certified_payroll(uuid,text[],date,text,text) is 'Managers: mails a signed payroll to an agency: each address gets a link of its own that shows this one report until a day. Nothing about workers stands in the mail. Counts as a delivery once the mail was sent. Answers how many.';
grant execute on function public.mail_certified_payroll(uuid,text[],date,text,text) to authenticated;
