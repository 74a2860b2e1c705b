create type private.clock_rules as (
  rule text,
  grace_minutes smallint,
  on_site text,
  stop_after_minutes smallint,
  stop_at_edge boolean,
  day_ends_at time,
  since timestamptz
);
-- Made again from supabase/schemas with this result.
drop function if exists private.clock_rules_for(uuid, uuid, uuid, date);
