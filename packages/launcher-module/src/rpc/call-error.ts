import { SettingError } from '../settings/setting-error.ts'
import { SiteError } from '../site/site-error.ts'
import type { SiteFailure } from '../site/site-failure.ts'

/** The gRPC status codes that the module answers with (https://grpc.io/docs/guides/status-codes/). */
const INVALID_ARGUMENT = 3
const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const RESOURCE_EXHAUSTED = 8
const FAILED_PRECONDITION = 9
const INTERNAL = 13
const UNAVAILABLE = 14

const STATUS_OF = {
  unreachable: UNAVAILABLE,
  key: FAILED_PRECONDITION,
  pause: RESOURCE_EXHAUSTED,
  refusal: PERMISSION_DENIED,
} as const satisfies Record<SiteFailure['kind'], number>

export class CallError extends Error {
  override readonly name = 'CallError'
}

export function statusOf(error: unknown): { code: number; details: string } | undefined {
  if (error instanceof SiteError) {
    return { code: STATUS_OF[error.trouble.kind], details: error.message }
  }
  if (error instanceof SettingError) return { code: INVALID_ARGUMENT, details: error.message }
  if (error instanceof CallError) return { code: NOT_FOUND, details: error.message }
  return undefined
}

export const UNEXPECTED_ERROR = {
  code: INTERNAL,
  details: 'portal: internal error of the module, see its log',
}
