insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('signed-sheets', 'signed-sheets', 'f', '26214400', '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Managers store pictures of sheets signed on paper" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'signed-sheets' and (select private.is_manager()) and private.may_store_signed_sheet(name));

create policy "Managers read sheets signed on paper, others their own" on storage.objects
  for select to authenticated
  using (bucket_id = 'signed-sheets' and (storage.foldername(name))[1] = (select private.my_company_id())::text
    and ((select private.is_manager()) or (storage.foldername(name))[2] = (select private.my_employee_id())::text));

create or replace function private.may_store_signed_sheet(name_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.employees e where e.company_id = private.my_company_id()
    and name_param ~ ('^' || e.company_id || '/' || e.id || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|jpeg|png|webp|pdf)$'));
$$;
comment on function private.may_store_signed_sheet(text) is 'Whether this is a place for a sheet of somebody of the caller''s company.';
grant execute on function private.may_store_signed_sheet(text) to authenticated, service_role;

create or replace function public.attach_paper_timesheet(employee_id_param uuid, start_date_param date, end_date_param date, name_param text, path_param text, sha256_param text, language_param text) returns public.timesheet_signatures
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  person public.employees;
  arrived record;
  answer public.timesheet_signatures;
begin
  select * into answer from public.timesheet_signatures s where s.company_id = me.company_id and s.paper_path = path_param;
  if answer.id is not null then
    return answer; -- sent again
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  if person.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  elsif person.id = me.id then
    raise exception using errcode = 'P0001', hint = 'not_for_yourself', message = 'Sign your own hours yourself.';
  elsif nullif(btrim(name_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'name_required', message = 'Write the name that stands under the sheet.';
  end if;
  select true as found, substring(o.metadata ->> 'eTag' from '^"([0-9a-f]{64})"$') as sha256 into arrived
    from storage.objects o where o.bucket_id = 'signed-sheets' and o.name = path_param and o.name like person.company_id || '/' || person.id || '/%';
  if arrived.found is null then
    raise exception using errcode = 'P0001', hint = 'file_missing', message = 'The picture of the sheet has not arrived. Try again.';
  elsif arrived.sha256 <> sha256_param then
    raise exception using errcode = 'P0001', hint = 'file_differs', message = 'This is another file than the one announced.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_person_time(person.company_id, person.id);
  if exists (select from public.timesheet_signatures s where s.company_id = person.company_id and s.employee_id = person.id and s.invalidated_at is null
      and s.start_date <= end_date_param and s.end_date >= start_date_param) then
    raise exception using errcode = 'P0001', hint = 'already_answered', message = 'This person has answered for these days already.';
  end if;
  return private.answer_timesheet(person, 'paper', start_date_param, end_date_param, false, name_param, null, 'On paper: see the picture.', coalesce(language_param, 'en'), '1',
    jsonb_build_object('paper_path', path_param, 'paper_sha256', coalesce(arrived.sha256, sha256_param)));
end $$;
comment on function public.attach_paper_timesheet(uuid,date,date,text,text,text,text) is 'Managers: somebody signed the hours of a period on paper, whose picture is stored in the bucket signed-sheets. Never in place of an answer the person gave. Idempotent by path.';
grant execute on function public.attach_paper_timesheet(uuid,date,date,text,text,text,text) to authenticated;
