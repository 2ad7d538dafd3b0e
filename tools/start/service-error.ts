export class ServiceError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}
