CREATE TABLE `nightly_exports` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`content_version` text DEFAULT '' NOT NULL,
	`part` text DEFAULT 'componentGroups' NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`pages` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`finished_at` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `nightly_exports_kept` integer DEFAULT 7 NOT NULL;