/**
 * Common errors of Amazon Cognito, its local stand-in and their library that say nothing about what to do next. All other
 * messages, such as "Incorrect username or password.", stay as they are.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/CommonErrors.html
 */
const explanations: readonly (readonly [RegExp, string])[] = [
  [/^(null|\d*|unknown ?error.*)$/i, "The sign-in service answered with an error. Try again in a moment."],
  [
    /^network error$|\bfetch\b/i,
    "The sign-in service can't be reached. Check your connection and try again.",
  ],
  [/(rate|limit) exceeded$|^too many requests/i, "Too many attempts. Wait a minute and try again."],
  [/(at '|parameter )session|^invalid session|session (is|has) expired/i, "This took too long. Start again."],
  [
    /at '\w*password'|password parameter|parameter PASSWORD/i,
    "This password can't be used: it's too short, or it begins or ends with a space.",
  ],
  [/at '\w*code'|parameter UserCode/i, "This code isn't complete. Enter all of its digits."],
  [
    /at '(\w*username|\w*email|authParameters)|parameter USERNAME|^username should be/i,
    "This email address isn't valid. Check for typos.",
  ],
  [
    /validation errors? detected|^missing required parameter/i,
    "Something is missing or isn't valid. Check what you entered and try again.",
  ],
  [/^code mismatch|^invalid code received/i, "This code is wrong. Enter the newest code."],
  [
    /^your software token has already been used/i,
    "This code has been used. Wait until your app shows the next one.",
  ],
  [
    /^user password cannot be reset/i,
    "Your password can't be reset now. Sign in with the one from your invitation, or contact your admin.",
  ],
  [/^password reset required/i, 'You need to reset your password. Choose "Forgot Password?".'],
  [/^user is not confirmed/i, "Your account isn't confirmed yet. Contact your admin."],
  [/access token/i, "Your session has ended. Sign out, and sign in again."],
];

export function explainPoolError(error: Error & { code: string }): Error {
  const [, explanation] = explanations.find(([pattern]) => pattern.test(error.message)) ?? [];
  if (explanation === undefined) return error;
  const { name, code } = error;
  return Object.assign(new Error(explanation, { cause: error }), { name, code });
}
