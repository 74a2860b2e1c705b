-- Who decides open steps is found for all time at once.
drop function if exists private.step_deciders(public.approval_steps, uuid, uuid, date, date);
drop function if exists private.step_people(public.approval_steps, uuid, uuid, date);
drop function if exists private.present_people(uuid, uuid[], uuid, date);
drop function if exists private.chain_for(uuid, uuid, uuid);
