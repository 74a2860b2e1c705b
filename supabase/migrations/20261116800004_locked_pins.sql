-- A PIN locked by wrong tries is told to the managers and stands in Verification until a new one is set.

alter table public.verifications drop constraint verifications_kind_known;
alter table public.verifications add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet',
  'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo'));

create function private.verify_pin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person text := private.person_name(coalesce(new.company_id, old.company_id), coalesce(new.employee_id, old.employee_id));
begin
  if tg_op = 'DELETE' or new.locked_at is null then
    perform private.settle_verifications(old.company_id, '{pin_locked}', array[old.id]);
    return null;
  end if;
  perform private.open_verification(new.company_id, 'pin_locked', new.id, new.employee_id, null, new.locked_at,
    person || '''s PIN is locked after five wrong tries', '{}');
  perform private.notify(r, 'time_reminders', 'pin ' || new.id || ' ' || new.locked_at, 'pin_locked',
      jsonb_build_object('person', person, 'employee_id', new.employee_id, 'at', to_char(new.locked_at at time zone r.time_zone, r.time_format)))
    from private.notification_recipients r
    where r.company_id = new.company_id and r.role in ('owner', 'manager') and r.employee_id <> new.employee_id;
  return null;
end $$;
revoke execute on function private.verify_pin() from public;
create trigger verify_pin after update on public.employee_pins for each row
  when (old.locked_at is distinct from new.locked_at) execute function private.verify_pin();
create trigger verify_removed_pin after delete on public.employee_pins for each row execute function private.verify_pin();
