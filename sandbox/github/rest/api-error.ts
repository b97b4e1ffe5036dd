/** Sent as `{message, errors?, documentation_url, status}` with this status. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly extra: Readonly<Record<string, unknown>>
  constructor(
    status: number,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = status
    this.extra = extra
  }
}

export const notFound = (): ApiError => new ApiError(404, 'Not Found')

export const validationFailed = (...errors: readonly Readonly<Record<string, string>>[]): ApiError =>
  new ApiError(422, 'Validation Failed', { errors })
