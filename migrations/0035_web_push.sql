CREATE TABLE `push_keys` (
	`one` integer PRIMARY KEY NOT NULL,
	`keys` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subscribers_of_push` ON `subscribers` (`created_at`) WHERE channel = 'push';