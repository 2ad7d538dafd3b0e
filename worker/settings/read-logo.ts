import { isID } from "../storage/domain.ts";

export async function readLogo(env: Env, name: string): Promise<R2ObjectBody | null> {
  return isID(name.replace(/@2x$/, "")) ? env.FILES.get(`logos/${name}`) : null;
}
