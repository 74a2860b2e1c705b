-- A change of everyone's pay, noted while somebody reads it, has no first or last date of its own.
create or replace function private.forget_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- A policy with another day, hour or zone for its week has weeks that reach into the next of the company's.
  reach integer := case when exists (
    select from public.overtime_policies p
    where p.company_id = company_id_param and (p.policy ->> 'workweek_start_dow' is not null or p.policy ->> 'tz' is not null
      or coalesce(p.policy ->> 'workday_start', '00:00') <> '00:00')) then 7 else 0 end;
  first_week date := case when isfinite(first_date_param) then private.week_of(first_date_param, week_start) - reach else first_date_param end;
  last_week date := case when isfinite(last_date_param) then private.week_of(last_date_param, week_start) + reach else last_date_param end;
begin
  if private.pay_lock(company_id_param, false) then
    if employee_id_param is null then
      delete from private.pay_lines l where l.company_id = company_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k where k.company_id = company_id_param and k.week between first_week and last_week;
    else
      delete from private.pay_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k
      where k.company_id = company_id_param and k.employee_id = employee_id_param and k.week between first_week and last_week;
    end if;
  else
    insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
    -- Stored dates have no infinity.
    values (company_id_param, employee_id_param, greatest(first_week, date '0001-01-01'), least(last_week, date '9999-12-31'));
  end if;
end $$;

-- One import of the largest size an hour; a company that is a day old invites a hundred.
create or replace function private.send_invitation(employee public.employees, inviter public.employees) returns public.employee_invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  -- Counted one after the other, so that calls at the same moment are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('invitations:' || employee.company_id::text, 0));
  if (select count(*) from public.employee_invitations i
      where i.company_id = employee.company_id and i.sent_at > now() - interval '1 hour')
    >= (select case when c.created_at > now() - interval '1 day' then 100 else 1000 end
      from public.companies c where c.id = employee.company_id) then
    raise exception using errcode = 'P0001', hint = 'too_many_invitations',
      message = 'Too many invitations within an hour. Try again later, or add people without inviting them.';
  end if;
  insert into public.employee_invitations (company_id, employee_id, email, invited_by, sent_at)
    values (employee.company_id, employee.id, employee.email, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set sent_at = now(), expires_at = now() + interval '7 days', email = excluded.email, invited_by = excluded.invited_by
    returning * into invitation;
  -- The queue belongs to the platform; where there is none the invitation still stands and can be accepted.
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is not null then
    execute 'select mail.enqueue($1, $2, $3, $4, $5)' using employee.email, 'employee_invitation', employee.language,
      jsonb_build_object('first_name', employee.first_name,
        'company_name', (select c.name from public.companies c where c.id = employee.company_id),
        'inviter_name', btrim(concat_ws(' ', inviter.first_name, inviter.last_name))), 'invite';
  end if;
  return invitation;
end $$;
