CREATE TABLE `search_rebuilds` (
	`id` integer PRIMARY KEY NOT NULL,
	`indexed_from` integer
);
