CREATE TABLE `heartbeats` (
	`heartbeat_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`period_minutes` integer NOT NULL,
	`grace_minutes` integer NOT NULL,
	`secret` text NOT NULL,
	`last_beat_at` text DEFAULT '' NOT NULL,
	`due_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `heartbeats_secret_unique` ON `heartbeats` (`secret`);