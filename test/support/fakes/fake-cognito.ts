import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import { closeServer, listen } from "../starters/listen.ts";
import { type TokenIssuer, userPoolID } from "./fake-token-issuer.ts";
import { number, startSRP, type Verifier, verifierOf } from "./srp.ts";
import { isTOTP } from "./totp.ts";

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
  /** Then the user must choose a new password at sign-in. */
  hasTemporaryPassword: boolean;
  smsCode?: string;
  totpSecret?: string;
  mustSetUpTotp: boolean;
  /** The names of attributes that the user must enter with the new password. */
  requiredAttributes: string[];
  attributes: Fields;
  /** An additional challenge after the password. */
  challenge?: string;
  /** On a remembered device the password is enough. */
  remembersDevices: boolean;
}

interface StoredUser extends User {
  username: string;
  verifier: Verifier;
  devices: Map<string, Verifier>;
  /** The secret of a software token that is not verified yet. */
  secret: string;
}

/** The state of one sign-in, from its first request to its tokens. */
interface SignIn {
  user: StoredUser;
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
 * Starts a fake of Cognito's JSON API with what cognito-local lacks: SRP, remembered devices, the MFA_SETUP challenge,
 * rotating refresh tokens, and refused refreshes.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html
 */
export async function startFakeCognito(sign: TokenIssuer["token"]) {
  const users = new Map<string, StoredUser>();
  const signIns = new Map<string, SignIn>();
  const refreshTokens = new Map<string, StoredUser>();
  const accessTokens = new Map<string, StoredUser>();

  const pool = {
    /** The called operations. A refresh is `Refresh`. */
    calls: [] as string[],
    refusesRefresh: false,
    acceptsRefreshToken: (token: string) => refreshTokens.has(token),
    issuedRefreshTokens: [] as { token: string; email: string }[],
    /** Overrides claims of new tokens. */
    claims: (): Record<string, unknown> => ({}),
    /** Every response waits for this promise. */
    responsesAfter: Promise.resolve(),
    /** If false, device keys are ignored. */
    acceptsDevices: true,
    addUser,
    forgetDevices() {
      for (const user of users.values()) user.devices.clear();
    },
    endpoint: "",
    stop: () => closeServer(server),
  };

  function addUser(overrides: Partial<User> = {}): User {
    const username = randomUUID();
    const user = {
      email: `${username.slice(0, 8)}@example.com`,
      password: `Password-${username}`,
      hasTemporaryPassword: false,
      mustSetUpTotp: false,
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
      const user = findUser(AuthParameters.USERNAME);
      const wrongPassword = new PoolError("NotAuthorizedException", "Incorrect username or password.");
      if (!user) throw wrongPassword;
      const signIn: SignIn = { user, device: findDevice(user, AuthParameters.DEVICE_KEY) };
      if (AuthFlow === "USER_PASSWORD_AUTH") {
        if (AuthParameters.PASSWORD !== user.password) throw wrongPassword;
        return nextStep(signIn);
      }
      signIn.srp = startSRP(poolName, user.username, user.verifier, AuthParameters.SRP_A ?? "");
      return challenge(signIn, "PASSWORD_VERIFIER", {
        ...signIn.srp.parameters,
        USER_ID_FOR_SRP: user.username,
        USERNAME: user.username,
      });
    },

    RespondToAuthChallenge({ ChallengeName = "", ChallengeResponses: responses = {}, Session = "" }) {
      const signIn = signIns.get(Session);
      if (!signIn) throw new PoolError("NotAuthorizedException", "Invalid session for the user.");
      signIn.device = findDevice(signIn.user, responses.DEVICE_KEY) ?? signIn.device;
      return respond(signIn, ChallengeName, responses);
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
      user.totpSecret = user.secret;
      user.mustSetUpTotp = false;
      return { Status: "SUCCESS", Session };
    },

    ConfirmDevice({ AccessToken = "", DeviceKey = "", DeviceSecretVerifierConfig: config }) {
      if (!config) throw new PoolError("InvalidParameterException", "Missing DeviceSecretVerifierConfig");
      const decode = (base64: string) => number(Buffer.from(base64, "base64"));
      accessTokens.get(AccessToken)?.devices.set(DeviceKey, {
        salt: decode(config.Salt),
        v: decode(config.PasswordVerifier),
      });
      return { UserConfirmationNecessary: false };
    },

    RevokeToken({ Token = "" }) {
      refreshTokens.delete(Token);
      return {};
    },

    GetUser({ AccessToken = "" }) {
      const user = accessTokens.get(AccessToken);
      return { UserMFASettingList: user?.totpSecret ? ["SOFTWARE_TOKEN_MFA"] : [], UserAttributes: [] };
    },
  };

  function respond(signIn: SignIn, name: string, responses: Fields): object | Promise<object> {
    const { user } = signIn;
    const isPasswordProven = () =>
      signIn.srp?.proves(responses.PASSWORD_CLAIM_SIGNATURE ?? "", responses.TIMESTAMP ?? "") ?? false;
    const mismatch = new PoolError("CodeMismatchException", "Invalid code received for user");

    switch (name) {
      case "PASSWORD_VERIFIER":
        if (!isPasswordProven())
          throw new PoolError("NotAuthorizedException", "Incorrect username or password.");
        return nextStep(signIn);
      case "NEW_PASSWORD_REQUIRED":
        if ((responses.NEW_PASSWORD ?? "").length < 8)
          throw new PoolError(
            "InvalidPasswordException",
            "Password does not conform to policy: Password not long enough",
          );
        for (const name of user.requiredAttributes) {
          const value = responses[`userAttributes.${name}`];
          if (!value)
            throw new PoolError(
              "InvalidParameterException",
              `Attributes did not conform to the schema: ${name}: The attribute is required`,
            );
          user.attributes[name] = value;
        }
        user.hasTemporaryPassword = false;
        return nextStep(signIn);
      case "SELECT_MFA_TYPE":
        return challenge(signIn, responses.ANSWER ?? "", { CODE_DELIVERY_DESTINATION: "+*******0123" });
      case "SMS_MFA":
        if (responses.SMS_MFA_CODE !== user.smsCode) throw mismatch;
        return issueTokens(signIn);
      case "SOFTWARE_TOKEN_MFA":
        if (!isTOTP(user.totpSecret ?? "", responses.SOFTWARE_TOKEN_MFA_CODE)) throw mismatch;
        return issueTokens(signIn);
      case "MFA_SETUP":
        return issueTokens(signIn);
      case "DEVICE_SRP_AUTH": {
        const verifier = user.devices.get(responses.DEVICE_KEY ?? "");
        if (!verifier) throw new PoolError("ResourceNotFoundException", "Device does not exist.");
        signIn.srp = startSRP(groupKey, responses.DEVICE_KEY ?? "", verifier, responses.SRP_A ?? "");
        return challenge(signIn, "DEVICE_PASSWORD_VERIFIER", signIn.srp.parameters);
      }
      case "DEVICE_PASSWORD_VERIFIER":
        if (!isPasswordProven())
          throw new PoolError("NotAuthorizedException", "Incorrect username or password.");
        return issueTokens(signIn);
      default:
        throw new PoolError("InvalidParameterException", `Unknown challenge ${name}`);
    }
  }

  /** Returns the challenge that comes after the password, or the tokens. */
  function nextStep(signIn: SignIn): object | Promise<object> {
    const { user, device } = signIn;
    const choices = [
      ...(user.smsCode ? ["SMS_MFA"] : []),
      ...(user.totpSecret ? ["SOFTWARE_TOKEN_MFA"] : []),
    ];
    if (user.hasTemporaryPassword)
      return challenge(signIn, "NEW_PASSWORD_REQUIRED", {
        userAttributes: JSON.stringify({ email: user.email }),
        requiredAttributes: JSON.stringify(user.requiredAttributes.map((name) => `userAttributes.${name}`)),
      });
    if (user.challenge) return challenge(signIn, user.challenge, {});
    if (device) return challenge(signIn, "DEVICE_SRP_AUTH", {});
    if (user.mustSetUpTotp)
      return challenge(signIn, "MFA_SETUP", { MFAS_CAN_SETUP: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' });
    if (choices.length > 1)
      return challenge(signIn, "SELECT_MFA_TYPE", { MFAS_CAN_CHOOSE: JSON.stringify(choices) });
    if (choices[0]) return challenge(signIn, choices[0], { CODE_DELIVERY_DESTINATION: "+*******0123" });
    return issueTokens(signIn);
  }

  function challenge(signIn: SignIn, ChallengeName: string, ChallengeParameters: Fields): object {
    const Session = randomUUID();
    signIns.set(Session, signIn);
    return { ChallengeName, ChallengeParameters, Session };
  }

  async function issueTokens({ user, device }: Pick<SignIn, "user" | "device">): Promise<object> {
    const now = Math.floor(Date.now() / 1000);
    const { username, email } = user;
    const claims = {
      sub: username,
      "cognito:username": username,
      email,
      iat: now,
      exp: now + 3600,
      jti: randomUUID(),
      ...pool.claims(),
    };
    const AccessToken = await sign({ ...claims, token_use: "access" });
    const RefreshToken = `refresh-token-${randomUUID()}`;
    accessTokens.set(AccessToken, user);
    refreshTokens.set(RefreshToken, user);
    pool.issuedRefreshTokens.push({ token: RefreshToken, email });
    return {
      ChallengeParameters: {},
      AuthenticationResult: {
        AccessToken,
        RefreshToken,
        IdToken: await sign(claims),
        TokenType: "Bearer",
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
    return issueTokens({ user, device: "any" });
  }

  function findUser(name: string | undefined): StoredUser | undefined {
    return [...users.values()].find(({ email, username }) => name === email || name === username);
  }

  function findDevice(user: StoredUser, key: string | null | undefined): string | undefined {
    if (!key || !pool.acceptsDevices) return undefined;
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
      await pool.responsesAfter;
      const answer = await operations[operation]?.(input);
      if (!answer) throw new PoolError("UnknownOperationException", operation);
      response.end(JSON.stringify(answer));
    } catch (error) {
      const { type, message } =
        error instanceof PoolError ? error : new PoolError("InternalErrorException", `${error}`);
      response.writeHead(400).end(JSON.stringify({ __type: type, message }));
    }
  });
  keepIdleConnections(server);
  pool.endpoint = `${(await listen(server)).replace("127.0.0.1", "localhost")}/`;
  return pool;
}
