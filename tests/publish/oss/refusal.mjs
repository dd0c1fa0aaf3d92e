// An error as OSS answers it.
export class Refusal extends Error {
  constructor(status, code, message, ec = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.ec = ec;
  }
}
