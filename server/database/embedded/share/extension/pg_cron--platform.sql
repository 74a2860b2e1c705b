-- Nothing to make: cron.schedule and its tables are there from the start.
select 1;
