CREATE TABLE `confirmation_limits` (
	`mailbox_key` text PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`next_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `confirmation_limits_by_age` ON `confirmation_limits` (`next_at`);--> statement-breakpoint
CREATE TABLE `subscribe_calls` (
	`call_id` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `subscribers` ADD `mailbox_key` text;--> statement-breakpoint
CREATE INDEX `subscribers_by_mailbox` ON `subscribers` (`mailbox_key`);