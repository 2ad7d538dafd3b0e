CREATE TABLE `subscribe_networks` (
	`network_key` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subscribe_networks_by_age` ON `subscribe_networks` (`at`);--> statement-breakpoint
CREATE INDEX `subscribers_unconfirmed_push` ON `subscribers` (`created_at`) WHERE channel = 'push' AND state = 'unconfirmed';--> statement-breakpoint
CREATE INDEX `subscribers_by_confirmation` ON `subscribers` (`confirmed_at`) WHERE state = 'confirmed' AND NOT is_team;