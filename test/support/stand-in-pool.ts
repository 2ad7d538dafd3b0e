import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { keepIdleConnections } from "../../tools/start/idle-connections.ts";
import { number, startSRP, type Verifier, verifierOf } from "./srp.ts";
import { isTOTP } from "./totp.ts";
import { type UserPool, userPoolID } from "./user-pool.ts";

type Fields = Record<string, string>;
interface Input {
  AuthFlow?: string;
  AuthParameters?: Fields;
  ChallengeName?: string;
  ChallengeResponses?: Fields;
  Session?: string;
  AccessToken?: string;
  Token?: string;
  UserCode?: string;
  DeviceKey?: string;
  DeviceSecretVerifierConfig?: { Salt: string; PasswordVerifier: string };
  SoftwareTokenMfaSettings?: { Enabled: boolean };
}

export interface User {
  email: string;
  password: string;
  /** Signed in with it, the user has to choose another. */
  temporary: boolean;
  smsCode?: string;
  /** The secret of the user's authenticator app. */
  app?: string;
  mustSetUp: boolean;
  /** What the user has to tell with the new password. */
  requiredAttributes: string[];
  /** What the user has told. */
  attributes: Fields;
  /** A challenge that is asked for after the password. */
  challenge?: string;
  /** A browser that has answered everything once needs the password alone from then on. */
  remembersDevices: boolean;
}

interface Kept extends User {
  username: string;
  verifier: Verifier;
  devices: Map<string, Verifier>;
  /** Of a software token that is not verified yet. */
  secret: string;
}

/** One sign-in, from its first call to its tokens. */
interface SignIn {
  user: Kept;
  device?: string | undefined;
  srp?: ReturnType<typeof startSRP>;
}

class PoolError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const poolName = userPoolID.slice(userPoolID.indexOf("_") + 1);
const groupKey = "-group";

/**
 * As much of the user pool's JSON protocol as cognito-local does not have: SRP, devices, the set-up of an app that is
 * asked for, refresh tokens that work once, and a refresh that is refused.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html
 */
