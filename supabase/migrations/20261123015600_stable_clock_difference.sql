-- A phone whose clock is hours off, and was so all along, is believed with the difference that was measured.
set check_function_bodies = off;

create or replace function private.clock_was_set_back(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  -- A counter that goes on where a clock jumps; it may stand still while a phone sleeps, it never runs ahead.
  -- Compared between the event and its sending, and with the event before it, within one start of the app.
  select coalesce((event.payload ->> 'sent_monotonic_ms')::numeric - (event.payload ->> 'monotonic_ms')::numeric
      > (event.payload ->> 'sent_at_ms')::numeric - extract(epoch from event.happened_at) * 1000 + 300000, false)
      and event.payload ->> 'sent_monotonic_origin' = event.payload ->> 'monotonic_origin'
    or coalesce((select event.payload ->> 'monotonic_origin' = s.payload ->> 'monotonic_origin'
        and (event.payload ->> 'monotonic_ms')::numeric - (s.payload ->> 'monotonic_ms')::numeric
          > extract(epoch from event.happened_at - s.happened_at) * 1000 + 300000
      from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.created_by = event.created_by
        and s.sequence < event.sequence and s.state <> 'unreadable'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_was_set_back(public.synced_events) is 'Whether the device''s clock was set back around the event, by its counter.';

create or replace function private.clock_is_wrong(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  select
    -- Off all along: measured before the event and when it was sent, the difference is the same.
    case when event.payload ->> 'sent_offset_ms' is null then abs(event.offset_ms) > 300000
      else abs(event.offset_ms) > 86400000 or abs((event.payload ->> 'sent_offset_ms')::numeric - event.offset_ms) > 300000 end
    or private.clock_was_set_back(event)
    or event.counts_at > clock_timestamp() + interval '5 minutes'
    or coalesce(event.counts_at + interval '5 minutes' < (
      select s.counts_at from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.sequence < event.sequence and s.state = 'applied'
        -- Quantities are not judged by the clock, so they say nothing about it.
        and s.kind <> 'quantity'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_is_wrong(public.synced_events) is 'Off by over five minutes and not all along, by over a day, changed around the event, ahead, or set back since the device''s last applied event.';
