-- The check of the history with what a later check can be compared with: how far the chain reached, and its last hash.
create function public.audit_proof() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  checked record;
  last_link record;
begin
  select * into checked from public.verify_audit_chain(me.company_id);
  select l.position, encode(l.hash, 'hex') as hash into last_link
    from private.audit_links l where l.company_id = me.company_id order by l.position desc limit 1;
  return (select jsonb_build_object('company_id', c.id, 'company', c.name, 'checked_at', now(),
      'events', checked.checked, 'broken_id', checked.broken_id, 'waiting', checked.unlinked,
      'broken_at', (select e.occurred_at from public.audit_events e where e.company_id = c.id and e.id = checked.broken_id),
      'first_at', (select min(e.occurred_at) from public.audit_events e where e.company_id = c.id),
      'last_at', (select max(e.occurred_at) from public.audit_events e where e.company_id = c.id),
      'last_position', last_link.position, 'last_hash', last_link.hash)
    from public.companies c where c.id = me.company_id);
end $$;
comment on function public.audit_proof() is 'Manager, owner: checks the history of the company (verify_audit_chain) and names the end of its chain, so that a later check shows whether anything before it was changed.';
revoke execute on function public.audit_proof() from public, anon;
grant execute on function public.audit_proof() to authenticated;
