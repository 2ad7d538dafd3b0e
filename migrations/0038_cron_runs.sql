CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_run_at` text NOT NULL
);
