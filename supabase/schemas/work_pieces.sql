-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace view private.work_pieces as
 select t.company_id,
    t.id as entry_id,
    t.employee_id,
    t.project_id,
    t.cost_code_id,
    t.equipment_id,
    t.clock_in,
    t.clock_out is null as running,
    t.work_date + day.number as work_date,
    (day.ends - day.starts - coalesce(pause.deducted, 0)) * 60 as seconds,
    coalesce(pause.deducted, 0) * 60 as unpaid_break_seconds,
    coalesce(pause.counted, 0) * 60 as paid_break_seconds,
    (day.number = 0)::integer as entries
   from public.time_entries t
     cross join lateral ( select z.zone,
            z.ended,
            (t.clock_in at time zone z.zone)::date as first_day,
            ((z.ended - '00:00:00.000001'::interval) at time zone z.zone)::date as last_day
           from ( select private.zone_of(t.company_id, t.project_id) as zone,
                    coalesce(t.clock_out, greatest(now(), t.clock_in + '00:00:00.000001'::interval)) as ended
                 offset 0) z
         offset 0) span
     cross join lateral ( select n.number,
                case
                    when n.number = 0 then private.epoch_minute(t.clock_in)
                    else private.epoch_minute(((span.first_day + n.number)::timestamp without time zone at time zone span.zone))
                end as starts,
                case
                    when (span.first_day + n.number) = span.last_day then private.epoch_minute(span.ended)
                    else private.epoch_minute(((span.first_day + n.number + 1)::timestamp without time zone at time zone span.zone))
                end as ends
           from generate_series(0, span.last_day - span.first_day) n(number)) day
     left join lateral ( select sum(b.minutes) filter (where b.deducted)::integer as deducted,
            sum(b.minutes) filter (where not b.deducted)::integer as counted
           from ( select private.break_is_deducted(x.paid, private.epoch_minute(x.started_at), private.epoch_minute(x.ended_at), private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date)) as deducted,
                    least(private.epoch_minute(coalesce(x.ended_at, span.ended)), day.ends) - greatest(private.epoch_minute(x.started_at), day.starts) as minutes
                   from public.time_entry_breaks x
                  where x.company_id = t.company_id and x.time_entry_id = t.id) b
          where b.minutes > 0) pause on true;
comment on view private.work_pieces is 'Seconds of every entry by day, as they count: the only place that says how long work took.';
