-- Made again from supabase/schemas with further arguments.
drop function if exists public.sign_timesheet(date, date, text, text, text, text);
drop function if exists public.dispute_timesheet(date, date, text, text, text, text);
drop function if exists public.sync_events(jsonb);
drop function if exists private.event_sender();
