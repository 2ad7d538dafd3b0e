declare module "sns-validator" {
  export default class MessageValidator {
    constructor(hostPattern?: RegExp, encoding?: string);
    validate(message: object, callback: (error: Error | null) => void): void;
  }
}
