/** Patterns that a migration must not contain, and what to do instead. */
const unsafePatterns: [pattern: RegExp, instead: string][] = [
  [
    /\bPRAGMA\b|\bRENAME\s+TO\b/,
    "rebuilds or renames a table. D1 keeps foreign keys on, so that dropping the old table deletes the rows of every " +
      "table that refers to it, without an error. Add a column or a table beside it, and leave the old one.",
  ],
  [
    /\bDROP\s+TABLE\b/,
    "deletes the table's rows, and by their foreign keys those of every table that refers to it. Stop using the table, " +
      "and leave it.",
  ],
  [
    /\bDROP\s+(?:COLUMN\b|(?!TABLE\b|INDEX\b|VIEW\b|TRIGGER\b)\w)/,
    "deletes what the column holds. Stop using the column, and leave it.",
  ],
  [
    /\bRENAME\b/,
    "takes a column away from the Worker that runs until the deployment ends, and after a rollback. Add a column, and " +
      "read both.",
  ],
  [
    /\bDELETE\s+FROM\b|\bREPLACE\s+INTO\b|\bOR\s+REPLACE\b/,
    "deletes rows, before anybody has seen that the new version works. Delete them in the cron's run, in steps.",
  ],
];

const addedColumn = /\bADD\s+(?:COLUMN\s+)?(\w+)\b(.*)/s;
const uniqueIndex = /\bCREATE\s+UNIQUE\s+INDEX\b.*?\bON\s+(\w+)\s*\((.*?)\)/s;

/** Returns a sentence for each statement that loses rows, or that fails on a filled database. */
export function findUnsafeStatements(sql: string): string[] {
  const statements = normalize(sql)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  const newNames = new Set(
    statements.map(
      (statement) => /\bCREATE\s+(?:VIRTUAL\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/i.exec(statement)?.[1],
    ),
  );
  return statements.flatMap((statement) => {
    const text = statement.toUpperCase();
    const quoted = `"${statement.replaceAll(/\s+/g, " ").slice(0, 80)}"`;
    // Deleting from a table that this migration creates loses nothing: search triggers do.
    const [, emptied = ""] = /\bDELETE\s+FROM\s+(\w+)/i.exec(statement) ?? [];
    if (newNames.has(emptied.toLowerCase())) return [];
    const match = unsafePatterns.find(([pattern]) => pattern.test(text));
    if (match) return `${quoted} ${match[1]}`;
    if (/^ALTER\s+TABLE\b/.test(text)) {
      const [, name, definition = ""] = addedColumn.exec(text) ?? [];
      if (name === undefined)
        return `${quoted} changes a table in a way that is not known here. Only add to it.`;
      newNames.add(name.toLowerCase());
      if (/\bNOT\s+NULL\b/.test(definition) && !/\bDEFAULT\b/.test(definition))
        return `${quoted} fails on a table that has rows. Give the column a default, or let it be null.`;
    }
    const [, table = "", columns = ""] = uniqueIndex.exec(statement) ?? [];
    if (table !== "" && ![table, ...columns.split(/\W+/)].some((name) => newNames.has(name.toLowerCase())))
      return `${quoted} fails on a table whose rows repeat a value. Make the index over a column or a table that is new.`;
    return [];
  });
}

/** Removes comments, the content of strings, and quotes around names. */
function normalize(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\/|["`[\]]/gs, (part) => {
    if (part.startsWith("'")) return "''";
    return part.length === 1 ? "" : " ";
  });
}
