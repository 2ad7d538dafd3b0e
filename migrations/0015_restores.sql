CREATE TABLE `restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`step` text DEFAULT 'begin' NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`metric_id` text DEFAULT '' NOT NULL
);
