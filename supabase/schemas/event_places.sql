-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.event_places (
  company_id uuid not null,
  event_id uuid not null,
  punched_at timestamptz not null,
  place jsonb not null,
  constraint event_places_pkey primary key (company_id, event_id),
  constraint finite_punched_at check (isfinite(punched_at)),
  constraint event_places_event foreign key (company_id, event_id) references public.synced_events(company_id, id) on delete cascade
);
create index event_places_by_age on private.event_places using btree (company_id, punched_at);
comment on table private.event_places is 'Where a device was at an event that is not decided yet. Goes to punch_locations when the punch counts, else away; after companies.location_days in any case.';
alter table private.event_places enable row level security;

create or replace function private.event_place(event public.synced_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select p.place from private.event_places p where p.company_id = event.company_id and p.event_id = event.id;
$$;

create or replace function private.forget_event_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.event_places p where p.company_id = new.company_id and p.event_id = new.id;
  return null;
end $$;

create or replace function private.note_event_place(event public.synced_events, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place record := private.read_location(location_param);
begin
  -- One's own punches only, as with a signal, and only where the company records places.
  if place.latitude is not null and place.longitude is not null and event.kind in ('clock_in', 'clock_out', 'switch')
    and exists (select from public.companies c join public.employees e on e.company_id = c.id and e.id = event.employee_id and e.user_id = event.created_by
      where c.id = event.company_id and c.capture_location) then
    insert into private.event_places (company_id, event_id, punched_at, place)
      values (event.company_id, event.id, event.counts_at, jsonb_strip_nulls(jsonb_build_object('latitude', round(place.latitude::numeric, 5),
        'longitude', round(place.longitude::numeric, 5), 'accuracy_m', place.accuracy_m, 'fix_age_s', place.fix_age_s)))
      on conflict do nothing;
  end if;
end $$;
comment on function private.note_event_place(public.synced_events,jsonb) is 'Keeps where a device was at an event until it is decided.';

create or replace trigger forget_event_place after update of state on public.synced_events
  for each row when (new.state = any (array['applied'::text, 'repeated'::text, 'adjusted'::text, 'discarded'::text])) execute function private.forget_event_place();