export async function startStandInPool(sign: UserPool["token"]) {
  const users = new Map<string, Kept>();
  const signIns = new Map<string, SignIn>();
  const refreshTokens = new Map<string, Kept>();
  const accessTokens = new Map<string, Kept>();

  const pool = {
    /** The operations that were called; a refresh is `Refresh`. */
    calls: [] as string[],
    refusesRefresh: false,
    /** Whether a session can still be made of that refresh token. */
    refreshes: (token: string) => refreshTokens.has(token),
    /** The refresh tokens that were handed out since, each with its user's address. */
    issued: [] as { token: string; email: string }[],
    /** How long tokens are good, in seconds. */
    validity: 3600,
    /** What is wrong with the tokens to come. */
    claims: (): Record<string, unknown> => ({}),
    /** Answers wait for it. */
    held: Promise.resolve(),
    /** Whether a device is looked at. */
    asksDevices: true,
    addUser,
    forgetDevices() {
      for (const user of users.values()) user.devices.clear();
    },
    endpoint: "",
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function addUser(overrides: Partial<User> = {}): User {
    const username = randomUUID();
    const user = {
      email: `${username.slice(0, 8)}@example.com`,
      password: `Password-${username}`,
      temporary: false,
      mustSetUp: false,
      requiredAttributes: [],
      attributes: {},
      remembersDevices: false,
      ...overrides,
    };
    const verifier = verifierOf(poolName, username, user.password);
    users.set(user.email, { ...user, username, verifier, devices: new Map(), secret: "" });
    return user;
  }

  const operations: Record<string, (input: Input) => object | Promise<object>> = {
    InitiateAuth({ AuthFlow, AuthParameters = {} }) {
      if (AuthFlow === "REFRESH_TOKEN_AUTH") return refresh(AuthParameters.REFRESH_TOKEN);
      const user = named(AuthParameters.USERNAME);
      const refused = new PoolError("NotAuthorizedException", "Incorrect username or password.");
      if (!user) throw refused;
      const signIn: SignIn = { user, device: known(user, AuthParameters.DEVICE_KEY) };
      if (AuthFlow === "USER_PASSWORD_AUTH") {
        if (AuthParameters.PASSWORD !== user.password) throw refused;
        return next(signIn);
      }
      signIn.srp = startSRP(poolName, user.username, user.verifier, AuthParameters.SRP_A ?? "");
      return challenge(signIn, "PASSWORD_VERIFIER", {
        ...signIn.srp.parameters,
        USER_ID_FOR_SRP: user.username,
        USERNAME: user.username,
      });
    },

    RespondToAuthChallenge({ ChallengeName = "", ChallengeResponses: given = {}, Session = "" }) {
      const signIn = signIns.get(Session);
      if (!signIn) throw new PoolError("NotAuthorizedException", "Invalid session for the user.");
      signIn.device = known(signIn.user, given.DEVICE_KEY) ?? signIn.device;
      return respond(signIn, ChallengeName, given);
    },

    AssociateSoftwareToken({ Session = "", AccessToken = "" }) {
      const user = accessTokens.get(AccessToken) ?? signIns.get(Session)?.user;
      if (!user) throw new PoolError("NotAuthorizedException", "Invalid session for the user.");
      user.secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
      return { SecretCode: user.secret, Session };
    },

    VerifySoftwareToken({ Session = "", AccessToken = "", UserCode }) {
      const user = accessTokens.get(AccessToken) ?? signIns.get(Session)?.user;
      if (!user) throw new PoolError("NotAuthorizedException", "Invalid session for the user.");
      if (!isTOTP(user.secret, UserCode))
        throw new PoolError("EnableSoftwareTokenMFAException", "Code mismatch");
      user.app = user.secret;
      user.mustSetUp = false;
      return { Status: "SUCCESS", Session };
    },

    ConfirmDevice({ AccessToken = "", DeviceKey = "", DeviceSecretVerifierConfig: config }) {
      if (!config) throw new PoolError("InvalidParameterException", "Missing DeviceSecretVerifierConfig");
      const read = (base64: string) => number(Buffer.from(base64, "base64"));
      accessTokens.get(AccessToken)?.devices.set(DeviceKey, {
        salt: read(config.Salt),
        v: read(config.PasswordVerifier),
      });
      return { UserConfirmationNecessary: false };
    },

    RevokeToken({ Token = "" }) {
      refreshTokens.delete(Token);
      return {};
    },

    GetUser({ AccessToken = "" }) {
      const user = accessTokens.get(AccessToken);
      return { UserMFASettingList: user?.app ? ["SOFTWARE_TOKEN_MFA"] : [], UserAttributes: [] };
    },
  };

  function respond(signIn: SignIn, name: string, given: Fields): object | Promise<object> {
    const { user } = signIn;
    const proven = () =>
      signIn.srp?.proves(given.PASSWORD_CLAIM_SIGNATURE ?? "", given.TIMESTAMP ?? "") ?? false;
    const mismatch = new PoolError("CodeMismatchException", "Invalid code received for user");

    switch (name) {
      case "PASSWORD_VERIFIER":
        if (!proven()) throw new PoolError("NotAuthorizedException", "Incorrect username or password.");
        return next(signIn);
      case "NEW_PASSWORD_REQUIRED":
        if ((given.NEW_PASSWORD ?? "").length < 8)
          throw new PoolError(
            "InvalidPasswordException",
            "Password does not conform to policy: Password not long enough",
          );
        for (const name of user.requiredAttributes) {
          const value = given[`userAttributes.${name}`];
          if (!value)
            throw new PoolError(
              "InvalidParameterException",
              `Attributes did not conform to the schema: ${name}: The attribute is required`,
            );
          user.attributes[name] = value;
        }
        user.temporary = false;
        return next(signIn);
      case "SELECT_MFA_TYPE":
        return challenge(signIn, given.ANSWER ?? "", { CODE_DELIVERY_DESTINATION: "+*******0123" });
      case "SMS_MFA":
        if (given.SMS_MFA_CODE !== user.smsCode) throw mismatch;
        return tokens(signIn);
      case "SOFTWARE_TOKEN_MFA":
        if (!isTOTP(user.app ?? "", given.SOFTWARE_TOKEN_MFA_CODE)) throw mismatch;
        return tokens(signIn);
      case "MFA_SETUP":
        return tokens(signIn);
      case "DEVICE_SRP_AUTH": {
        const verifier = user.devices.get(given.DEVICE_KEY ?? "");
        if (!verifier) throw new PoolError("ResourceNotFoundException", "Device does not exist.");
        signIn.srp = startSRP(groupKey, given.DEVICE_KEY ?? "", verifier, given.SRP_A ?? "");
        return challenge(signIn, "DEVICE_PASSWORD_VERIFIER", signIn.srp.parameters);
      }
      case "DEVICE_PASSWORD_VERIFIER":
        if (!proven()) throw new PoolError("NotAuthorizedException", "Incorrect username or password.");
        return tokens(signIn);
      default:
        throw new PoolError("InvalidParameterException", `Unknown challenge ${name}`);
    }
  }

  /** What comes after the password. */
  function next(signIn: SignIn): object | Promise<object> {
    const { user, device } = signIn;
    const choices = [...(user.smsCode ? ["SMS_MFA"] : []), ...(user.app ? ["SOFTWARE_TOKEN_MFA"] : [])];
    if (user.temporary)
      return challenge(signIn, "NEW_PASSWORD_REQUIRED", {
        userAttributes: JSON.stringify({ email: user.email }),
        requiredAttributes: JSON.stringify(user.requiredAttributes.map((name) => `userAttributes.${name}`)),
      });
    if (user.challenge) return challenge(signIn, user.challenge, {});
    if (device) return challenge(signIn, "DEVICE_SRP_AUTH", {});
    if (user.mustSetUp)
      return challenge(signIn, "MFA_SETUP", { MFAS_CAN_SETUP: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' });
    if (choices.length > 1)
      return challenge(signIn, "SELECT_MFA_TYPE", { MFAS_CAN_CHOOSE: JSON.stringify(choices) });
    if (choices[0]) return challenge(signIn, choices[0], { CODE_DELIVERY_DESTINATION: "+*******0123" });
    return tokens(signIn);
  }

  function challenge(signIn: SignIn, ChallengeName: string, ChallengeParameters: Fields): object {
    const Session = randomUUID();
    signIns.set(Session, signIn);
    return { ChallengeName, ChallengeParameters, Session };
  }

  async function tokens({ user, device }: Pick<SignIn, "user" | "device">): Promise<object> {
    const now = Math.floor(Date.now() / 1000);
    const { username, email } = user;
    const claims = {
      ...{ sub: username, "cognito:username": username, email, iat: now, exp: now + pool.validity },
      ...{ jti: randomUUID(), ...pool.claims() },
    };
    const AccessToken = await sign({ ...claims, token_use: "access" });
    const RefreshToken = `refresh-token-${randomUUID()}`;
    accessTokens.set(AccessToken, user);
    refreshTokens.set(RefreshToken, user);
    pool.issued.push({ token: RefreshToken, email });
    return {
      ChallengeParameters: {},
      AuthenticationResult: {
        ...{ AccessToken, RefreshToken, IdToken: await sign(claims), TokenType: "Bearer" },
        ...(user.remembersDevices &&
          !device && {
            NewDeviceMetadata: { DeviceKey: `us-east-1_${randomUUID()}`, DeviceGroupKey: groupKey },
          }),
      },
    };
  }

  function refresh(token = ""): Promise<object> {
    pool.calls.push("Refresh");
    const user = refreshTokens.get(token);
    refreshTokens.delete(token);
    if (!user || pool.refusesRefresh)
      throw new PoolError("NotAuthorizedException", "Refresh Token has been revoked");
    return tokens({ user, device: "any" });
  }

  function named(name: string | undefined): Kept | undefined {
    return [...users.values()].find(({ email, username }) => name === email || name === username);
  }

  function known(user: Kept, key: string | null | undefined): string | undefined {
    if (!key || !pool.asksDevices) return undefined;
    if (!user.devices.has(key)) throw new PoolError("ResourceNotFoundException", "Device does not exist.");
    return key;
  }

  const server = createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    if (request.method === "OPTIONS") return response.end();
    const operation = String(request.headers["x-amz-target"]).replace(/.*\./, "");
    pool.calls.push(operation);
    try {
      const input: Input = JSON.parse(await text(request));
      await pool.held;
      const answer = await operations[operation]?.(input);
      if (!answer) throw new PoolError("UnknownOperationException", operation);
      response.end(JSON.stringify(answer));
    } catch (error) {
      const refusal =
        error instanceof PoolError ? error : new PoolError("InternalErrorException", `${error}`);
      response.writeHead(400).end(JSON.stringify({ __type: refusal.type, message: refusal.message }));
    }
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  pool.endpoint = `http://localhost:${(server.address() as AddressInfo).port}/`; // listens on TCP: never a string
  return pool;
}
