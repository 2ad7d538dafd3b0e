// The bundle has this in place of what drizzle imports for Postgres, relational queries and columns that no table has.

export const isPgEnum = () => false;

const unused = undefined;

export {
  unused as blob,
  unused as createTableRelationsHelpers,
  unused as extractTablesRelationalConfig,
  unused as getOperators,
  unused as getOrderByOperators,
  unused as Many,
  unused as mapRelationalRow,
  unused as normalizeRelation,
  unused as numeric,
  unused as One,
  unused as RelationalQueryBuilder,
};
