import BigInteger from "amazon-cognito-identity-js/lib/BigInteger.js";
import { power } from "../support/fakes/srp.ts";

// Each sign-in raises a number of 3,072 bits to a power. This takes the library ten times as long as JavaScript's own big integers,
// and took a twelfth of the time of these tests. `browser/journeys/` signs in with the library's own.

BigInteger.prototype.modPow = function modPow(exponent, modulus, callback) {
  const toBigInt = (number: BigInteger) => BigInt(`0x${number.toString(16)}`);
  const result = new BigInteger(power(toBigInt(this.mod(modulus)), toBigInt(exponent)).toString(16), 16);
  callback(null, result);
  return result;
};
