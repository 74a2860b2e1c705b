create or replace function private.local_date(minute_param integer, time_zone_param text, workday_start_param integer) returns date
language sql stable parallel safe
return (((to_timestamp((((minute_param)::bigint * 60))::double precision) at time zone time_zone_param) - make_interval(mins => workday_start_param)))::date;

create or replace function private.day_starts(time_zone_param text, workday_start_param integer, first_date_param date, count_param integer) returns integer[]
language sql stable parallel safe set search_path = '' as $$
  select array_agg(private.epoch_minute(
      ((first_date_param + i) + make_interval(mins => workday_start_param)) at time zone time_zone_param) order by i)
  from generate_series(0, count_param) i;
$$;
comment on function private.day_starts(text,integer,date,integer) is 'Minutes since 1970 at which each of count_param workdays begins, and the end of the last.';

create or replace function private.epoch_minute(instant_param timestamptz) returns integer
language sql stable parallel safe
return (floor((date_part('epoch'::text, instant_param) / (60)::double precision)))::integer;
comment on function private.epoch_minute(timestamptz) is 'Whole minutes since 1970, seconds cut off.';
grant execute on function private.epoch_minute(timestamptz) to authenticated, service_role;

create or replace function private.round_minute(minute_param integer, time_zone_param text, increment_param integer) returns integer
language sql stable parallel safe set search_path = '' as $$
  select minute_param - t + ((2 * t + increment_param) / (2 * increment_param)) * increment_param
  from (select extract(hour from local)::integer * 60 + extract(minute from local)::integer as t
        from (select to_timestamp(minute_param::bigint * 60) at time zone time_zone_param as local) l) m;
$$;

create or replace function private.half_up(numerator_param bigint, denominator_param bigint) returns bigint
language sql immutable parallel safe
return ((sign((numerator_param)::double precision))::bigint * (((2 * abs(numerator_param)) + denominator_param) / (2 * denominator_param)));

create or replace function private.share(part_param bigint, unit_param bigint, total_param bigint, floors_param bigint, place_param bigint) returns bigint
language sql immutable parallel safe
return ((part_param / unit_param) + case when (place_param <= ((((2 * total_param) + unit_param) / (2 * unit_param)) - floors_param)) then 1 else 0 end);
comment on function private.share(bigint,bigint,bigint,bigint,bigint) is 'A part of a total that is rounded half up once, in whole units: its own whole units, and one of those left over if its place by largest remainder is among them. floors_param: the whole units of all parts.';

create or replace function private.hour_hundredths(minutes_param integer, leftover_param bigint, place_param bigint, twos_param bigint) returns bigint
language sql immutable parallel safe
return (((minutes_param * 5) / 3) + case ((minutes_param * 5) % 3) when 2 then ((place_param <= leftover_param))::integer when 1 then (((twos_param + place_param) <= leftover_param))::integer else 0 end);

create or replace function private.leftover_hundredths(minutes_param bigint, floors_param bigint) returns bigint
language sql immutable parallel safe
return ((((10 * minutes_param) + 3) / 6) - floors_param);

create or replace function private.company_today(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select (now() at time zone c.time_zone)::date from public.companies c where c.id = company_id_param;
$$;
grant execute on function private.company_today(uuid) to authenticated;

create or replace function private.zone_or(zone_param text, fallback_param text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if zone_param is null then
    return fallback_param;
  end if;
  perform now() at time zone zone_param;
  return zone_param;
exception when invalid_parameter_value then
  return fallback_param;
end $$;
