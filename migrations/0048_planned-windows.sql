ALTER TABLE `notices` ADD `planned_start_at` text;--> statement-breakpoint
ALTER TABLE `notices` ADD `planned_end_at` text;