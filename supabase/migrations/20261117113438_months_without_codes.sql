-- Who changes codes daily has as many months by code as days; reports read the days.
delete from private.work_months where kind = 'cost_code';
alter table private.work_months drop constraint work_months_kind_check;
alter table private.work_months add constraint work_months_kind_check check (kind in ('all', 'project', 'equipment'));
