-- What one click approved, one click takes back.

create function public.take_back_approvals(start_date_param date, end_date_param date, since_param timestamptz default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  removed integer;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.close_time(company);
  if private.is_locked(company, start_date_param, end_date_param) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Unlock it first.';
  end if;
  delete from public.approvals a
  where a.company_id = company and a.approved_by = auth.uid() and a.work_date between start_date_param and end_date_param
    and (since_param is null or a.approved_at > since_param);
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function public.take_back_approvals(date, date, timestamptz) is 'Manager, owner: takes back what they approved in these days after that moment, or all of it; returns how many days.';
revoke execute on function public.take_back_approvals(date, date, timestamptz) from public, anon;
grant execute on function public.take_back_approvals(date, date, timestamptz) to authenticated;
