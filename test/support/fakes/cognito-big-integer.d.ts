declare module "amazon-cognito-identity-js/lib/BigInteger.js" {
  export default class BigInteger {
    constructor(text: string, radix: number);
    mod(divisor: BigInteger): BigInteger;
    toString(radix: number): string;
    modPow(
      exponent: BigInteger,
      modulus: BigInteger,
      callback: (error: null, power: BigInteger) => void,
    ): BigInteger;
  }
}
