create table public.shift_swaps (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  shift_id uuid not null,
  employee_id uuid not null,
  to_employee_id uuid not null,
  status text default 'asked' not null,
  note text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shift_swaps_pkey primary key (company_id, id),
  constraint shift_swaps_note_length check (char_length(note) <= 500),
  constraint shift_swaps_status_known check (status in ('asked', 'accepted', 'approved', 'declined', 'withdrawn')),
  constraint shift_swaps_with_someone_else check (employee_id <> to_employee_id),
  constraint shift_swaps_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint shift_swaps_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint shift_swaps_shift foreign key (company_id, shift_id) references public.shifts(company_id, id) on delete cascade,
  constraint shift_swaps_to_employee foreign key (company_id, to_employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.shift_swaps');
create index shift_swaps_by_employee on public.shift_swaps (company_id, employee_id);
create index shift_swaps_by_to_employee on public.shift_swaps (company_id, to_employee_id);
create unique index shift_swaps_one_open on public.shift_swaps (company_id, shift_id) where status in ('asked', 'accepted');
comment on table public.shift_swaps is 'Someone asks a colleague to take a shift: asked, accepted by the colleague, approved by a manager. Written by functions only.';
alter table public.shift_swaps enable row level security;
alter publication supabase_realtime add table public.shift_swaps;
grant select on table public.shift_swaps to authenticated;

create policy "Managers read swaps, others those they take part in" on public.shift_swaps
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) or to_employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.shift_swaps
  for each row execute function private.fill_company_id('shifts', 'shift_id');

create or replace trigger keep_creator before insert or update on public.shift_swaps
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.shift_swaps
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.shift_swaps
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.shift_swaps
  for each row execute function private.record_change();

create or replace function public.ask_for_swap(shift_id_param uuid, to_employee_id_param uuid, note_param text default null::text) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps;
begin
  if not exists (select from public.shifts s where s.company_id = me.company_id and s.id = shift_id_param and s.employee_id = me.id
      and s.status = 'published' and s.starts_at > now()) then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
  end if;
  if to_employee_id_param is not distinct from me.id or not exists (
      select from public.employees e where e.company_id = me.company_id and e.id = to_employee_id_param and e.active) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  insert into public.shift_swaps (company_id, shift_id, employee_id, to_employee_id, note)
  values (me.company_id, shift_id_param, me.id, to_employee_id_param, nullif(btrim(note_param), ''))
  returning * into swap;
  return swap;
end $$;
comment on function public.ask_for_swap(uuid,uuid,text) is 'Everyone: asks a colleague to take a shift of theirs. A manager approves it in the end.';
grant execute on function public.ask_for_swap(uuid,uuid,text) to authenticated;

create or replace function public.answer_swap(swap_id_param uuid, accept_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if accept_param is null or me.id not in (swap.employee_id, swap.to_employee_id) or me.id = swap.employee_id and accept_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  if accept_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id;
    perform private.require_free(shift, me.id);
  end if;
  update public.shift_swaps w set status = case when accept_param then 'accepted' when me.id = swap.employee_id then 'withdrawn' else 'declined' end
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
comment on function public.answer_swap(uuid,boolean) is 'Everyone: accepts or declines a swap they were asked for, or takes back their own.';
grant execute on function public.answer_swap(uuid,boolean) to authenticated;

create or replace function private.lock_swap(company_id_param uuid, swap_id_param uuid) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  swap public.shift_swaps;
begin
  select * into swap from public.shift_swaps w where w.company_id = company_id_param and w.id = swap_id_param for update;
  if swap.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  if swap.status not in ('asked', 'accepted') then
    raise exception using errcode = 'P0001', hint = 'swap_decided', message = 'This swap has already been decided.';
  end if;
  return swap;
end $$;

create or replace function public.decide_swap(swap_id_param uuid, approve_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if approve_param is null or approve_param and swap.status <> 'accepted' then
    raise exception using errcode = 'P0001', hint = 'swap_not_accepted', message = 'The colleague has not accepted this swap yet.';
  end if;
  if approve_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id for update;
    if shift.employee_id is distinct from swap.employee_id or shift.status <> 'published' then
      raise exception using errcode = 'P0001', hint = 'swap_outdated', message = 'This shift was changed since the swap was asked for.';
    end if;
    perform private.require_free(shift, swap.to_employee_id);
    update public.shifts s set employee_id = swap.to_employee_id, acknowledged_at = now(), previous = null,
      published = s.published || jsonb_build_object('employee_id', swap.to_employee_id)
    where s.company_id = me.company_id and s.id = shift.id;
    perform private.notify_of_shifts(me.company_id, jsonb_build_array(
      jsonb_build_object('employee_id', swap.employee_id, 'shift_id', shift.id, 'change', 'cancelled', 'was', shift.published),
      jsonb_build_object('employee_id', swap.to_employee_id, 'shift_id', shift.id, 'change', 'new', 'now', shift.published)));
  end if;
  update public.shift_swaps w set status = case when approve_param then 'approved' else 'declined' end, decided_by = auth.uid(), decided_at = now()
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
comment on function public.decide_swap(uuid,boolean) is 'Managers: approves a swap both agreed on, which gives the shift to the colleague, or declines it.';
grant execute on function public.decide_swap(uuid,boolean) to authenticated;

create or replace function public.my_swaps() returns table(id uuid, status text, asked_by_me boolean, person text, note text, shift_id uuid, work_date date, starts_at timestamptz, ends_at timestamptz, project_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
  select w.id, w.status, w.employee_id = me.id, btrim(e.first_name || ' ' || e.last_name), w.note, s.id, s.work_date, s.starts_at, s.ends_at, p.name
  from public.shift_swaps w
  join public.shifts s on s.company_id = w.company_id and s.id = w.shift_id
  join public.employees e on e.company_id = w.company_id and e.id = case when w.employee_id = me.id then w.to_employee_id else w.employee_id end
  left join public.projects p on p.company_id = s.company_id and p.id = s.project_id
  where w.company_id = me.company_id and me.id in (w.employee_id, w.to_employee_id) and w.status in ('asked', 'accepted')
  order by s.starts_at, w.id;
end $$;
comment on function public.my_swaps() is 'Everyone: open swaps they asked for or were asked for, with the shift.';
grant execute on function public.my_swaps() to authenticated;

create or replace function private.open_items(company_id_param uuid) returns bigint
language sql stable set search_path = '' as $$
  -- Two partial indexes. The photos are one item: they are reviewed in one go.
  select (select count(*) from public.verifications v where v.company_id = company_id_param and v.status = 'open')
    + exists (select from public.kiosk_photos p join public.companies c on c.id = p.company_id and c.kiosk_photos
      where p.company_id = company_id_param and p.review is null and p.uploaded_at is not null)::integer;
$$;
comment on function private.open_items(uuid) is 'Items of Verification that are open; photos of the kiosk nobody has looked at are one.';
grant execute on function private.open_items(uuid) to authenticated, service_role;
