// The bundle has this in place of what drizzle imports for Postgres, and for relational queries, which the Worker doesn't make.

export const isPgEnum = () => false;

const unused = undefined;

export {
  unused as createTableRelationsHelpers,
  unused as extractTablesRelationalConfig,
  unused as getOperators,
  unused as getOrderByOperators,
  unused as Many,
  unused as mapRelationalRow,
  unused as normalizeRelation,
  unused as One,
  unused as RelationalQueryBuilder,
};
