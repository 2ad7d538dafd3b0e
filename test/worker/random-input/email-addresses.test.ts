import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailAddress } from "../../../web/shared/mail-address.ts";
import { enableMail, subscribers } from "../../support/factories/make-subscribers.ts";
import { randomCharacter } from "../../support/factories/random-body.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { requestSubscription, findByAddress, findSubscribers } = subscribers(() => daymark);

test.for([
  ["Jane.Doe@Example.COM", "Jane.Doe@example.com"],
  [" \tspaces@example.com \r\n", "spaces@example.com"],
  ["plus+tag@sub.example.co.uk", "plus+tag@sub.example.co.uk"],
  ["o'hara!#$%&*/=?^_`{|}~-@example.com", "o'hara!#$%&*/=?^_`{|}~-@example.com"],
  ["unicode@münchen.example", "unicode@xn--mnchen-3ya.example"],
  ["unicode@例え.テスト", "unicode@xn--r8jz45g.xn--zckzah"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
] as const)("%j is stored as %j", async ([emailAddress, stored]) => {
  expect((await requestSubscription({ emailAddress })).status).toBe(200);
  expect(await findByAddress(stored)).toMatchObject({ state: "unconfirmed" });
});

test("spellings of one address are one subscriber", async () => {
  for (const emailAddress of ["one@bücher.example", "ONE@BÜCHER.example", "One@xn--BCHER-kva.example"])
    expect((await requestSubscription({ emailAddress })).status).toBe(200);
  expect(await findSubscribers("WHERE email_address LIKE '%@xn--bcher-kva.example'")).toHaveLength(1);
});

test.for([
  "",
  "   ",
  "nobody",
  "@example.com",
  "nobody@",
  "nobody@localhost",
  "no body@example.com",
  "a@b@example.com",
  ".dot@example.com",
  "dots..dots@example.com",
  "nobody@-example.com",
  "nobody@example..com",
  "nobody@[127.0.0.1]",
  "nobody@127.0.0.1",
  "nobody@example.com:25",
  "nobody@example.com/path",
  "nobody@user@example.com",
  "Nobody <nobody@example.com>",
  "nobody@example.com, somebody@example.com",
  "nobody@example.com\r\nBcc: somebody@example.com",
  "nobody\r\nBcc: somebody@example.com",
  '"nobody\r\nBcc: somebody"@example.com',
  '"nobody\nBcc: somebody"@example.com',
  '"nobody\\\r"@example.com',
  '"nobody\u0000"@example.com',
  '"unclosed@example.com',
  '"in "the" middle"@example.com',
  '""@example.com',
  '"just.quoted"@example.com',
  '"two words"@example.com',
  '"a@b"@example.com',
  "=?utf-8?q?nobody=40example.com=3e?=@example.com",
  "=?UTF-8?B?bm9ib2R5?=@example.com",
  `a@${"ü".repeat(250)}`,
  "jürgen@example.com",
  "名前@example.com",
  "nobody\u200b@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(57)}.com`,
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.com`,
])("%j is refused as an email address", async (emailAddress) => {
  const response = await requestSubscription({ emailAddress });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    errorMessage: expect.stringMatching(/^We can't send email to this address\./),
    errors: [{ path: "emailAddress" }],
  });
});

const part = fc.oneof(
  fc.string({ unit: randomCharacter, maxLength: 12 }),
  fc.constantFrom('"', "\r\n", "@", "\\", ",", "<", ">", ".", " ", "a", "example.com", "ü", ";", ":", "("),
);
const randomAddress = fc.oneof(
  fc.emailAddress(),
  fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.array(part, { maxLength: 6 }).map((parts) => `${parts.join("")}@example.com`),
  fc.array(part, { maxLength: 6 }).map((parts) => `"${parts.join("")}"@example.com`),
  fc.string({ unit: randomCharacter, maxLength: 300 }).map((domain) => `a@${domain}`),
);

function expectOneRecipient(address: string): void {
  expect(address).toMatch(/^[!#-~]+@[a-z0-9.-]+$/);
  expect(address.length).toBeLessThanOrEqual(254);
  if (!address.startsWith('"')) expect(address).not.toMatch(/[,;:<>()"\\ ]/);
}

test("every address that is taken is one line of ASCII with one recipient", () => {
  fc.assert(
    fc.property(randomAddress, (emailAddress) => {
      const address = mailAddress(emailAddress);
      if (address !== undefined) expectOneRecipient(address);
    }),
    { numRuns: 1000 },
  );
});

test("every stored address is one line of ASCII with one recipient", async () => {
  await fc.assert(
    fc.asyncProperty(randomAddress, async (emailAddress) => {
      const { status } = await requestSubscription({ emailAddress });
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 100 },
  );
  for (const { email_address } of await findSubscribers("")) expectOneRecipient(email_address);
});
