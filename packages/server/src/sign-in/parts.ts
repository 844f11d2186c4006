import { availableParallelism } from 'node:os'
import type { App, AppOverrides } from '../app.ts'
import { type ConcurrencyLimiter, concurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { type PreviousSite, previousSite } from '../platform/outbound/previous-site.ts'
import {
  MAX_FAILED_ATTEMPTS,
  MAX_FAILED_ATTEMPTS_WITH_CAPTCHA,
} from '../security/lockout/login-lockout.ts'

export type SignInParts = {
  previousSite: PreviousSite
  loginLimiter: ConcurrencyLimiter
  maxFailedAttempts: number
}

type Base = Pick<App, 'config' | 'log' | 'clock' | 'random'>

export function openSignIn(base: Base, { outboundTimeout: budget }: AppOverrides): SignInParts {
  const { config } = base
  const workers = availableParallelism()
  return {
    previousSite: previousSite(base, budget ? { budget } : {}),
    loginLimiter: concurrencyLimiter(workers * 2, workers * 64),
    maxFailedAttempts: config.captcha ? MAX_FAILED_ATTEMPTS_WITH_CAPTCHA : MAX_FAILED_ATTEMPTS,
  }
}
