-- Certificates that end soon come into the inbox. Nobody is kept from work.

create function private.certificates_held(company_id_param uuid) returns table (employee_id uuid, type_id uuid, certification_id uuid, expires_on date, warn_days smallint, name text)
language sql stable set search_path = '' as $$
  -- The latest end counts; one that never ends has none to tell.
  select distinct on (c.employee_id, c.type_id) c.employee_id, c.type_id, c.id, c.expires_on, t.warn_days, t.name
  from public.certifications c
  join public.certification_types t on t.company_id = c.company_id and t.id = c.type_id and t.active
  where c.company_id = company_id_param
  order by c.employee_id, c.type_id, c.expires_on desc nulls first, c.created_at desc;
$$;
comment on function private.certificates_held(uuid) is 'The certificate that counts of every person and kind.';

alter table public.verifications drop constraint verifications_kind_known;
alter table public.verifications add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate'));

create function private.find_expiring_certificates(moment_param timestamptz default now()) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from (
    select private.open_verification(c.id, 'expiring_certificate', h.certification_id, h.employee_id, null,
      (h.expires_on - h.warn_days)::timestamp at time zone c.time_zone,
      private.person_name(c.id, h.employee_id) || ': ' || h.name || ' ends on ' || h.expires_on,
      jsonb_build_object('certificate', h.name, 'end_date', h.expires_on))
    from public.companies c
    cross join lateral private.certificates_held(c.id) h
    join public.employees e on e.company_id = c.id and e.id = h.employee_id and e.active
    where extract(hour from moment_param at time zone c.time_zone) = 6
      and h.expires_on - h.warn_days <= (moment_param at time zone c.time_zone)::date
  ) found;
$$;
comment on function private.find_expiring_certificates(timestamp with time zone) is 'Once a morning: certificates that end soon or have ended, into the inbox. A newer one settles it.';

create function private.settle_certificates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject public.certifications := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.settle_verifications(subject.company_id, array['expiring_certificate'], array(
    select c.id from public.certifications c
    where c.company_id = subject.company_id and c.employee_id = subject.employee_id and c.type_id = subject.type_id
    union select subject.id where tg_op = 'DELETE'));
  return null;
end $$;
comment on function private.settle_certificates() is 'A new, changed or deleted certificate closes what was told; the next morning tells again what still ends.';
create trigger settle_items after insert or update of expires_on, type_id, employee_id or delete on public.certifications
  for each row execute function private.settle_certificates();

revoke execute on function private.certificates_held(uuid), private.find_expiring_certificates(timestamptz), private.settle_certificates() from public;
select cron.schedule('expiring-certificates', '43 * * * *', 'select private.find_expiring_certificates()');
