create table public.employee_pins (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  failed_attempts integer default 0 not null,
  locked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  set_by uuid,
  set_at timestamptz,
  constraint employee_pins_pkey primary key (company_id, id),
  constraint employee_pins_one_each unique (company_id, employee_id),
  constraint employee_pins_failed_attempts_range check (failed_attempts >= 0 and failed_attempts <= 5),
  constraint employee_pins_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint employee_pins_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_pins');
comment on table public.employee_pins is 'Who has a PIN for the kiosk, and whether wrong tries have locked it. The hash is in private.employee_pin_hashes.';
comment on column public.employee_pins.set_at is 'When the PIN was set last, by set_by; null: before this was noted.';
alter table public.employee_pins enable row level security;
alter publication supabase_realtime add table public.employee_pins;
grant select on table public.employee_pins to authenticated;

create policy "Managers read who has a PIN, others their own" on public.employee_pins
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.employee_pins
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.employee_pins
  for each row execute function private.touch_updated_at();

create or replace trigger verify_pin after update on public.employee_pins
  for each row when (old.locked_at is distinct from new.locked_at) execute function private.verify_pin();

create or replace trigger verify_removed_pin after delete on public.employee_pins
  for each row execute function private.verify_pin();

create or replace trigger set_guess_counter after insert or delete on public.employee_pins
  for each row execute function private.set_guess_counter('id');

create or replace trigger zz_record_change after insert or delete or update on public.employee_pins
  for each row execute function private.record_change();

create table private.employee_pin_hashes (
  company_id uuid not null,
  employee_id uuid not null,
  pin_hash text not null,
  constraint employee_pin_hashes_pkey primary key (company_id, employee_id),
  constraint employee_pin_hashes_company_id_employee_id_fkey foreign key (company_id, employee_id) references public.employee_pins(company_id, employee_id) on delete cascade
);
comment on table private.employee_pin_hashes is 'bcrypt of each PIN; no client reads it, not even a manager.';
alter table private.employee_pin_hashes enable row level security;

create or replace function public.set_employee_pin(employee_id_param uuid, pin_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
  pin_id uuid;
begin
  if employee_id_param is distinct from me.id then
    perform private.require_manager();
    perform private.require_colleague(me.company_id, employee_id_param);
    select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
    if me.role <> 'owner' and person.role in ('owner', 'manager') then
      if (select c.office_pins_by_owners from public.companies c where c.id = me.company_id) then
        raise exception using errcode = '42501', hint = 'office_pins_by_owners',
          message = 'The PIN of a manager or owner is set by that person or an owner.';
      end if;
      perform private.report_decision('pin_by_other', person.id, person.id,
        private.person_name(me.company_id, me.id) || ' set the PIN of ' || private.person_name(me.company_id, person.id),
        jsonb_build_object('by_name', private.person_name(me.company_id, me.id)));
    end if;
  end if;
  if pin_param is null then
    delete from public.employee_pins p where p.company_id = me.company_id and p.employee_id = employee_id_param;
    return;
  end if;
  if pin_param !~ '^[0-9]{4,8}$' then
    raise exception using errcode = 'P0001', hint = 'pin_form', message = 'A PIN has 4 to 8 digits.';
  end if;
  if private.weak_pin(pin_param) then
    raise exception using errcode = 'P0001', hint = 'pin_too_simple', message = 'Choose a PIN that is harder to guess.';
  end if;
  insert into public.employee_pins (company_id, employee_id, set_by, set_at)
    values (me.company_id, employee_id_param, auth.uid(), clock_timestamp())
    on conflict on constraint employee_pins_one_each do update
      set failed_attempts = 0, locked_at = null, set_by = excluded.set_by, set_at = excluded.set_at, updated_at = now()
    returning id into pin_id;
  perform private.clear_guesses(pin_id);
  insert into private.employee_pin_hashes (company_id, employee_id, pin_hash)
    values (me.company_id, employee_id_param, extensions.crypt(pin_param, extensions.gen_salt('bf', 8)))
    on conflict (company_id, employee_id) do update set pin_hash = excluded.pin_hash;
end $$;
comment on function public.set_employee_pin(uuid,text) is 'Sets the kiosk PIN (4 to 8 digits) of oneself, or of anyone as a manager, and unlocks it; null takes it away. That of a manager or owner is set by themselves or an owner, unless the company says otherwise.';
grant execute on function public.set_employee_pin(uuid,text) to authenticated;

create or replace function private.check_employee_pin(company_id_param uuid, employee_id_param uuid, pin_param text, out result text, out tries_left integer) returns record
language plpgsql security definer set search_path = '' as $$
declare
  pin public.employee_pins;
  guesses integer;
begin
  select p.* into pin from public.employee_pins p
    join public.employees e on e.company_id = p.company_id and e.id = p.employee_id and e.active
    where p.company_id = company_id_param and p.employee_id = employee_id_param for update of p;
  if pin.id is null then
    result := 'no_pin';
    return;
  elsif pin.locked_at is not null then
    result := 'locked';
    return;
  end if;
  guesses := private.count_guess(pin.id);
  perform private.refuse_undo();
  if guesses <= 5 and exists (select from private.employee_pin_hashes h
      where h.company_id = company_id_param and h.employee_id = employee_id_param and h.pin_hash = extensions.crypt(pin_param, h.pin_hash)) then
    result := 'ok';
    perform private.clear_guesses(pin.id);
    if pin.failed_attempts > 0 then
      update public.employee_pins p set failed_attempts = 0 where p.company_id = pin.company_id and p.id = pin.id;
    end if;
  else
    update public.employee_pins p set failed_attempts = least(guesses, 5), locked_at = case when guesses >= 5 then now() end
      where p.company_id = pin.company_id and p.id = pin.id returning 5 - p.failed_attempts into tries_left;
    result := case tries_left when 0 then 'locked' else 'wrong_pin' end;
  end if;
end $$;
comment on function private.check_employee_pin(uuid,uuid,text) is 'ok, wrong_pin, locked (after five wrong ones, until a manager sets a new one) or no_pin. Tries that ended in an error count as well.';
