/** cognito-local creates a client at each start, but `npm start` configures no trigger that would call it. */
exports.Lambda = class {};
