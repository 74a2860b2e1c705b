create or replace function public.may_connect_accounting(connection_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_owner() and exists (select from public.accounting_connections c
    where c.company_id = private.my_company_id() and c.id = connection_id_param and c.state <> 'disconnected');
$$;
comment on function public.may_connect_accounting(uuid) is 'Whether the caller may hand over secrets of a connection, sign in at its system and try it: owners, of their own company. Asked by the server before each of these.';
grant execute on function public.may_connect_accounting(uuid) to authenticated;

create or replace trigger notify_of_lost_sign_in after update of state on public.accounting_connections
  for each row when (new.state = 'sign_in_needed' and old.state <> 'sign_in_needed')
  execute function private.notify_of_lost_sign_in();

create or replace function private.notify_of_lost_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_person(r.company_id, r.id, 'accounting_sign_in', 'accounting ' || new.id || ' ' || clock_timestamp(), 'accounting_sign_in',
      jsonb_build_object('system', case new.system when 'quickbooks_online' then 'QuickBooks Online' when 'quickbooks_desktop' then 'QuickBooks Desktop'
        when 'adp' then 'ADP' else 'Paychex' end),
      jsonb_build_object('path', '/settings?tab=connections'))
    from public.employees r where r.company_id = new.company_id and r.active and r.role = 'owner';
  return null;
end $$;
comment on function private.notify_of_lost_sign_in() is 'Owners are notified when a connected system wants a new sign-in: nothing is sent until then.';
