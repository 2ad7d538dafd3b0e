CREATE TABLE `postmortems` (
	`notice_id` text PRIMARY KEY NOT NULL,
	`postmortem_id` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`published_at` text,
	`notified_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `postmortems_published` ON `postmortems` (`updated_at`) WHERE state = 'Published';--> statement-breakpoint
CREATE INDEX `postmortems_by_id` ON `postmortems` (`postmortem_id`);--> statement-breakpoint
ALTER TABLE `notices` ADD `postmortem_published_at` text;