CREATE TABLE `roll_up_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`through_id` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `status_changes` ADD `earlier_that_day` text;