create domain public."text/calendar" as text;
comment on type public."text/calendar" is 'A function that returns it answers as this media type.';

create table private.calendar_feeds (
  company_id uuid not null,
  employee_id uuid not null,
  token_hash text not null,
  created_at timestamptz default now() not null,
  constraint calendar_feeds_pkey primary key (company_id, employee_id),
  constraint calendar_feeds_token_hash_key unique (token_hash),
  constraint calendar_feeds_company_id_employee_id_fkey foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.calendar_feeds');
comment on table private.calendar_feeds is 'SHA-256 of the token in a person''s calendar address: 160 random bits need no slow hash.';
alter table private.calendar_feeds enable row level security;

create or replace function public.time_off_calendar(start_date_param date, end_date_param date) returns table(request_id uuid, employee_id uuid, person text, day date, minutes integer, status text, type_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select r.id, r.employee_id, btrim(e.first_name || ' ' || e.last_name), d.day, d.minutes, r.status,
    case when manages or r.employee_id = me.id then t.name end
  from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  join public.employees e on e.company_id = r.company_id and e.id = r.employee_id
  cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
  where r.company_id = me.company_id and r.start_date <= end_date_param and r.end_date >= start_date_param
    and d.day between start_date_param and end_date_param and d.minutes > 0
    and (r.status = 'approved' or r.status = 'requested' and (manages or r.employee_id = me.id))
    -- Of colleagues only those of the own crews, and not why they are away.
    and (manages or r.employee_id = me.id or exists (
      select from public.crew_members mine join public.crew_members theirs on theirs.company_id = mine.company_id and theirs.crew_id = mine.crew_id
      where mine.company_id = me.company_id and mine.employee_id = me.id and theirs.employee_id = r.employee_id
        and daterange(mine.from_date, mine.to_date, '[]') @> d.day and daterange(theirs.from_date, theirs.to_date, '[]') @> d.day)
      or exists (select from public.crews c join public.crew_members m on m.company_id = c.company_id and m.crew_id = c.id
        where c.company_id = me.company_id and c.foreman_id = me.id and m.employee_id = r.employee_id
          and daterange(m.from_date, m.to_date, '[]') @> d.day))
  order by d.day, 3, r.id;
end $$;
comment on function public.time_off_calendar(date,date) is 'Who is away on which days: managers everyone with the kind and what is asked for; others themselves and approved days of their crews, without the kind.';
grant execute on function public.time_off_calendar(date,date) to authenticated;

create or replace function public.my_calendar_feed() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return (select f.created_at from private.calendar_feeds f where f.company_id = me.company_id and f.employee_id = me.id);
end $$;
comment on function public.my_calendar_feed() is 'Everyone, for themselves: when their calendar address was made; null where there is none.';
grant execute on function public.my_calendar_feed() to authenticated;

create or replace function public.create_calendar_feed() returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  token text := encode(extensions.gen_random_bytes(20), 'hex');
begin
  insert into private.calendar_feeds (company_id, employee_id, token_hash)
    values (me.company_id, me.id, private.calendar_token_hash(token))
    on conflict (company_id, employee_id) do update set token_hash = excluded.token_hash, created_at = now();
  return token;
end $$;
comment on function public.create_calendar_feed() is 'Everyone, for themselves: a new token for calendar_feed, shown this once; the one before ends.';
grant execute on function public.create_calendar_feed() to authenticated;

create or replace function private.calendar_token_hash(token_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(token_param, 'UTF8')), 'hex')
$$;

create or replace function public.revoke_calendar_feed() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  delete from private.calendar_feeds f where f.company_id = me.company_id and f.employee_id = me.id;
end $$;
comment on function public.revoke_calendar_feed() is 'Everyone, for themselves: ends their calendar address.';
grant execute on function public.revoke_calendar_feed() to authenticated;

create or replace function public.calendar_feed(token_param text) returns public."text/calendar"
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.employees;
  today date;
  zone text;
begin
  select e.* into person from private.calendar_feeds f
    join public.employees e on e.company_id = f.company_id and e.id = f.employee_id and e.active
    where f.token_hash = private.calendar_token_hash(token_param);
  if person.id is null then
    raise exception using errcode = 'PT404', hint = 'calendar_not_found', message = 'This calendar address is not valid, or no longer.';
  end if;
  select coalesce(private.zone_or(pr.time_zone, c.time_zone), c.time_zone) into zone
    from public.companies c left join public.preferences pr on pr.user_id = person.user_id where c.id = person.company_id;
  today := (now() at time zone zone)::date;
  return E'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Chalkline//Schedule//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n'
    || private.calendar_line('X-WR-CALNAME', private.calendar_text((select c.name from public.companies c where c.id = person.company_id)))
    || private.calendar_line('X-WR-TIMEZONE', zone)
    || E'REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n'
    || coalesce(private.calendar_shifts(person, today - 60, today + 366), '')
    || coalesce(private.calendar_time_off(person, today - 60, today + 366), '')
    || E'END:VCALENDAR\r\n';
end $$;
comment on function public.calendar_feed(text) is 'Anyone with a person''s token: their published shifts and approved time off as iCalendar, from 60 days ago to a year ahead; nothing of pay or of others.';
grant execute on function public.calendar_feed(text) to anon, authenticated;

create or replace function private.calendar_line(name_param text, value_param text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  rest text := name_param || ':' || replace(value_param, E'\n', '\n');
  folded text := '';
  taken integer;
begin
  if value_param is null or value_param = '' then
    return '';
  end if;
  while octet_length(rest) > 74 loop
    taken := 74;
    while octet_length(left(rest, taken)) > 74 loop
      taken := taken - 1;
    end loop;
    folded := folded || left(rest, taken) || E'\r\n ';
    rest := substr(rest, taken + 1);
  end loop;
  return folded || rest || E'\r\n';
end $$;

create or replace function private.calendar_text(text_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(replace(regexp_replace(regexp_replace(text_param, E'\\r\\n?', E'\n', 'g'), '[\x01-\x09\x0b-\x1f\x7f]', '', 'g'),
    '\', '\\'), ';', '\;'), ',', '\,')
$$;
comment on function private.calendar_text(text) is 'Escaped for RFC 5545, still with its line breaks.';

create or replace function private.calendar_time_off(employee public.employees, from_param date, to_param date) returns text
language sql stable set search_path = '' as $$
  select string_agg(E'BEGIN:VEVENT\r\n'
    || private.calendar_line('UID', r.id || '@time-off')
    || private.calendar_line('DTSTAMP', private.calendar_instant(r.updated_at))
    || private.calendar_line('DTSTART;VALUE=DATE', to_char(r.start_date, 'YYYYMMDD'))
    || private.calendar_line('DTEND;VALUE=DATE', to_char(r.end_date + 1, 'YYYYMMDD'))
    || private.calendar_line('SUMMARY', private.calendar_text(t.name || ' (' || trim_scale(r.hours) || ' h)'))
    || E'STATUS:CONFIRMED\r\nEND:VEVENT\r\n', '' order by r.start_date, r.id)
  from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  where r.company_id = employee.company_id and r.employee_id = employee.id and r.status = 'approved'
    and r.start_date <= to_param and r.end_date >= from_param;
$$;

create or replace function private.calendar_instant(instant_param timestamptz) returns text
language sql immutable parallel safe set search_path = '' as $$
  select to_char(instant_param at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')
$$;
