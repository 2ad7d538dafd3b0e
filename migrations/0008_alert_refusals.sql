CREATE TABLE `alert_refusals` (
	`source` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	`last_at` text NOT NULL,
	PRIMARY KEY(`source`, `reason`)
);
