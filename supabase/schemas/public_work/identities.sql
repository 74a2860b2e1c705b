create or replace function private.has_nine_digits(text_param text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  -- Also in Arabic, Persian, Devanagari and full-width digits, and with every digit apart.
  select translate(text_param, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९０１２３４５６７８９', '0123456789012345678901234567890123456789')
    ~ '(^|[^0-9])([0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}|[0-9]([^0-9A-Za-z]{1,3}[0-9]){8})([^0-9]|$)';
$$;
comment on function private.has_nine_digits(text) is 'Whether a text holds what can be a full social security number, however it is spelled. Constraints of tables refuse the plain spellings.';
grant execute on function private.has_nine_digits(text) to authenticated;

create or replace function public.set_identity(employee_id_param uuid, last_four_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  digits text := nullif(btrim(last_four_param), '');
begin
  if not exists (select from public.employees e where e.company_id = me.company_id and e.id = employee_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  elsif private.has_nine_digits(digits) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Only the last four digits may be stored.';
  elsif digits !~ '^[0-9]{4}$' then
    raise exception using errcode = 'P0001', hint = 'last_four_wrong', message = 'Enter four digits.';
  elsif digits is null then
    delete from public.employee_identities i where i.company_id = me.company_id and i.employee_id = employee_id_param;
    return;
  end if;
  insert into public.employee_identities as i (company_id, employee_id, last_four)
  values (me.company_id, employee_id_param, digits)
  on conflict on constraint employee_identities_one_per_person
    do update set last_four = excluded.last_four, created_by = excluded.created_by, updated_at = now();
end $$;
comment on function public.set_identity(uuid,text) is 'Managers: stores the last four digits of somebody''s social security number, or forgets them. More digits are refused.';
grant execute on function public.set_identity(uuid,text) to authenticated;

create or replace function public.identity_of(employee_id_param uuid, purpose_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  if not exists (select from public.employees e where e.company_id = me.company_id and e.id = employee_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  return (select n.last_four from private.read_identities(me, array[employee_id_param], purpose_param) n);
end $$;
comment on function public.identity_of(uuid,text) is 'Managers: the last four digits of somebody''s number, or null where none are stored. Who read them and what for is recorded for that person and the owners.';
grant execute on function public.identity_of(uuid,text) to authenticated;

create or replace function private.read_identities(viewer_param public.employees, employee_ids_param uuid[], purpose_param text) returns table(employee_id uuid, last_four text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  purpose text := nullif(btrim(purpose_param), '');
begin
  perform private.refuse_undo();
  if purpose is null or char_length(purpose) > 200 then
    raise exception using errcode = 'P0001', hint = 'identity_purpose_required', message = 'Say in up to 200 characters what the number is needed for.';
  elsif private.has_nine_digits(purpose) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Only the last four digits may be stored.';
  end if;
  return query
  with stored as materialized (
    select i.employee_id, i.last_four from public.employee_identities i
     where i.company_id = viewer_param.company_id and i.employee_id = any (employee_ids_param)
  ), noted as (
    insert into public.identity_views (company_id, employee_id, viewed_by, purpose)
    select viewer_param.company_id, s.employee_id, viewer_param.id, purpose from stored s
     -- One's own digits are no secret from oneself.
     where s.employee_id <> viewer_param.id
  )
  select s.employee_id, s.last_four from stored s;
end $$;
comment on function private.read_identities(public.employees,uuid[],text) is 'The only way to the stored digits: notes who read whose, and what for.';

create or replace function public.identities_on_file() returns table(employee_id uuid, updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  return query select i.employee_id, i.updated_at from public.employee_identities i where i.company_id = me.company_id;
end $$;
comment on function public.identities_on_file() is 'Managers: of whom the last four digits are stored, and since when; never the digits.';
grant execute on function public.identities_on_file() to authenticated;

create or replace function public.my_identity_views() returns table(id uuid, viewer_name text, viewer_role text, viewed_at timestamptz, purpose text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select v.id, btrim(concat_ws(' ', e.first_name, e.last_name)), e.role, v.viewed_at, v.purpose
      from public.identity_views v
      left join public.employees e on e.company_id = v.company_id and e.id = v.viewed_by
     where v.company_id = me.company_id and v.employee_id = me.id
     order by v.viewed_at desc, v.id limit 500;
end $$;
comment on function public.my_identity_views() is 'Who read the caller''s last four digits, when and what for; the newest 500.';
grant execute on function public.my_identity_views() to authenticated;
