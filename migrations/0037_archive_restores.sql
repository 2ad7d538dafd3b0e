CREATE TABLE `archive_restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`archive_id` text NOT NULL,
	`row_counts` text NOT NULL,
	`part` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`started_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`finished_at` text DEFAULT '' NOT NULL
);
