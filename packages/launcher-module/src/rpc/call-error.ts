import { SettingError } from '../settings/setting-error.ts'
import { SiteError } from '../site/site-error.ts'
import type { SiteTrouble } from '../site/site-trouble.ts'

/** Statuses of gRPC that the module answers with (grpc.io, Status codes). */
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
} as const satisfies Record<SiteTrouble['kind'], number>

/** The host asked for something that is not there. */
export class CallError extends Error {
  override readonly name = 'CallError'
}

/** How a call ends that could not be answered. Undefined for what is a fault of the module's own. */
export function statusOf(error: unknown): { code: number; details: string } | undefined {
  if (error instanceof SiteError) {
    return { code: STATUS_OF[error.trouble.kind], details: error.message }
  }
  if (error instanceof SettingError) return { code: INVALID_ARGUMENT, details: error.message }
  if (error instanceof CallError) return { code: NOT_FOUND, details: error.message }
  return undefined
}

/** What the host hears of a fault; the log has the rest. */
export const FAULT = { code: INTERNAL, details: 'portal: an error in the module, see its log' }
