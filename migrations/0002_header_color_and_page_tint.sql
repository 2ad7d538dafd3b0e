ALTER TABLE `settings` ADD `header_color` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `page_tint` text DEFAULT 'none' NOT NULL;