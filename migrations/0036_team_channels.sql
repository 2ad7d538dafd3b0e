CREATE TABLE `failures` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`at` text NOT NULL,
	`told_at` text,
	PRIMARY KEY(`kind`, `subject_id`)
);
--> statement-breakpoint
CREATE TABLE `team_channels` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`shown_address` text NOT NULL,
	`hears_failures` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `mail_messages` ADD `failure` text;--> statement-breakpoint
CREATE INDEX `mail_messages_failures` ON `mail_messages` (`created_at`) WHERE kind = 'failure';--> statement-breakpoint
ALTER TABLE `subscribers` ADD `is_team` integer DEFAULT false NOT NULL;