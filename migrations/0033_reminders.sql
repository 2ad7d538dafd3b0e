ALTER TABLE `notices` ADD `next_reminder_at` text DEFAULT '';--> statement-breakpoint
ALTER TABLE `subscribers` ADD `day_reminder` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `hour_reminder` integer DEFAULT false NOT NULL;