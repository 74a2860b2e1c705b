-- An invitation to hand over: copied by a manager into a chat instead of mailed.

create function public.create_invitation_link(employee_id_param uuid)
returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_invitable(me.company_id, employee_id_param);
  invitation public.employee_invitations;
begin
  -- Whoever holds the link can use it, so a manager could become an owner with it.
  if me.role <> 'owner' and employee.role not in ('foreman', 'employee') then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners appoint managers and owners.';
  end if;
  -- The platform makes the token; where there is none the screen says so and nothing is recorded.
  if to_regprocedure('auth.issue_invite_link(text, text, text, timestamptz)') is null then
    return;
  end if;
  insert into public.employee_invitations (company_id, employee_id, email, invited_by, link_made_at)
    values (employee.company_id, employee.id, employee.email, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set link_made_at = now(), expires_at = now() + interval '7 days', email = excluded.email
    returning * into invitation;
  execute 'select auth.issue_invite_link($1, $2, $3, $4)' into token
    using invitation.email, employee.language, invitation.id::text, invitation.expires_at;
  expires_at := invitation.expires_at;
  return next;
end $$;
comment on function public.create_invitation_link(uuid) is
  'A single-use token that lets this person in without a mail, valid for 7 days; no row where the platform cannot make one. A mailed link keeps working: the first one opened counts.';

create function private.revoke_invitation_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('auth.revoke_invite_links(text)') is not null then
    execute 'select auth.revoke_invite_links($1)' using old.id::text;
  end if;
  return null;
end $$;
comment on function private.revoke_invitation_links() is 'Links of an invitation that was accepted, withdrawn or removed open nothing.';

create trigger revoke_links_with_end after update on public.employee_invitations
  for each row when (new.accepted_at is not null or new.withdrawn_at is not null or new.email <> old.email)
  execute function private.revoke_invitation_links();
create trigger revoke_links_with_row after delete on public.employee_invitations
  for each row execute function private.revoke_invitation_links();

revoke execute on function public.create_invitation_link(uuid) from public, anon;
grant execute on function public.create_invitation_link(uuid) to authenticated, service_role;
