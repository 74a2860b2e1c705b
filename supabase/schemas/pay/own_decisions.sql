create or replace function private.check_own_decision() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- What the product works out for everyone, such as adjustments owed, is nobody's decision.
  if tg_argv[0] = 'own_approval' or private.is_client() then
    perform private.decide_for_self(tg_argv[0], (changed ->> 'employee_id')::uuid, (changed ->> 'id')::uuid,
      jsonb_strip_nulls(jsonb_build_object('entity', tg_table_name, 'action', lower(tg_op), 'hourly_rate', changed -> 'hourly_rate',
        'amount_cents', changed -> 'amount_cents', 'hours', changed -> 'hours', 'pay_code', changed -> 'pay_code',
        'day', coalesce(changed ->> 'effective_from', changed ->> 'work_date', changed ->> 'start_date', left(changed ->> 'counts_at', 10)))));
  end if;
  return null;
end $$;

create or replace function private.decide_for_self(kind_param text, employee_id_param uuid, subject_id_param uuid, detail_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if employee_id_param is distinct from private.my_employee_id() then
    return;
  end if;
  if private.another_must(kind_param, employee_id_param) then
    raise exception using errcode = '42501', hint = kind_param || '_by_others',
      message = case kind_param when 'own_pay' then 'Somebody else must set your pay. Ask another manager or owner.'
        else 'Somebody else must approve this for you. Ask another manager or owner.' end;
  end if;
  perform private.report_decision(kind_param, subject_id_param, employee_id_param,
    private.person_name(private.my_company_id(), employee_id_param)
      || case kind_param when 'own_pay' then ' changed their own pay' else ' approved for themselves' end, detail_param);
end $$;
comment on function private.decide_for_self(text,uuid,uuid,jsonb) is 'Nothing where it is about somebody else; else refuses what another must do and reports what the caller did for themselves.';
grant execute on function private.decide_for_self(text,uuid,uuid,jsonb) to authenticated;

create or replace function private.another_must(kind_param text, employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select employee_id_param = private.my_employee_id() and private.somebody_else_decides(employee_id_param) and coalesce((
    select case kind_param when 'own_pay' then c.own_pay_by_others else c.own_approval_by_others end
    from public.companies c where c.id = private.my_company_id()), false);
$$;
comment on function private.another_must(text,uuid) is 'Whether this is about the caller and the company wants somebody else to do it: own_pay or own_approval.';
grant execute on function private.another_must(text,uuid) to authenticated;

create or replace function private.somebody_else_decides(employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.employees e
    join public.employees o on o.company_id = e.company_id and o.id <> e.id and o.active and o.user_id is not null
      and (o.role = 'owner' or o.role = 'manager' and e.role <> 'owner')
    where e.id = employee_id_param and e.company_id = private.my_company_id());
$$;
comment on function private.somebody_else_decides(uuid) is 'Whether somebody else could decide about this person: for an owner another owner, for everyone else another manager or an owner.';
