-- Pay of people without public work, computed by themselves, named other projects and cost codes. It is computed again.
delete from private.pay_lines;
delete from private.pay_weeks;
delete from private.pay_weeks_outdated;
